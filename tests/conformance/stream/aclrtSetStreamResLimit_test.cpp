#include <gtest/gtest.h>

#include <climits>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtSetStreamResLimit_test {
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

TEST(aclrtSetStreamResLimit, IsOfOneStream) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedStream other;
    EXPECT_EQ(aclrtSetStreamResLimit(stream.get(), ACL_RT_DEV_RES_CUBE_CORE, 2), ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(aclrtSetStreamResLimit(stream.get(), ACL_RT_DEV_RES_CUBE_CORE, 4), ACL_SUCCESS);
    EXPECT_EQ(limit(stream.get()), 4U);
    EXPECT_EQ(limit(stream.get(), ACL_RT_DEV_RES_VECTOR_CORE), cores(ACL_DEV_ATTR_VECTOR_CORE_NUM));
    EXPECT_EQ(limit(other.get()), cores());
}

TEST(aclrtSetStreamResLimit, NullIsTheDefaultStream) {
    const SetDevice session;
    EXPECT_EQ(aclrtSetStreamResLimit(nullptr, ACL_RT_DEV_RES_VECTOR_CORE, 2), ACL_SUCCESS);
    aclrtStream defaultStream = nullptr;
    ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&defaultStream), ACL_SUCCESS);
    EXPECT_EQ(limit(defaultStream, ACL_RT_DEV_RES_VECTOR_CORE), 2U);
}

TEST(aclrtSetStreamResLimit, NoCoreAndMoreThanThereAreAreRefused) {
    const SetDevice session;
    const OwnedStream stream;
    for (const uint32_t value : {0U, cores() + 1, UINT32_MAX}) {
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_RT_PARAM_INVALID, "aclrtSetStreamResLimit", "'value'",
            [&] { return aclrtSetStreamResLimit(stream.get(), ACL_RT_DEV_RES_CUBE_CORE, value); }))
            << value;
    }
    EXPECT_EQ(limit(stream.get()), cores());
}

TEST(aclrtSetStreamResLimit, UnknownKindOfCoreIsRefused) {
    const SetDevice session;
    for (const int number : {-1, 2, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtSetStreamResLimit", "'type'",
                                [&] {
                                    return aclrtSetStreamResLimit(
                                        nullptr, enumOf<aclrtDevResLimitType>(number), 1);
                                }))
            << number;
    }
}

TEST(aclrtSetStreamResLimit, WhatIsNoStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream("aclrtSetStreamResLimit", [](aclrtStream stream) {
        return aclrtSetStreamResLimit(stream, ACL_RT_DEV_RES_CUBE_CORE, 1);
    });
}

TEST(aclrtSetStreamResLimit, DefaultStreamNeedsAContext) {
    expectNeedsContext("aclrtSetStreamResLimit",
                       [] { return aclrtSetStreamResLimit(nullptr, ACL_RT_DEV_RES_CUBE_CORE, 1); });
}

}  // namespace
}  // namespace belay::test::aclrtSetStreamResLimit_test
