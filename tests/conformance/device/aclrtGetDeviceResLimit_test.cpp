#include <gtest/gtest.h>

#include <climits>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetDeviceResLimit_test {
namespace {

uint32_t limit(aclrtDevResLimitType type = ACL_RT_DEV_RES_CUBE_CORE, int32_t device = 0) {
    uint32_t value = 424242;
    EXPECT_EQ(aclrtGetDeviceResLimit(device, type, &value), ACL_SUCCESS) << recentMessage();
    return value;
}

uint32_t cores(aclrtDevAttr attr = ACL_DEV_ATTR_CUBE_CORE_NUM) {
    int64_t count = -1;
    EXPECT_EQ(aclrtGetDeviceInfo(0, attr, &count), ACL_SUCCESS);
    return static_cast<uint32_t>(count);
}

TEST(aclrtGetDeviceResLimit, WithoutLimitAllCoresMayBeUsed) {
    EXPECT_EQ(limit(), cores());
    const SetDevice session;
    EXPECT_EQ(limit(), cores());
    EXPECT_EQ(limit(ACL_RT_DEV_RES_VECTOR_CORE), cores(ACL_DEV_ATTR_VECTOR_CORE_NUM));
    onThreadWithoutContext([] { EXPECT_EQ(limit(), cores()); });
}

TEST(aclrtGetDeviceResLimit, UnknownKindOfCoreIsRefused) {
    uint32_t value = 42;
    for (const int number : {-1, 2, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtGetDeviceResLimit", "'type'",
                                [&] {
                                    return aclrtGetDeviceResLimit(
                                        0, enumOf<aclrtDevResLimitType>(number), &value);
                                }))
            << number;
    }
}

TEST(aclrtGetDeviceResLimit, DeviceThatIsNotThereIsRefused) {
    uint32_t value = 42;
    expectNeedsDeviceNumber("aclrtGetDeviceResLimit", [&](int32_t device) {
        return aclrtGetDeviceResLimit(device, ACL_RT_DEV_RES_CUBE_CORE, &value);
    });
    EXPECT_EQ(value, 42U);
}

TEST(aclrtGetDeviceResLimit, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetDeviceResLimit", "value", [] {
        return aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, nullptr);
    }));
}

}  // namespace
}  // namespace belay::test::aclrtGetDeviceResLimit_test
