#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtDeviceDisablePeerAccess_test {
namespace {

// Whether `device` has been let to the memory of `peer`.
int32_t mayAccess(int32_t device, int32_t peer) {
    int32_t status = 42;
    EXPECT_EQ(aclrtDevicePeerAccessStatus(device, peer, &status), ACL_SUCCESS) << recentMessage();
    return status;
}

TEST(aclrtDeviceDisablePeerAccess, TakesBackWhatWasPermitted) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice session;
    ASSERT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(mayAccess(0, 1), 0);
}

TEST(aclrtDeviceDisablePeerAccess, MayComeTwiceOrForNothing) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice session;
    EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(mayAccess(0, 1), 0);
}

TEST(aclrtDeviceDisablePeerAccess, DeviceItselfIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtDeviceDisablePeerAccess",
                            "'peerDeviceId'", [] { return aclrtDeviceDisablePeerAccess(0); }));
}

TEST(aclrtDeviceDisablePeerAccess, DeviceThatIsNotThereIsRefused) {
    const SetDevice session;
    expectNeedsDeviceNumber(
        "aclrtDeviceDisablePeerAccess",
        [](int32_t device) { return aclrtDeviceDisablePeerAccess(device); },
        ACL_ERROR_RT_INVALID_DEVICEID, "peerDeviceId");
}

TEST(aclrtDeviceDisablePeerAccess, ThreadWithoutContextIsRefused) {
    expectNeedsContext("aclrtDeviceDisablePeerAccess",
                       [] { return aclrtDeviceDisablePeerAccess(1); });
}

}  // namespace
}  // namespace belay::test::aclrtDeviceDisablePeerAccess_test
