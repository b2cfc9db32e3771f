#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/device_refusals.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtDeviceEnablePeerAccess_test {
namespace {

// Whether `device` has been let to the memory of `peer`.
int32_t mayAccess(int32_t device, int32_t peer) {
    int32_t status = 42;
    EXPECT_EQ(aclrtDevicePeerAccessStatus(device, peer, &status), ACL_SUCCESS) << recentMessage();
    return status;
}

TEST(aclrtDeviceEnablePeerAccess, GoesOneWay) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice second(1);
    const SetDevice first(0);
    EXPECT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(mayAccess(0, 1), 1);
    EXPECT_EQ(mayAccess(1, 0), 0);
    EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_SUCCESS);
}

TEST(aclrtDeviceEnablePeerAccess, IsOfTheDeviceAndMayBeRepeated) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice session;
    onThreads(2, [](size_t) {
        const SetDevice own;
        for (int i = 0; i < 100; ++i) {
            ASSERT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
            ASSERT_EQ(mayAccess(0, 1), 1);
        }
    });
    EXPECT_EQ(mayAccess(0, 1), 1);
    EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_SUCCESS);
}

TEST(aclrtDeviceEnablePeerAccess, LetsDataGoBetweenDevices) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice second(1);
    const DeviceMemory there(4096);
    const SetDevice first(0);
    ASSERT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
    const DeviceMemory here(4096);
    put(here.get(), pattern(4096));
    const OwnedStream stream;
    EXPECT_EQ(aclrtMemcpyAsync(there.get(), 4096, here.get(), 4096,
                               ACL_MEMCPY_INTER_DEVICE_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(fetch(there.get(), 4096), pattern(4096));
    EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_SUCCESS);
}

TEST(aclrtDeviceEnablePeerAccess, EndsWithTheDevice) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    {
        const SetDevice session;
        ASSERT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
    }
    EXPECT_EQ(mayAccess(0, 1), 0);
    const SetDevice session;
    EXPECT_EQ(mayAccess(0, 1), 0);
}

TEST(aclrtDeviceEnablePeerAccess, DeviceItselfIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtDeviceEnablePeerAccess",
                            "'peerDeviceId'", [] { return aclrtDeviceEnablePeerAccess(0, 0); }));
}

TEST(aclrtDeviceEnablePeerAccess, FlagsMustBeZero) {
    const SetDevice session;
    for (const uint32_t flags : {1U, 2U, UINT32_MAX}) {
        EXPECT_TRUE(refused("aclrtDeviceEnablePeerAccess", "flags",
                            [&] { return aclrtDeviceEnablePeerAccess(1, flags); }));
    }
}

TEST(aclrtDeviceEnablePeerAccess, DeviceThatIsNotThereIsRefused) {
    const SetDevice session;
    expectNeedsDeviceNumber(
        "aclrtDeviceEnablePeerAccess",
        [](int32_t device) { return aclrtDeviceEnablePeerAccess(device, 0); },
        ACL_ERROR_RT_INVALID_DEVICEID, "peerDeviceId");
}

TEST(aclrtDeviceEnablePeerAccess, ThreadWithoutContextIsRefused) {
    expectNeedsContext("aclrtDeviceEnablePeerAccess",
                       [] { return aclrtDeviceEnablePeerAccess(1, 0); });
}

}  // namespace
}  // namespace belay::test::aclrtDeviceEnablePeerAccess_test
