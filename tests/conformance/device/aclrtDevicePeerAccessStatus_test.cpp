#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/refusal.h"

namespace belay::test::aclrtDevicePeerAccessStatus_test {
namespace {

TEST(aclrtDevicePeerAccessStatus, FollowsEnableAndDisableOnAnyThread) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice session;
    const auto expect = [](int32_t expected) {
        onThreadWithoutContext([expected] {
            int32_t status = 42;
            EXPECT_EQ(aclrtDevicePeerAccessStatus(0, 1, &status), ACL_SUCCESS) << recentMessage();
            EXPECT_EQ(status, expected);
        });
    };
    expect(0);
    ASSERT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
    expect(1);
    ASSERT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_SUCCESS);
    expect(0);
}

TEST(aclrtDevicePeerAccessStatus, DeviceThatIsNotSetAccessesNothing) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    int32_t status = 42;
    EXPECT_EQ(aclrtDevicePeerAccessStatus(0, 1, &status), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(status, 0);
}

TEST(aclrtDevicePeerAccessStatus, DeviceItselfIsRefused) {
    int32_t status = 42;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtDevicePeerAccessStatus",
                            "'peerDeviceId'",
                            [&] { return aclrtDevicePeerAccessStatus(0, 0, &status); }));
    EXPECT_EQ(status, 42);
}

TEST(aclrtDevicePeerAccessStatus, DeviceThatIsNotThereIsRefused) {
    int32_t status = 42;
    expectNeedsDeviceNumber("aclrtDevicePeerAccessStatus", [&](int32_t device) {
        return aclrtDevicePeerAccessStatus(device, 0, &status);
    });
    expectNeedsDeviceNumber(
        "aclrtDevicePeerAccessStatus",
        [&](int32_t device) { return aclrtDevicePeerAccessStatus(0, device, &status); },
        ACL_ERROR_RT_INVALID_DEVICEID, "peerDeviceId");
    EXPECT_EQ(status, 42);
}

TEST(aclrtDevicePeerAccessStatus, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtDevicePeerAccessStatus", "status",
                        [] { return aclrtDevicePeerAccessStatus(0, 1, nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtDevicePeerAccessStatus_test
