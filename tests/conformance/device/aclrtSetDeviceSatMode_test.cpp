#include <gtest/gtest.h>

#include <climits>
#include <thread>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtSetDeviceSatMode_test {
namespace {

aclrtFloatOverflowMode mode() {
    aclrtFloatOverflowMode value = ACL_RT_OVERFLOW_MODE_UNDEF;
    EXPECT_EQ(aclrtGetDeviceSatMode(&value), ACL_SUCCESS) << recentMessage();
    return value;
}

void onChip(const char* chip, void (*body)()) {
    SCOPED_TRACE(chip);
    expectEndsWell(body, {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_SOC", chip}}});
}

TEST(aclrtSetDeviceSatMode, IsOfTheDeviceUntilItIsReset) {
    {
        const SetDevice session;
        EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), ACL_SUCCESS)
            << recentMessage();
        std::thread([] {
            const SetDevice own;
            EXPECT_EQ(mode(), ACL_RT_OVERFLOW_MODE_SATURATION);
        }).join();
        EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_SUCCESS);
        EXPECT_EQ(mode(), ACL_RT_OVERFLOW_MODE_INFNAN);
        EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), ACL_SUCCESS);
    }
    const SetDevice session;
    EXPECT_EQ(mode(), ACL_RT_OVERFLOW_MODE_INFNAN);
}

TEST(aclrtSetDeviceSatMode, ModeThatTheChipLacksIsRefused) {
    onChip("Ascend950DT_9591", [] {
        const SetDevice session;
        EXPECT_TRUE(
            refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtSetDeviceSatMode", "not supported",
                        [] { return aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION); }));
        EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_SUCCESS);
    });
    onChip("Ascend310P3", [] {
        const SetDevice session;
        EXPECT_EQ(mode(), ACL_RT_OVERFLOW_MODE_SATURATION);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtSetDeviceSatMode",
                                "not supported",
                                [] { return aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN); }));
    });
}

TEST(aclrtSetDeviceSatMode, UnknownModeIsRefused) {
    const SetDevice session;
    for (const int number : {-1, 2, 3, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtSetDeviceSatMode", "'mode'", [&] {
            return aclrtSetDeviceSatMode(enumOf<aclrtFloatOverflowMode>(number));
        })) << number;
    }
    EXPECT_EQ(mode(), ACL_RT_OVERFLOW_MODE_INFNAN);
}

TEST(aclrtSetDeviceSatMode, ThreadWithoutContextIsRefused) {
    expectNeedsContext("aclrtSetDeviceSatMode",
                       [] { return aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN); });
}

}  // namespace
}  // namespace belay::test::aclrtSetDeviceSatMode_test
