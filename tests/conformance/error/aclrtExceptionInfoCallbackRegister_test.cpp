#include <gtest/gtest.h>

#include <atomic>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtExceptionInfoCallbackRegister_test {
namespace {

void ignore(aclrtExceptionInfo* /*info*/) {}

void ignoreToo(aclrtExceptionInfo* /*info*/) {}

TEST(aclrtExceptionInfoCallbackRegister, SeveralFunctionsAreAccepted) {
    EXPECT_EQ(aclrtExceptionInfoCallbackRegister(ignore), ACL_SUCCESS);
    EXPECT_EQ(aclrtExceptionInfoCallbackRegister(ignoreToo), ACL_SUCCESS);
    EXPECT_EQ(aclrtExceptionInfoCallbackUnregister(ignore), ACL_SUCCESS);
    EXPECT_EQ(aclrtExceptionInfoCallbackUnregister(ignoreToo), ACL_SUCCESS);
}

TEST(aclrtExceptionInfoCallbackRegister, SameFunctionTwiceIsRefused) {
    ASSERT_EQ(aclrtExceptionInfoCallbackRegister(ignore), ACL_SUCCESS);
    EXPECT_TRUE(refused("aclrtExceptionInfoCallbackRegister", "callback",
                        [] { return aclrtExceptionInfoCallbackRegister(ignore); }));
    EXPECT_EQ(aclrtExceptionInfoCallbackUnregister(ignore), ACL_SUCCESS);
    EXPECT_EQ(aclrtExceptionInfoCallbackRegister(ignore), ACL_SUCCESS);
    EXPECT_EQ(aclrtExceptionInfoCallbackUnregister(ignore), ACL_SUCCESS);
}

TEST(aclrtExceptionInfoCallbackRegister, NullIsRefused) {
    EXPECT_TRUE(refused("aclrtExceptionInfoCallbackRegister", "callback",
                        [] { return aclrtExceptionInfoCallbackRegister(nullptr); }));
}

TEST(aclrtExceptionInfoCallbackRegister, OfManyThreadsOneSucceeds) {
    for (int round = 0; round < 20; ++round) {
        std::atomic<int> succeeded{0};
        onThreads(8, [&](size_t) {
            succeeded += aclrtExceptionInfoCallbackRegister(ignore) == ACL_SUCCESS ? 1 : 0;
        });
        EXPECT_EQ(succeeded, 1);
        EXPECT_EQ(aclrtExceptionInfoCallbackUnregister(ignore), ACL_SUCCESS);
    }
}

}  // namespace
}  // namespace belay::test::aclrtExceptionInfoCallbackRegister_test
