#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetDevicesTopo_test {
namespace {

uint64_t topology() {
    uint64_t value = 42;
    EXPECT_EQ(aclrtGetDevicesTopo(0, 1, &value), ACL_SUCCESS) << recentMessage();
    uint64_t back = 43;
    EXPECT_EQ(aclrtGetDevicesTopo(1, 0, &back), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(value, back);
    return value;
}

void onChip(const char* chip, void (*body)()) {
    SCOPED_TRACE(chip);
    expectEndsWell(
        body, {.environment = {
                   {"BELAY_DRIVER", "sim"}, {"BELAY_SIM_DEVICES", "2"}, {"BELAY_SIM_SOC", chip}}});
}

TEST(aclrtGetDevicesTopo, FollowsWhatTheChipIsBuiltInto) {
    onChip("Ascend910B4", [] { EXPECT_EQ(topology(), ACL_RT_DEVS_TOPOLOGY_HCCS); });
    onChip("Ascend910_9391", [] { EXPECT_EQ(topology(), ACL_RT_DEVS_TOPOLOGY_HCCS_SW); });
    onChip("Ascend310P3", [] { EXPECT_EQ(topology(), ACL_RT_DEVS_TOPOLOGY_PHB); });
}

TEST(aclrtGetDevicesTopo, FollowsTheVisibleDevices) {
    expectEndsWell([] { EXPECT_EQ(topology(), ACL_RT_DEVS_TOPOLOGY_HCCS); },
                   {.environment = {{"BELAY_DRIVER", "sim"},
                                    {"BELAY_SIM_DEVICES", "4"},
                                    {"ASCEND_RT_VISIBLE_DEVICES", "2,3"}}});
}

TEST(aclrtGetDevicesTopo, DeviceItselfIsRefused) {
    uint64_t value = 42;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtGetDevicesTopo", "'otherDeviceId'",
                            [&] { return aclrtGetDevicesTopo(0, 0, &value); }));
    EXPECT_EQ(value, 42U);
}

TEST(aclrtGetDevicesTopo, DeviceThatIsNotThereIsRefused) {
    uint64_t value = 42;
    expectNeedsDeviceNumber("aclrtGetDevicesTopo", [&](int32_t device) {
        return aclrtGetDevicesTopo(static_cast<uint32_t>(device), 0, &value);
    });
    expectNeedsDeviceNumber(
        "aclrtGetDevicesTopo",
        [&](int32_t device) {
            return aclrtGetDevicesTopo(0, static_cast<uint32_t>(device), &value);
        },
        ACL_ERROR_RT_INVALID_DEVICEID, "otherDeviceId");
    EXPECT_EQ(value, 42U);
}

TEST(aclrtGetDevicesTopo, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(
        refused("aclrtGetDevicesTopo", "value", [] { return aclrtGetDevicesTopo(0, 1, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetDevicesTopo_test
