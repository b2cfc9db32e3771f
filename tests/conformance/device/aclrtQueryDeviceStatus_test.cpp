#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/refusal.h"

namespace belay::test::aclrtQueryDeviceStatus_test {
namespace {

TEST(aclrtQueryDeviceStatus, DevicesAreWellWhetherSetOrNot) {
    const auto status = [] {
        aclrtDeviceStatus answer = ACL_RT_DEVICE_STATUS_END;
        EXPECT_EQ(aclrtQueryDeviceStatus(0, &answer), ACL_SUCCESS) << recentMessage();
        return answer;
    };
    EXPECT_EQ(status(), ACL_RT_DEVICE_STATUS_NORMAL);
    {
        const SetDevice session;
        EXPECT_EQ(status(), ACL_RT_DEVICE_STATUS_NORMAL);
        onThreadWithoutContext([&] { EXPECT_EQ(status(), ACL_RT_DEVICE_STATUS_NORMAL); });
    }
    EXPECT_EQ(status(), ACL_RT_DEVICE_STATUS_NORMAL);
}

TEST(aclrtQueryDeviceStatus, DeviceThatIsNotThereIsRefused) {
    aclrtDeviceStatus answer = ACL_RT_DEVICE_STATUS_END;
    expectNeedsDeviceNumber("aclrtQueryDeviceStatus", [&](int32_t device) {
        return aclrtQueryDeviceStatus(device, &answer);
    });
    EXPECT_EQ(answer, ACL_RT_DEVICE_STATUS_END);
}

TEST(aclrtQueryDeviceStatus, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtQueryDeviceStatus", "deviceStatus",
                        [] { return aclrtQueryDeviceStatus(0, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtQueryDeviceStatus_test
