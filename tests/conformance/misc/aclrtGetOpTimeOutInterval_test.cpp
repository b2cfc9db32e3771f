#include <gtest/gtest.h>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetOpTimeOutInterval_test {
namespace {

TEST(aclrtGetOpTimeOutInterval, IsThatOfTheHardware) {
    uint64_t interval = 42;
    EXPECT_EQ(aclrtGetOpTimeOutInterval(&interval), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(interval, 4'294'967U);
}

TEST(aclrtGetOpTimeOutInterval, WithoutVisibleDeviceIsRefused) {
    expectEndsWell(
        [] {
            uint64_t interval = 42;
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_NO_DEVICE, "aclrtGetOpTimeOutInterval", "device",
                                    [&] { return aclrtGetOpTimeOutInterval(&interval); }));
            EXPECT_EQ(interval, 42U);
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"ASCEND_RT_VISIBLE_DEVICES", "9"}}});
}

TEST(aclrtGetOpTimeOutInterval, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetOpTimeOutInterval", "interval",
                        [] { return aclrtGetOpTimeOutInterval(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetOpTimeOutInterval_test
