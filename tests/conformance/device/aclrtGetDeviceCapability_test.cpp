#include <gtest/gtest.h>

#include <climits>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetDeviceCapability_test {
namespace {

// Neither message queues nor updates of tasks are there yet; when they are, these answers change.
TEST(aclrtGetDeviceCapability, SimulatedDevicesOfferNeitherFeature) {
    for (const aclrtDevFeatureType feature :
         {ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV}) {
        int32_t value = 42;
        EXPECT_EQ(aclrtGetDeviceCapability(0, feature, &value), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(value, ACL_DEV_FEATURE_NOT_SUPPORT) << feature;
    }
}

TEST(aclrtGetDeviceCapability, UnknownFeatureIsRefused) {
    int32_t value = 42;
    for (const int number : {-1, 0, 2, 20, 22, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_RT_PARAM_INVALID, "aclrtGetDeviceCapability", "'devFeatureType'",
            [&] {
                return aclrtGetDeviceCapability(0, enumOf<aclrtDevFeatureType>(number), &value);
            }))
            << number;
    }
    EXPECT_EQ(value, 42);
}

TEST(aclrtGetDeviceCapability, DeviceThatIsNotThereIsRefused) {
    int32_t value = 42;
    expectNeedsDeviceNumber("aclrtGetDeviceCapability", [&](int32_t device) {
        return aclrtGetDeviceCapability(device, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, &value);
    });
    EXPECT_EQ(value, 42);
}

TEST(aclrtGetDeviceCapability, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetDeviceCapability", "value", [] {
        return aclrtGetDeviceCapability(0, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, nullptr);
    }));
}

}  // namespace
}  // namespace belay::test::aclrtGetDeviceCapability_test
