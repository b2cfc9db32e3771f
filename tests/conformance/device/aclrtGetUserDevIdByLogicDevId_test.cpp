#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetUserDevIdByLogicDevId_test {
namespace {

int32_t mapped(int32_t number) {
    int32_t result = -42;
    EXPECT_EQ(aclrtGetUserDevIdByLogicDevId(number, &result), ACL_SUCCESS) << recentMessage();
    return result;
}

TEST(aclrtGetUserDevIdByLogicDevId, GivesTheSameNumberWhenAllDevicesAreVisible) {
    for (int32_t device = 0; device < static_cast<int32_t>(deviceCount()); ++device) {
        EXPECT_EQ(mapped(device), device);
    }
}

TEST(aclrtGetUserDevIdByLogicDevId, FollowsTheVisibleDevices) {  // B07
    expectEndsWell(
        [] {
            EXPECT_EQ(mapped(1), 0);
            EXPECT_EQ(mapped(3), 1);
            for (const int32_t number : {0, 2}) {
                int32_t result = 42;
                EXPECT_TRUE(
                    refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtGetUserDevIdByLogicDevId",
                                "ASCEND_RT_VISIBLE_DEVICES",
                                [&] { return aclrtGetUserDevIdByLogicDevId(number, &result); }));
                EXPECT_EQ(result, 42);
            }
        },
        {.environment = {{"BELAY_DRIVER", "sim"},
                         {"BELAY_SIM_DEVICES", "4"},
                         {"ASCEND_RT_VISIBLE_DEVICES", "1,3"}}});
}

TEST(aclrtGetUserDevIdByLogicDevId, NumberOfNoDeviceIsRefused) {
    int32_t result = 42;
    expectNeedsDeviceNumber(
        "aclrtGetUserDevIdByLogicDevId",
        [&](int32_t number) { return aclrtGetUserDevIdByLogicDevId(number, &result); },
        ACL_ERROR_RT_INVALID_DEVICEID, "logicDevId");
    EXPECT_EQ(result, 42);
}

TEST(aclrtGetUserDevIdByLogicDevId, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetUserDevIdByLogicDevId", "userDevid",
                        [] { return aclrtGetUserDevIdByLogicDevId(0, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetUserDevIdByLogicDevId_test
