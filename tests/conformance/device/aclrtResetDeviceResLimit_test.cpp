#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/refusal.h"

namespace belay::test::aclrtResetDeviceResLimit_test {
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

TEST(aclrtResetDeviceResLimit, RemovesAllLimitsOfTheDevice) {
    const SetDevice session;
    ASSERT_EQ(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 1), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, 1), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDeviceResLimit(0), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(limit(), cores());
    EXPECT_EQ(limit(ACL_RT_DEV_RES_VECTOR_CORE), cores(ACL_DEV_ATTR_VECTOR_CORE_NUM));
    EXPECT_EQ(aclrtResetDeviceResLimit(0), ACL_SUCCESS) << recentMessage();
}

TEST(aclrtResetDeviceResLimit, DeviceThatIsNotSetIsRefused) {
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtResetDeviceResLimit", "'deviceId'",
                            [] { return aclrtResetDeviceResLimit(0); }));
}

TEST(aclrtResetDeviceResLimit, DeviceThatIsNotThereIsRefused) {
    expectNeedsDeviceNumber("aclrtResetDeviceResLimit",
                            [](int32_t device) { return aclrtResetDeviceResLimit(device); });
}

}  // namespace
}  // namespace belay::test::aclrtResetDeviceResLimit_test
