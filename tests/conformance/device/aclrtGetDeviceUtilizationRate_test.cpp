#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetDeviceUtilizationRate_test {
namespace {

TEST(aclrtGetDeviceUtilizationRate, IdleDeviceIsIdle) {
    const SetDevice session;
    aclrtUtilizationInfo info{42, 42, 42, 42, nullptr};
    EXPECT_EQ(aclrtGetDeviceUtilizationRate(0, &info), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(info.cubeUtilization, 0);
    EXPECT_EQ(info.vectorUtilization, 0);
    EXPECT_EQ(info.aicpuUtilization, 0);
    EXPECT_EQ(info.memoryUtilization, -1);  // as documented
    EXPECT_EQ(info.utilizationExtend, nullptr);
}

TEST(aclrtGetDeviceUtilizationRate, DeviceNeedNotBeSet) {
    onThreadWithoutContext([] {
        aclrtUtilizationInfo info{42, 42, 42, 42, nullptr};
        EXPECT_EQ(aclrtGetDeviceUtilizationRate(0, &info), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(info.cubeUtilization, 0);
    });
}

TEST(aclrtGetDeviceUtilizationRate, ChipWithoutVectorCoresSaysSo) {
    expectEndsWell(
        [] {
            aclrtUtilizationInfo info{42, 42, 42, 42, nullptr};
            EXPECT_EQ(aclrtGetDeviceUtilizationRate(0, &info), ACL_SUCCESS) << recentMessage();
            EXPECT_EQ(info.vectorUtilization, -1);
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_SOC", "Ascend910A"}}});
}

TEST(aclrtGetDeviceUtilizationRate, ReservedPartMustBeNull) {
    int anything = 0;
    aclrtUtilizationInfo info{42, 42, 42, 42,
                              reinterpret_cast<aclrtUtilizationExtendInfo*>(&anything)};
    EXPECT_TRUE(refused("aclrtGetDeviceUtilizationRate", "utilizationInfo",
                        [&] { return aclrtGetDeviceUtilizationRate(0, &info); }));
    EXPECT_EQ(info.cubeUtilization, 42);
}

TEST(aclrtGetDeviceUtilizationRate, DeviceThatIsNotThereIsRefused) {
    aclrtUtilizationInfo info{42, 42, 42, 42, nullptr};
    expectNeedsDeviceNumber("aclrtGetDeviceUtilizationRate", [&](int32_t device) {
        return aclrtGetDeviceUtilizationRate(device, &info);
    });
    EXPECT_EQ(info.cubeUtilization, 42);
}

TEST(aclrtGetDeviceUtilizationRate, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetDeviceUtilizationRate", "utilizationInfo",
                        [] { return aclrtGetDeviceUtilizationRate(0, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetDeviceUtilizationRate_test
