// What ASCEND_RT_VISIBLE_DEVICES leaves. Four simulated devices, so that lists mean something.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetDeviceCount_visible_test {
namespace {

void withVisibleDevices(const std::string& list, void (*body)()) {
    SCOPED_TRACE(list);
    expectEndsWell(body, {.environment = {{"BELAY_DRIVER", "sim"},
                                          {"BELAY_SIM_DEVICES", "4"},
                                          {"ASCEND_RT_VISIBLE_DEVICES", list}}});
}

void expectNoDevice() {
    uint32_t count = 42;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_NO_DEVICE, "aclrtGetDeviceCount",
                            "ASCEND_RT_VISIBLE_DEVICES",
                            [&] { return aclrtGetDeviceCount(&count); }));
    EXPECT_EQ(count, 42U);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtSetDevice",
                            "ASCEND_RT_VISIBLE_DEVICES", [] { return aclrtSetDevice(0); }));
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtCreateContext(&context, 0), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtGetSocName(), nullptr);
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST(aclrtGetDeviceCount, CountsVisibleDevicesOnly) {  // B07
    withVisibleDevices("1", [] {
        EXPECT_EQ(deviceCount(), 1U);
        const SetDevice session;
        int32_t device = -1;
        EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
        EXPECT_EQ(device, 0);
        EXPECT_EQ(aclrtSetDevice(1), ACL_ERROR_RT_INVALID_DEVICEID);
    });
    withVisibleDevices("1,3", [] {
        EXPECT_EQ(deviceCount(), 2U);
        const SetDevice first(0);
        const SetDevice second(1);
        const OwnedStream stream;
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDevice(2), ACL_ERROR_RT_INVALID_DEVICEID);
    });
    withVisibleDevices("0,1,2,3", [] { EXPECT_EQ(deviceCount(), 4U); });
}

TEST(aclrtGetDeviceCount, CountsUpToTheFirstEntryThatIsNoDevice) {
    withVisibleDevices("0,1,7,2", [] { EXPECT_EQ(deviceCount(), 2U); });
    withVisibleDevices("2,x", [] { EXPECT_EQ(deviceCount(), 1U); });
}

TEST(aclrtGetDeviceCount, WithoutVisibleDeviceIsRefused) {  // B06
    for (const char* list : {"4", "x", "-1", "0,0", "1,0", "3,1,2"}) {
        withVisibleDevices(list, expectNoDevice);
    }
}

TEST(aclrtGetDeviceCount, StaysWhatItWasAtTheFirstLook) {  // B08
    expectEndsWell(
        [] {
            EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
            EXPECT_EQ(deviceCount(), 4U);
            ::setenv("ASCEND_RT_VISIBLE_DEVICES", "0", 1);
            EXPECT_EQ(deviceCount(), 4U);
            { const SetDevice last(3); }
            EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
            EXPECT_EQ(deviceCount(), 4U);
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_DEVICES", "4"}}});
}

TEST(aclrtGetDeviceCount, MayBeLimitedByTheProgramBeforeTheFirstLook) {
    expectEndsWell(
        [] {
            EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
            ::setenv("ASCEND_RT_VISIBLE_DEVICES", "2", 1);
            EXPECT_EQ(deviceCount(), 1U);
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_DEVICES", "4"}}});
}

}  // namespace
}  // namespace belay::test::aclrtGetDeviceCount_visible_test
