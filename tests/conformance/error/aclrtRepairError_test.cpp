#include <gtest/gtest.h>

#include <string>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/faults.h"
#include "support/refusal.h"

namespace belay::test::aclrtRepairError_test {
namespace {

TEST(aclrtRepairError, MemoryCanBeUsedAgainButItsContentIsLost) {
    withFault("memory", [] {
        const SetDevice session;
        const DeviceMemory memory(8192);
        put(memory.get(), pattern(8192));
        EXPECT_EQ(copyInStream(memory.get(), 64), ACL_ERROR_RT_DEVICE_MEM_ERROR);
        EXPECT_EQ(copyInStream(memory.get(), 64), ACL_ERROR_RT_DEVICE_MEM_ERROR);
        EXPECT_EQ(copyInStream(memory.get() + 4096, 64), ACL_SUCCESS);
        const aclrtErrorInfo info = faultOf(0);
        EXPECT_EQ(aclrtRepairError(0, &info), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(faultOf(0).errorType, ACL_RT_NO_ERROR);
        EXPECT_EQ(statusOf(0), ACL_RT_DEVICE_STATUS_NORMAL);
        EXPECT_EQ(fetch(memory.get(), 64), std::string(64, '\0'));
        EXPECT_EQ(copyInStream(memory.get(), 64), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtRepairError", "error",
                                [&] { return aclrtRepairError(0, &info); }));
    });
}

TEST(aclrtRepairError, CacheCanBeRepaired) {
    withFault("l2", [] {
        const SetDevice session;
        const DeviceMemory memory(64);
        EXPECT_NE(copyInStream(memory.get(), 64), ACL_SUCCESS);
        const aclrtErrorInfo info = faultOf(0);
        EXPECT_EQ(aclrtRepairError(0, &info), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(statusOf(0), ACL_RT_DEVICE_STATUS_NORMAL);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtRepairError", "no fault",
                                [&] { return aclrtRepairError(0, &info); }));
    });
}

TEST(aclrtRepairError, LinkCannotBeRepaired) {
    withFault("link", [] {
        const SetDevice session;
        const DeviceMemory memory(64);
        EXPECT_NE(copyInStream(memory.get(), 64), ACL_SUCCESS);
        const aclrtErrorInfo info = faultOf(0);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtRepairError",
                                "not supported", [&] { return aclrtRepairError(0, &info); }));
        EXPECT_EQ(statusOf(0), ACL_RT_DEVICE_STATUS_ABNORMAL);
    });
}

TEST(aclrtRepairError, DescriptionsThatDescribeNothingAreRefused) {
    const SetDevice session;
    aclrtErrorInfo info{};
    const auto isRefused = [&info](const char* subject) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtRepairError", subject,
                           [&] { return aclrtRepairError(0, &info); });
    };
    EXPECT_TRUE(isRefused("errorType"));
    info.errorType = enumOf<aclrtErrorType>(6);
    EXPECT_TRUE(isRefused("errorType"));
    info.errorType = ACL_RT_ERROR_MEMORY;
    EXPECT_TRUE(isRefused("hasDetail"));
    info.hasDetail = 1;
    for (const size_t size : {size_t{0}, size_t{21}, SIZE_MAX}) {
        info.detail.uceInfo.arraySize = size;
        EXPECT_TRUE(isRefused("arraySize"));
    }
}

TEST(aclrtRepairError, FaultsOfOtherKindsAreNotSupported) {
    const SetDevice session;
    aclrtErrorInfo info{};
    for (const aclrtErrorType type :
         {ACL_RT_ERROR_AICORE, ACL_RT_ERROR_LINK, ACL_RT_ERROR_L3_PORT, ACL_RT_ERROR_OTHERS}) {
        info.errorType = type;
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtRepairError",
                                "not supported", [&] { return aclrtRepairError(0, &info); }));
    }
}

TEST(aclrtRepairError, DeviceThatIsNotSetIsRefused) {
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtRepairError", "'deviceId'", [] {
        const aclrtErrorInfo info{};
        return aclrtRepairError(0, &info);
    }));
}

TEST(aclrtRepairError, DeviceThatIsNotThereIsRefused) {
    expectNeedsDeviceNumber("aclrtRepairError", [](int32_t device) {
        const aclrtErrorInfo info{};
        return aclrtRepairError(device, &info);
    });
}

TEST(aclrtRepairError, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(
        refused("aclrtRepairError", "errorInfo", [] { return aclrtRepairError(0, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtRepairError_test
