#include <gtest/gtest.h>

#include <climits>

#include "support/device.h"
#include "support/device_numbers.h"
#include "support/refusal.h"

namespace belay::test::aclrtSetDeviceResLimit_test {
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

TEST(aclrtSetDeviceResLimit, HoldsForTheProcessUntilTheDeviceIsReset) {
    {
        const SetDevice session;
        EXPECT_EQ(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 3), ACL_SUCCESS)
            << recentMessage();
        EXPECT_EQ(limit(), 3U);
        EXPECT_EQ(limit(ACL_RT_DEV_RES_VECTOR_CORE), cores(ACL_DEV_ATTR_VECTOR_CORE_NUM));
        onThreadWithoutContext([] { EXPECT_EQ(limit(), 3U); });
    }
    EXPECT_EQ(limit(), cores());
    const SetDevice session;
    EXPECT_EQ(limit(), cores());
}

TEST(aclrtSetDeviceResLimit, LastOneWinsFromAnyThread) {
    const SetDevice session;
    onThreadWithoutContext([] {
        EXPECT_EQ(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, 1), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE,
                                         cores(ACL_DEV_ATTR_VECTOR_CORE_NUM)),
                  ACL_SUCCESS);
    });
    EXPECT_EQ(limit(ACL_RT_DEV_RES_VECTOR_CORE), cores(ACL_DEV_ATTR_VECTOR_CORE_NUM));
}

TEST(aclrtSetDeviceResLimit, IsOfOneDevice) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice second(1);
    const SetDevice first(0);
    EXPECT_EQ(aclrtSetDeviceResLimit(1, ACL_RT_DEV_RES_CUBE_CORE, 5), ACL_SUCCESS);
    EXPECT_EQ(limit(ACL_RT_DEV_RES_CUBE_CORE, 1), 5U);
    EXPECT_EQ(limit(ACL_RT_DEV_RES_CUBE_CORE, 0), cores());
}

TEST(aclrtSetDeviceResLimit, NoCoreAndMoreThanThereAreAreRefused) {
    const SetDevice session;
    for (const uint32_t value : {0U, cores() + 1, UINT32_MAX}) {
        EXPECT_TRUE(
            refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtSetDeviceResLimit", "'value'",
                        [&] { return aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, value); }))
            << value;
    }
    EXPECT_EQ(limit(), cores());
}

TEST(aclrtSetDeviceResLimit, DeviceThatIsNotSetIsRefused) {
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtSetDeviceResLimit", "'deviceId'",
                            [] { return aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 1); }));
}

TEST(aclrtSetDeviceResLimit, UnknownKindOfCoreIsRefused) {
    const SetDevice session;
    for (const int number : {-1, 2, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_RT_PARAM_INVALID, "aclrtSetDeviceResLimit", "'type'",
            [&] { return aclrtSetDeviceResLimit(0, enumOf<aclrtDevResLimitType>(number), 1); }))
            << number;
    }
}

TEST(aclrtSetDeviceResLimit, DeviceThatIsNotThereIsRefused) {
    expectNeedsDeviceNumber("aclrtSetDeviceResLimit", [](int32_t device) {
        return aclrtSetDeviceResLimit(device, ACL_RT_DEV_RES_CUBE_CORE, 1);
    });
}

}  // namespace
}  // namespace belay::test::aclrtSetDeviceResLimit_test
