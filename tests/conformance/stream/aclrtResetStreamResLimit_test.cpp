#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtResetStreamResLimit_test {
namespace {

uint32_t limit(aclrtStream stream, aclrtDevResLimitType type = ACL_RT_DEV_RES_CUBE_CORE) {
    uint32_t value = 424242;
    EXPECT_EQ(aclrtGetStreamResLimit(stream, type, &value), ACL_SUCCESS) << recentMessage();
    return value;
}

uint32_t cores(aclrtDevAttr attr = ACL_DEV_ATTR_CUBE_CORE_NUM) {
    int64_t count = -1;
    EXPECT_EQ(aclrtGetDeviceInfo(0, attr, &count), ACL_SUCCESS);
    return static_cast<uint32_t>(count);
}

TEST(aclrtResetStreamResLimit, RemovesTheLimitsOfTheStream) {
    const SetDevice session;
    const OwnedStream stream;
    ASSERT_EQ(aclrtSetStreamResLimit(stream.get(), ACL_RT_DEV_RES_CUBE_CORE, 2), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetStreamResLimit(stream.get(), ACL_RT_DEV_RES_VECTOR_CORE, 3), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetStreamResLimit(stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(limit(stream.get()), cores());
    EXPECT_EQ(limit(stream.get(), ACL_RT_DEV_RES_VECTOR_CORE), cores(ACL_DEV_ATTR_VECTOR_CORE_NUM));
}

TEST(aclrtResetStreamResLimit, WhatIsNoStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream("aclrtResetStreamResLimit",
                      [](aclrtStream stream) { return aclrtResetStreamResLimit(stream); });
}

TEST(aclrtResetStreamResLimit, DefaultStreamNeedsAContext) {
    expectNeedsContext("aclrtResetStreamResLimit",
                       [] { return aclrtResetStreamResLimit(nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtResetStreamResLimit_test
