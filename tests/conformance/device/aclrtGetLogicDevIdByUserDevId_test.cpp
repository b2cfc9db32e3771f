#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetLogicDevIdByUserDevId_test {
namespace {

int32_t mapped(int32_t number) {
    int32_t result = -42;
    EXPECT_EQ(aclrtGetLogicDevIdByUserDevId(number, &result), ACL_SUCCESS) << recentMessage();
    return result;
}

TEST(aclrtGetLogicDevIdByUserDevId, GivesTheSameNumberWhenAllDevicesAreVisible) {
    for (int32_t device = 0; device < static_cast<int32_t>(deviceCount()); ++device) {
        EXPECT_EQ(mapped(device), device);
    }
}

TEST(aclrtGetLogicDevIdByUserDevId, FollowsTheVisibleDevices) {  // B07
    expectEndsWell(
        [] {
            EXPECT_EQ(mapped(0), 1);
            EXPECT_EQ(mapped(1), 3);
            for (const int32_t number : {2, 3}) {
                int32_t result = 42;
                EXPECT_TRUE(
                    refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtGetLogicDevIdByUserDevId",
                                "ASCEND_RT_VISIBLE_DEVICES",
                                [&] { return aclrtGetLogicDevIdByUserDevId(number, &result); }));
                EXPECT_EQ(result, 42);
            }
        },
        {.environment = {{"BELAY_DRIVER", "sim"},
                         {"BELAY_SIM_DEVICES", "4"},
                         {"ASCEND_RT_VISIBLE_DEVICES", "1,3"}}});
}

TEST(aclrtGetLogicDevIdByUserDevId, NumberOfNoDeviceIsRefused) {
    int32_t result = 42;
    expectNeedsDeviceNumber(
        "aclrtGetLogicDevIdByUserDevId",
        [&](int32_t number) { return aclrtGetLogicDevIdByUserDevId(number, &result); },
        ACL_ERROR_RT_INVALID_DEVICEID, "userDevid");
    EXPECT_EQ(result, 42);
}

TEST(aclrtGetLogicDevIdByUserDevId, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetLogicDevIdByUserDevId", "logicDevId",
                        [] { return aclrtGetLogicDevIdByUserDevId(0, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetLogicDevIdByUserDevId_test
