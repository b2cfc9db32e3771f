#include <gtest/gtest.h>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtSetExceptionInfoCallback_test {
namespace {

void ignore(aclrtExceptionInfo* /*info*/) {}

void ignoreToo(aclrtExceptionInfo* /*info*/) {}

TEST(aclrtSetExceptionInfoCallback, AnyFunctionAndNullAreAccepted) {
    forgetErrors();
    EXPECT_EQ(aclrtSetExceptionInfoCallback(ignore), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetExceptionInfoCallback(ignore), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetExceptionInfoCallback(ignoreToo), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetExceptionInfoCallback(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetExceptionInfoCallback(nullptr), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclrtSetExceptionInfoCallback, FunctionThatIsSetIsNotAddedByThat) {
    ASSERT_EQ(aclrtSetExceptionInfoCallback(ignore), ACL_SUCCESS);
    EXPECT_NE(aclrtExceptionInfoCallbackUnregister(ignore), ACL_SUCCESS);
    EXPECT_EQ(aclrtExceptionInfoCallbackRegister(ignore), ACL_SUCCESS);
    EXPECT_EQ(aclrtExceptionInfoCallbackUnregister(ignore), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetExceptionInfoCallback(nullptr), ACL_SUCCESS);
}

TEST(aclrtSetExceptionInfoCallback, WorksOnManyThreadsAtOnce) {
    onThreads(8, [](size_t thread) {
        for (int i = 0; i < 200; ++i) {
            ASSERT_EQ(aclrtSetExceptionInfoCallback(thread % 2 == 0 ? ignore : nullptr),
                      ACL_SUCCESS);
        }
    });
    aclrtSetExceptionInfoCallback(nullptr);
}

}  // namespace
}  // namespace belay::test::aclrtSetExceptionInfoCallback_test
