#include "runtime/exceptions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "acl/acl_rt.h"

namespace belay {
namespace {

using testing::ElementsAre;

std::vector<std::string> calls;

void first(ExceptionInfo* info) {
    calls.push_back("first " + std::to_string(aclrtGetTaskIdFromExceptionInfo(info)));
}

void second(ExceptionInfo*) {
    calls.emplace_back("second");
}

void replacement(ExceptionInfo*) {
    calls.emplace_back("replacement");
}

class ExceptionCallbacksTest : public testing::Test {
  protected:
    void SetUp() override { calls.clear(); }

    ExceptionCallbacks callbacks;
    ExceptionInfo info{.taskId = 5};
};

TEST_F(ExceptionCallbacksTest, TheOneThatIsSetRunsBeforeTheRegisteredOnes) {
    ASSERT_TRUE(callbacks.add(second).isOk());
    callbacks.set(replacement);
    callbacks.set(first);
    callbacks.report(info);
    EXPECT_THAT(calls, ElementsAre("first 5", "second"));
}

TEST_F(ExceptionCallbacksTest, SettingNullRemovesTheOneThatIsSet) {
    callbacks.set(first);
    callbacks.set(nullptr);
    callbacks.report(info);
    EXPECT_THAT(calls, ElementsAre());
}

TEST_F(ExceptionCallbacksTest, AFunctionIsRegisteredOnce) {
    EXPECT_TRUE(callbacks.add(first).isOk());
    EXPECT_EQ(callbacks.add(first).code(), Code::kInvalidParam);
    EXPECT_TRUE(callbacks.remove(first).isOk());
    EXPECT_EQ(callbacks.remove(first).code(), Code::kInvalidParam);
    callbacks.report(info);
    EXPECT_THAT(calls, ElementsAre());
}

TEST_F(ExceptionCallbacksTest, TheGettersReadWhatTheTaskReported) {
    int argument = 0;
    int function = 0;
    const ExceptionInfo full{.taskId = 1,
                             .streamId = 2,
                             .threadId = 3,
                             .deviceId = 4,
                             .errorCode = 507015,
                             .deviceArgs = &argument,
                             .deviceArgsBytes = 64,
                             .function = &function};
    EXPECT_EQ(aclrtGetTaskIdFromExceptionInfo(&full), 1U);
    EXPECT_EQ(aclrtGetStreamIdFromExceptionInfo(&full), 2U);
    EXPECT_EQ(aclrtGetThreadIdFromExceptionInfo(&full), 3U);
    EXPECT_EQ(aclrtGetDeviceIdFromExceptionInfo(&full), 4U);
    EXPECT_EQ(aclrtGetErrorCodeFromExceptionInfo(&full), 507015U);
    void* args = nullptr;
    uint32_t bytes = 0;
    EXPECT_EQ(aclrtGetArgsFromExceptionInfo(&full, &args, &bytes), ACL_SUCCESS);
    EXPECT_EQ(args, &argument);
    EXPECT_EQ(bytes, 64U);
    aclrtFuncHandle handle = nullptr;
    EXPECT_EQ(aclrtGetFuncHandleFromExceptionInfo(&full, &handle), ACL_SUCCESS);
    EXPECT_EQ(handle, &function);
}

}  // namespace
}  // namespace belay
