#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclrtPeekAtLastError_test {
namespace {

TEST(aclrtPeekAtLastError, IsSuccessWhenNothingFailed) {
    onThreads(1, [](size_t) { EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS); });
}

TEST(aclrtPeekAtLastError, GivesTheCodeOfTheLatestFailure) {
    aclDestroyDataBuffer(nullptr);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    const OwnedDesc desc = makeDesc();
    aclTensorDesc* result = nullptr;
    aclDestroyDataBuffer(nullptr);
    aclTransTensorDescFormat(desc.get(), ACL_FORMAT_ND, &result);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_API_NOT_SUPPORT);
    forgetErrors();
}

TEST(aclrtPeekAtLastError, FunctionsThatReturnNoCodeCountToo) {
    forgetErrors();
    EXPECT_EQ(aclGetDataBufferAddr(nullptr), nullptr);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    forgetErrors();
}

TEST(aclrtPeekAtLastError, SuccessKeepsTheCode) {
    aclDestroyDataBuffer(nullptr);
    makeBuffer();
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    forgetErrors();
}

TEST(aclrtPeekAtLastError, ReadingTheMessageKeepsTheCode) {
    aclDestroyDataBuffer(nullptr);
    EXPECT_NE(recentMessage(), "");
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    forgetErrors();
}

TEST(aclrtPeekAtLastError, MessageIsKept) {
    aclDestroyDataBuffer(nullptr);
    aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL);
    EXPECT_NE(recentMessage(), "");
    forgetErrors();
}

TEST(aclrtPeekAtLastError, OtherLevelsAreRefused) {
    for (const int level : {1, 2, -1, 1000}) {
        EXPECT_TRUE(refused("aclrtPeekAtLastError", "level", [&] {
            return aclrtPeekAtLastError(enumOf<aclrtLastErrLevel>(level));
        }));
    }
}

TEST(aclrtPeekAtLastError, EachThreadHasItsOwnCode) {
    forgetErrors();
    onThreads(8, [](size_t thread) {
        for (int i = 0; i < 200; ++i) {
            if (thread % 2 == 0) {
                aclDestroyDataBuffer(nullptr);
            }
            ASSERT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL),
                      thread % 2 == 0 ? ACL_ERROR_INVALID_PARAM : ACL_SUCCESS);
        }
    });
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
}

TEST(aclrtPeekAtLastError, KeepsTheCode) {
    aclDestroyDataBuffer(nullptr);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    forgetErrors();
}

}  // namespace
}  // namespace belay::test::aclrtPeekAtLastError_test
