#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/faults.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetErrorVerbose_test {
namespace {

TEST(aclrtGetErrorVerbose, HealthyDeviceHasNoError) {
    const SetDevice session;
    const aclrtErrorInfo info = faultOf(0);
    EXPECT_EQ(info.errorType, ACL_RT_NO_ERROR);
    EXPECT_EQ(info.tryRepair, 0);
    EXPECT_EQ(info.hasDetail, 0);
}

TEST(aclrtGetErrorVerbose, TellsWhichMemoryHasAnError) {
    withFault("memory", [] {
        const SetDevice other(1);
        const SetDevice session;
        const DeviceMemory memory(8192);
        EXPECT_EQ(copyInStream(memory.get(), 8192), ACL_ERROR_RT_DEVICE_MEM_ERROR);
        const aclrtErrorInfo info = faultOf(0);
        EXPECT_EQ(info.errorType, ACL_RT_ERROR_MEMORY);
        EXPECT_EQ(info.tryRepair, 1);
        ASSERT_EQ(info.hasDetail, 1);
        ASSERT_EQ(info.detail.uceInfo.arraySize, 1U);
        EXPECT_EQ(info.detail.uceInfo.memUceInfoArray[0].addr, memory.get());
        EXPECT_EQ(info.detail.uceInfo.memUceInfoArray[0].len, 4096U);
        EXPECT_EQ(statusOf(0), ACL_RT_DEVICE_STATUS_ABNORMAL);
        EXPECT_EQ(faultOf(1).errorType, ACL_RT_NO_ERROR);
        EXPECT_EQ(statusOf(1), ACL_RT_DEVICE_STATUS_NORMAL);
    });
}

TEST(aclrtGetErrorVerbose, TellsOtherFaults) {
    withFault("l2", [] {
        const SetDevice session;
        const DeviceMemory memory(64);
        EXPECT_EQ(copyInStream(memory.get(), 64), ACL_ERROR_RT_DEVICE_MEM_ERROR);
        EXPECT_EQ(faultOf(0).errorType, ACL_RT_ERROR_L2);
        EXPECT_EQ(faultOf(0).tryRepair, 1);
        EXPECT_EQ(faultOf(0).hasDetail, 0);
    });
    withFault("link", [] {
        const SetDevice session;
        const DeviceMemory memory(64);
        EXPECT_EQ(copyInStream(memory.get(), 64), ACL_ERROR_RT_SUSPECT_REMOTE_ERROR);
        EXPECT_EQ(faultOf(0).errorType, ACL_RT_ERROR_LINK);
        EXPECT_EQ(faultOf(0).tryRepair, 0);
    });
}

TEST(aclrtGetErrorVerbose, ForcedResetGivesACleanDevice) {
    withFault("link", [] {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        void* memory = nullptr;
        ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        EXPECT_NE(copyInStream(memory, 64), ACL_SUCCESS);
        EXPECT_EQ(statusOf(0), ACL_RT_DEVICE_STATUS_ABNORMAL);
        ASSERT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
        EXPECT_EQ(statusOf(0), ACL_RT_DEVICE_STATUS_NORMAL);
        const SetDevice session;
        EXPECT_EQ(faultOf(0).errorType, ACL_RT_NO_ERROR);
        const DeviceMemory again(64);
        EXPECT_EQ(copyInStream(again.get(), 64), ACL_SUCCESS);
    });
}

TEST(aclrtGetErrorVerbose, DeviceThatIsNotSetIsRefused) {
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtGetErrorVerbose", "'deviceId'", [] {
        aclrtErrorInfo info{};
        return aclrtGetErrorVerbose(0, &info);
    }));
}

TEST(aclrtGetErrorVerbose, DeviceThatIsNotThereIsRefused) {
    expectNeedsDeviceNumber("aclrtGetErrorVerbose", [](int32_t device) {
        aclrtErrorInfo info{};
        return aclrtGetErrorVerbose(device, &info);
    });
}

TEST(aclrtGetErrorVerbose, NullForTheAnswerIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtGetErrorVerbose", "errorInfo",
                        [] { return aclrtGetErrorVerbose(0, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetErrorVerbose_test
