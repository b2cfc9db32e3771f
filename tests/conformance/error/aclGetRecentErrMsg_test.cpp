#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "support/bad_handles.h"
#include "support/fresh_process.h"
#include "support/temp_folder.h"

namespace belay::test::aclGetRecentErrMsg_test {
namespace {

TEST(aclGetRecentErrMsg, IsNullWhenNothingFailed) {
    std::thread([] {
        EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
        makeBuffer();
        EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
    }).join();
}

TEST(aclGetRecentErrMsg, GivesTheTextOnce) {
    aclDestroyDataBuffer(nullptr);
    const char* text = aclGetRecentErrMsg();
    ASSERT_NE(text, nullptr);
    EXPECT_NE(std::string(text), "");
    EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST(aclGetRecentErrMsg, NamesFunctionArgumentRuleAndCode) {
    forgetErrors();
    aclUpdateDataBuffer(nullptr, nullptr, 0);
    const std::string text = recentMessage();
    EXPECT_EQ(text.rfind("aclUpdateDataBuffer: ", 0), 0U) << text;
    EXPECT_NE(text.find("'dataBuffer' is null"), std::string::npos) << text;
    EXPECT_NE(text.find("data buffer"), std::string::npos) << text;
    EXPECT_NE(text.find("100000"), std::string::npos) << text;
}

TEST(aclGetRecentErrMsg, TellsWhatIsWrongWithAHandle) {
    const OwnedDesc desc = makeDesc();
    aclDestroyDataBuffer(reinterpret_cast<aclDataBuffer*>(desc.get()));
    EXPECT_NE(recentMessage().find("tensor description"), std::string::npos);
    aclDataBuffer* destroyed = makeBuffer().release();
    aclDestroyDataBuffer(destroyed);
    aclDestroyDataBuffer(destroyed);
    EXPECT_NE(recentMessage().find("destroyed"), std::string::npos);
    aclDestroyDataBuffer(reinterpret_cast<aclDataBuffer*>(0x1234));
    EXPECT_NE(recentMessage().find("not a handle"), std::string::npos);
}

TEST(aclGetRecentErrMsg, LaterFailureReplacesTheEarlier) {
    aclDestroyDataBuffer(nullptr);
    aclSetTensorConst(nullptr, nullptr, 0);
    EXPECT_EQ(recentMessage().rfind("aclSetTensorConst", 0), 0U);
    EXPECT_EQ(recentMessage(), "");
}

TEST(aclGetRecentErrMsg, SuccessKeepsTheText) {
    aclDestroyDataBuffer(nullptr);
    makeBuffer();
    EXPECT_EQ(recentMessage().rfind("aclDestroyDataBuffer", 0), 0U);
}

TEST(aclGetRecentErrMsg, TextStaysValidUntilTheNextCall) {
    aclDestroyDataBuffer(nullptr);
    const char* text = aclGetRecentErrMsg();
    for (int i = 0; i < 100; ++i) {
        aclSetTensorConst(nullptr, nullptr, 0);
    }
    EXPECT_EQ(std::string(text).rfind("aclDestroyDataBuffer", 0), 0U);
    forgetErrors();
}

TEST(aclGetRecentErrMsg, EachThreadHasItsOwnText) {
    forgetErrors();
    onThreads(8, [](size_t thread) {
        for (int i = 0; i < 200; ++i) {
            if (thread % 2 == 0) {
                aclDestroyDataBuffer(nullptr);
                ASSERT_EQ(recentMessage().rfind("aclDestroyDataBuffer", 0), 0U);
            } else {
                aclSetTensorConst(nullptr, nullptr, 0);
                ASSERT_EQ(recentMessage().rfind("aclSetTensorConst", 0), 0U);
            }
            ASSERT_EQ(recentMessage(), "");
        }
    });
    EXPECT_EQ(recentMessage(), "");
}

TEST(aclGetRecentErrMsg, ConfigurationMakesTheTextCommonToAllThreads) {
    const TempFolder folder;
    const std::string file = folder.write("acl.json", R"({"err_msg_mode": "1"})");
    expectEndsWell(
        [] {
            ASSERT_EQ(aclInit(freshArgument(0).c_str()), ACL_SUCCESS);
            std::thread([] { aclDestroyDataBuffer(nullptr); }).join();
            EXPECT_EQ(recentMessage().rfind("aclDestroyDataBuffer", 0), 0U);
            std::thread([] { EXPECT_EQ(recentMessage(), ""); }).join();
        },
        {.arguments = {file}});
}

TEST(aclGetRecentErrMsg, CommonTextIsGivenToOneOfManyThreads) {
    const TempFolder folder;
    const std::string file = folder.write("acl.json", R"({"err_msg_mode": "1"})");
    expectEndsWell(
        [] {
            ASSERT_EQ(aclInit(freshArgument(0).c_str()), ACL_SUCCESS);
            for (int round = 0; round < 50; ++round) {
                aclDestroyDataBuffer(nullptr);
                std::atomic<int> given{0};
                onThreads(4, [&](size_t) { given += recentMessage().empty() ? 0 : 1; });
                ASSERT_EQ(given, 1);
            }
        },
        {.arguments = {file}});
}

TEST(aclGetRecentErrMsg, WorksAfterFinalize) {
    expectEndsWell([] {
        aclInit(nullptr);
        aclFinalize();
        aclFinalize();
        EXPECT_EQ(recentMessage().rfind("aclFinalize", 0), 0U);
    });
}

}  // namespace
}  // namespace belay::test::aclGetRecentErrMsg_test
