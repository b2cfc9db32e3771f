#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtGetPhyDevIdByUserDevId_test {
namespace {

int32_t mapped(int32_t number) {
    int32_t result = -42;
    EXPECT_EQ(aclrtGetPhyDevIdByUserDevId(number, &result), ACL_SUCCESS) << recentMessage();
    return result;
}

TEST(aclrtGetPhyDevIdByUserDevId, GivesTheSameNumberWhenAllDevicesAreVisible) {
    for (int32_t device = 0; device < static_cast<int32_t>(deviceCount()); ++device) {
        EXPECT_EQ(mapped(device), device);
    }
}

TEST(aclrtGetPhyDevIdByUserDevId, FollowsTheVisibleDevices) {  // B07
    expectEndsWell(
        [] {
            EXPECT_EQ(mapped(0), 1);
            EXPECT_EQ(mapped(1), 3);
            for (const int32_t number : {2, 3}) {
                int32_t result = 42;
                EXPECT_TRUE(
                    refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtGetPhyDevIdByUserDevId",
                                "ASCEND_RT_VISIBLE_DEVICES",
                                [&] { return aclrtGetPhyDevIdByUserDevId(number, &result); }));
                EXPECT_EQ(result, 42);
            }
        },
        {.environment = {{"BELAY_DRIVER", "sim"},
                         {"BELAY_SIM_DEVICES", "4"},
                         {"ASCEND_RT_VISIBLE_DEVICES", "1,3"}}});
}

TEST(aclrtGetPhyDevIdByUserDevId, NumberOfNoDeviceIsRefused) {
    int32_t result = 42;
    expectNeedsDeviceNumber(
        "aclrtGetPhyDevIdByUserDevId",
        [&](int32_t number) { return aclrtGetPhyDevIdByUserDevId(number, &result); },
        ACL_ERROR_RT_INVALID_DEVICEID, "userDevId");
    EXPECT_EQ(result, 42);
}

TEST(aclrtGetPhyDevIdByUserDevId, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetPhyDevIdByUserDevId", "phyDevId",
                        [] { return aclrtGetPhyDevIdByUserDevId(0, nullptr); }));
}

TEST(aclrtGetPhyDevIdByUserDevId, WithoutVisibleDeviceNothingCanBeAsked) {  // B06
    expectEndsWell(
        [] {
            int32_t result = 42;
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtGetPhyDevIdByUserDevId",
                                    "ASCEND_RT_VISIBLE_DEVICES",
                                    [&] { return aclrtGetPhyDevIdByUserDevId(0, &result); }));
            EXPECT_EQ(result, 42);
        },
        {.environment = {{"BELAY_DRIVER", "sim"},
                         {"BELAY_SIM_DEVICES", "2"},
                         {"ASCEND_RT_VISIBLE_DEVICES", "4"}}});
}

TEST(aclrtGetPhyDevIdByUserDevId, IsUndoneByTheOppositeCallOnEveryThread) {
    const auto count = static_cast<int32_t>(deviceCount());
    onThreads(4, [count](size_t) {
        for (int32_t device = 0; device < count; ++device) {
            int32_t user = -1;
            ASSERT_EQ(aclrtGetUserDevIdByPhyDevId(mapped(device), &user), ACL_SUCCESS);
            ASSERT_EQ(user, device);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclrtGetPhyDevIdByUserDevId_test
