#include <gtest/gtest.h>

#include <climits>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/refusal.h"

namespace belay::test::aclGetDeviceCapability_test {
namespace {

int64_t capability(aclDeviceInfo which) {
    int64_t value = -42;
    EXPECT_EQ(aclGetDeviceCapability(0, which, &value), ACL_SUCCESS) << recentMessage();
    return value;
}

TEST(aclGetDeviceCapability, AgreesWithTheAttributes) {
    const auto attribute = [](aclrtDevAttr attr) {
        int64_t value = -1;
        EXPECT_EQ(aclrtGetDeviceInfo(0, attr, &value), ACL_SUCCESS);
        return value;
    };
    EXPECT_EQ(capability(ACL_DEVICE_INFO_AI_CORE_NUM), attribute(ACL_DEV_ATTR_AICORE_CORE_NUM));
    EXPECT_EQ(capability(ACL_DEVICE_INFO_VECTOR_CORE_NUM), attribute(ACL_DEV_ATTR_VECTOR_CORE_NUM));
    EXPECT_EQ(capability(ACL_DEVICE_INFO_L2_SIZE), attribute(ACL_DEV_ATTR_L2_CACHE_SIZE));
    EXPECT_GT(capability(ACL_DEVICE_INFO_AI_CORE_NUM), 0);
}

TEST(aclGetDeviceCapability, UnknownPropertyIsRefused) {
    int64_t value = 42;
    for (const int number : {-1, 3, 100, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refused("aclGetDeviceCapability", "deviceInfo", [&] {
            return aclGetDeviceCapability(0, enumOf<aclDeviceInfo>(number), &value);
        })) << number;
    }
    EXPECT_EQ(value, 42);
}

TEST(aclGetDeviceCapability, DeviceThatIsNotThereIsRefused) {
    int64_t value = 42;
    expectNeedsDeviceNumber(
        "aclGetDeviceCapability",
        [&](int32_t device) {
            return aclGetDeviceCapability(static_cast<uint32_t>(device), ACL_DEVICE_INFO_L2_SIZE,
                                          &value);
        },
        ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(value, 42);
}

TEST(aclGetDeviceCapability, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclGetDeviceCapability", "value", [] {
        return aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, nullptr);
    }));
}

}  // namespace
}  // namespace belay::test::aclGetDeviceCapability_test
