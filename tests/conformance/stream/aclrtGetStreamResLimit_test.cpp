#include <gtest/gtest.h>

#include <climits>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetStreamResLimit_test {
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

TEST(aclrtGetStreamResLimit, FallsBackToTheDevice) {
    const SetDevice session;
    const OwnedStream stream;
    EXPECT_EQ(limit(stream.get()), cores());
    EXPECT_EQ(limit(stream.get(), ACL_RT_DEV_RES_VECTOR_CORE), cores(ACL_DEV_ATTR_VECTOR_CORE_NUM));
    ASSERT_EQ(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 7), ACL_SUCCESS);
    EXPECT_EQ(limit(stream.get()), 7U);
    EXPECT_EQ(limit(nullptr), 7U);
    ASSERT_EQ(aclrtSetStreamResLimit(stream.get(), ACL_RT_DEV_RES_CUBE_CORE, 9), ACL_SUCCESS);
    EXPECT_EQ(limit(stream.get()), 9U);
    EXPECT_EQ(limit(nullptr), 7U);
}

TEST(aclrtGetStreamResLimit, UnknownKindOfCoreIsRefused) {
    const SetDevice session;
    uint32_t value = 42;
    for (const int number : {-1, 2, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtGetStreamResLimit", "'type'",
                                [&] {
                                    return aclrtGetStreamResLimit(
                                        nullptr, enumOf<aclrtDevResLimitType>(number), &value);
                                }))
            << number;
    }
}

TEST(aclrtGetStreamResLimit, WhatIsNoStreamIsRefused) {
    const SetDevice session;
    uint32_t value = 42;
    expectNeedsStream("aclrtGetStreamResLimit", [&](aclrtStream stream) {
        return aclrtGetStreamResLimit(stream, ACL_RT_DEV_RES_CUBE_CORE, &value);
    });
    EXPECT_EQ(value, 42U);
}

TEST(aclrtGetStreamResLimit, DefaultStreamNeedsAContext) {
    uint32_t value = 42;
    expectNeedsContext("aclrtGetStreamResLimit", [&] {
        return aclrtGetStreamResLimit(nullptr, ACL_RT_DEV_RES_CUBE_CORE, &value);
    });
    EXPECT_EQ(value, 42U);
}

TEST(aclrtGetStreamResLimit, NullForTheAnswerIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtGetStreamResLimit", "value", [] {
        return aclrtGetStreamResLimit(nullptr, ACL_RT_DEV_RES_CUBE_CORE, nullptr);
    }));
}

}  // namespace
}  // namespace belay::test::aclrtGetStreamResLimit_test
