#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetPhyDevIdByLogicDevId_test {
namespace {

int32_t mapped(int32_t number) {
    int32_t result = -42;
    EXPECT_EQ(aclrtGetPhyDevIdByLogicDevId(number, &result), ACL_SUCCESS) << recentMessage();
    return result;
}

TEST(aclrtGetPhyDevIdByLogicDevId, GivesTheSameNumberWhenAllDevicesAreVisible) {
    for (int32_t device = 0; device < static_cast<int32_t>(deviceCount()); ++device) {
        EXPECT_EQ(mapped(device), device);
    }
}

TEST(aclrtGetPhyDevIdByLogicDevId, FollowsTheVisibleDevices) {  // B07
    expectEndsWell(
        [] {
            EXPECT_EQ(mapped(0), 1);
            EXPECT_EQ(mapped(1), 3);
            for (const int32_t number : {2, 3}) {
                int32_t result = 42;
                EXPECT_TRUE(
                    refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtGetPhyDevIdByLogicDevId",
                                "ASCEND_RT_VISIBLE_DEVICES",
                                [&] { return aclrtGetPhyDevIdByLogicDevId(number, &result); }));
                EXPECT_EQ(result, 42);
            }
        },
        {.environment = {{"BELAY_DRIVER", "sim"},
                         {"BELAY_SIM_DEVICES", "4"},
                         {"ASCEND_RT_VISIBLE_DEVICES", "1,3"}}});
}

TEST(aclrtGetPhyDevIdByLogicDevId, NumberOfNoDeviceIsRefused) {
    int32_t result = 42;
    expectNeedsDeviceNumber(
        "aclrtGetPhyDevIdByLogicDevId",
        [&](int32_t number) { return aclrtGetPhyDevIdByLogicDevId(number, &result); },
        ACL_ERROR_RT_INVALID_DEVICEID, "logicDevId");
    EXPECT_EQ(result, 42);
}

TEST(aclrtGetPhyDevIdByLogicDevId, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetPhyDevIdByLogicDevId", "phyDevId",
                        [] { return aclrtGetPhyDevIdByLogicDevId(0, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetPhyDevIdByLogicDevId_test
