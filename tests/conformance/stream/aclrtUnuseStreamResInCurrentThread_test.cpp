#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtUnuseStreamResInCurrentThread_test {
namespace {

uint32_t limit(aclrtDevResLimitType type = ACL_RT_DEV_RES_CUBE_CORE) {
    uint32_t value = 424242;
    EXPECT_EQ(aclrtGetResInCurrentThread(type, &value), ACL_SUCCESS) << recentMessage();
    return value;
}

TEST(aclrtUnuseStreamResInCurrentThread, LeavesLimitsOfOtherStreamsInForce) {
    const SetDevice session;
    const OwnedStream used;
    const OwnedStream other;
    ASSERT_EQ(aclrtSetStreamResLimit(used.get(), ACL_RT_DEV_RES_CUBE_CORE, 2), ACL_SUCCESS);
    ASSERT_EQ(aclrtUseStreamResInCurrentThread(used.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(other.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(limit(), 2U);
    EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(used.get()), ACL_SUCCESS);
    EXPECT_NE(limit(), 2U);
    EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(used.get()), ACL_SUCCESS);
}

TEST(aclrtUnuseStreamResInCurrentThread, WhatIsNoStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream("aclrtUnuseStreamResInCurrentThread", [](aclrtStream stream) {
        return aclrtUnuseStreamResInCurrentThread(stream);
    });
}

TEST(aclrtUnuseStreamResInCurrentThread, DefaultStreamNeedsAContext) {
    expectNeedsContext("aclrtUnuseStreamResInCurrentThread",
                       [] { return aclrtUnuseStreamResInCurrentThread(nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtUnuseStreamResInCurrentThread_test
