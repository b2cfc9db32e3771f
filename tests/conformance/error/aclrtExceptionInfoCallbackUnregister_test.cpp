#include <gtest/gtest.h>

#include <atomic>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtExceptionInfoCallbackUnregister_test {
namespace {

void ignore(aclrtExceptionInfo* /*info*/) {}

void neverAdded(aclrtExceptionInfo* /*info*/) {}

TEST(aclrtExceptionInfoCallbackUnregister, RemovesWhatWasAdded) {
    ASSERT_EQ(aclrtExceptionInfoCallbackRegister(ignore), ACL_SUCCESS);
    EXPECT_EQ(aclrtExceptionInfoCallbackUnregister(ignore), ACL_SUCCESS);
    EXPECT_TRUE(refused("aclrtExceptionInfoCallbackUnregister", "callback",
                        [] { return aclrtExceptionInfoCallbackUnregister(ignore); }));
}

TEST(aclrtExceptionInfoCallbackUnregister, FunctionThatWasNotAddedIsRefused) {
    ASSERT_EQ(aclrtExceptionInfoCallbackRegister(ignore), ACL_SUCCESS);
    EXPECT_TRUE(refused("aclrtExceptionInfoCallbackUnregister", "callback",
                        [] { return aclrtExceptionInfoCallbackUnregister(neverAdded); }));
    EXPECT_EQ(aclrtExceptionInfoCallbackUnregister(ignore), ACL_SUCCESS);
}

TEST(aclrtExceptionInfoCallbackUnregister, NullIsRefused) {
    EXPECT_TRUE(refused("aclrtExceptionInfoCallbackUnregister", "callback",
                        [] { return aclrtExceptionInfoCallbackUnregister(nullptr); }));
}

TEST(aclrtExceptionInfoCallbackUnregister, OfManyThreadsOneSucceeds) {
    for (int round = 0; round < 20; ++round) {
        ASSERT_EQ(aclrtExceptionInfoCallbackRegister(ignore), ACL_SUCCESS);
        std::atomic<int> succeeded{0};
        onThreads(8, [&](size_t) {
            succeeded += aclrtExceptionInfoCallbackUnregister(ignore) == ACL_SUCCESS ? 1 : 0;
        });
        EXPECT_EQ(succeeded, 1);
    }
}

}  // namespace
}  // namespace belay::test::aclrtExceptionInfoCallbackUnregister_test
