#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtGetDevice_test {
namespace {

TEST(aclrtGetDevice, TellsTheDeviceThatWasSet) {
    for (uint32_t number = 0; number < deviceCount(); ++number) {
        const SetDevice session(static_cast<int32_t>(number));
        int32_t device = -1;
        EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
        EXPECT_EQ(device, session.device());
    }
}

TEST(aclrtGetDevice, TellsTheDeviceOfTheCurrentContext) {
    const int32_t last = static_cast<int32_t>(deviceCount()) - 1;
    const SetDevice session(0);
    const OwnedContext context = makeContext(last);
    const ContextScope scope(context.get());
    int32_t device = -1;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, last);
}

TEST(aclrtGetDevice, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtGetDevice", "deviceId", [] { return aclrtGetDevice(nullptr); }));
}

TEST(aclrtGetDevice, NeedsAContext) {
    expectNeedsContext("aclrtGetDevice", [] {
        int32_t device = 42;
        const aclError result = aclrtGetDevice(&device);
        EXPECT_EQ(device, 42);
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtGetDevice_test
