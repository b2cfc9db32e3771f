#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclrtGetLastError_test {
namespace {

TEST(aclrtGetLastError, IsSuccessWhenNothingFailed) {
    onThreads(1, [](size_t) { EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS); });
}

TEST(aclrtGetLastError, GivesTheCodeOfTheLatestFailure) {
    aclDestroyDataBuffer(nullptr);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    const OwnedDesc desc = makeDesc();
    aclTensorDesc* result = nullptr;
    aclDestroyDataBuffer(nullptr);
    aclTransTensorDescFormat(desc.get(), ACL_FORMAT_ND, &result);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_API_NOT_SUPPORT);
    forgetErrors();
}

TEST(aclrtGetLastError, FunctionsThatReturnNoCodeCountToo) {
    forgetErrors();
    EXPECT_EQ(aclGetDataBufferAddr(nullptr), nullptr);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    forgetErrors();
}

TEST(aclrtGetLastError, SuccessKeepsTheCode) {
    aclDestroyDataBuffer(nullptr);
    makeBuffer();
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    forgetErrors();
}

TEST(aclrtGetLastError, ReadingTheMessageKeepsTheCode) {
    aclDestroyDataBuffer(nullptr);
    EXPECT_NE(recentMessage(), "");
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    forgetErrors();
}

TEST(aclrtGetLastError, MessageIsKept) {
    aclDestroyDataBuffer(nullptr);
    aclrtGetLastError(ACL_RT_THREAD_LEVEL);
    EXPECT_NE(recentMessage(), "");
    forgetErrors();
}

TEST(aclrtGetLastError, OtherLevelsAreRefused) {
    for (const int level : {1, 2, -1, 1000}) {
        EXPECT_TRUE(refused("aclrtGetLastError", "level",
                            [&] { return aclrtGetLastError(enumOf<aclrtLastErrLevel>(level)); }));
    }
}

TEST(aclrtGetLastError, EachThreadHasItsOwnCode) {
    forgetErrors();
    onThreads(8, [](size_t thread) {
        for (int i = 0; i < 200; ++i) {
            if (thread % 2 == 0) {
                aclDestroyDataBuffer(nullptr);
            }
            ASSERT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL),
                      thread % 2 == 0 ? ACL_ERROR_INVALID_PARAM : ACL_SUCCESS);
        }
    });
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
}

TEST(aclrtGetLastError, ClearsTheCode) {
    aclDestroyDataBuffer(nullptr);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
    forgetErrors();
}

}  // namespace
}  // namespace belay::test::aclrtGetLastError_test
