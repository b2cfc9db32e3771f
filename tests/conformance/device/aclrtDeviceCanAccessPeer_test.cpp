#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/refusal.h"

namespace belay::test::aclrtDeviceCanAccessPeer_test {
namespace {

TEST(aclrtDeviceCanAccessPeer, DevicesOfOneMachineReachEachOther) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    for (const int32_t device : {0, 1}) {
        int32_t answer = 42;
        EXPECT_EQ(aclrtDeviceCanAccessPeer(&answer, device, 1 - device), ACL_SUCCESS)
            << recentMessage();
        EXPECT_EQ(answer, 1);
    }
}

TEST(aclrtDeviceCanAccessPeer, DeviceItselfIsRefused) {
    int32_t answer = 42;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtDeviceCanAccessPeer",
                            "'peerDeviceId'",
                            [&] { return aclrtDeviceCanAccessPeer(&answer, 0, 0); }));
    EXPECT_EQ(answer, 42);
}

TEST(aclrtDeviceCanAccessPeer, DeviceThatIsNotThereIsRefused) {
    int32_t answer = 42;
    expectNeedsDeviceNumber("aclrtDeviceCanAccessPeer", [&](int32_t device) {
        return aclrtDeviceCanAccessPeer(&answer, device, 0);
    });
    expectNeedsDeviceNumber(
        "aclrtDeviceCanAccessPeer",
        [&](int32_t device) { return aclrtDeviceCanAccessPeer(&answer, 0, device); },
        ACL_ERROR_RT_INVALID_DEVICEID, "peerDeviceId");
    EXPECT_EQ(answer, 42);
}

TEST(aclrtDeviceCanAccessPeer, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtDeviceCanAccessPeer", "canAccessPeer",
                        [] { return aclrtDeviceCanAccessPeer(nullptr, 0, 1); }));
}

}  // namespace
}  // namespace belay::test::aclrtDeviceCanAccessPeer_test
