#include <gtest/gtest.h>

#include <thread>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtUseStreamResInCurrentThread_test {
namespace {

uint32_t limit(aclrtDevResLimitType type = ACL_RT_DEV_RES_CUBE_CORE) {
    uint32_t value = 424242;
    EXPECT_EQ(aclrtGetResInCurrentThread(type, &value), ACL_SUCCESS) << recentMessage();
    return value;
}

TEST(aclrtUseStreamResInCurrentThread, IsOfTheCallingThread) {
    const SetDevice session;
    const uint32_t all = limit();
    const OwnedStream stream;
    ASSERT_EQ(aclrtSetStreamResLimit(stream.get(), ACL_RT_DEV_RES_CUBE_CORE, 2), ACL_SUCCESS);
    EXPECT_EQ(limit(), all);
    EXPECT_EQ(aclrtUseStreamResInCurrentThread(stream.get()), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(limit(), 2U);
    std::thread([all] {
        const SetDevice own;
        EXPECT_EQ(limit(), all);
    }).join();
    EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(limit(), all);
}

TEST(aclrtUseStreamResInCurrentThread, LastOneWins) {
    const SetDevice session;
    const OwnedStream first;
    const OwnedStream second;
    ASSERT_EQ(aclrtSetStreamResLimit(first.get(), ACL_RT_DEV_RES_CUBE_CORE, 2), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetStreamResLimit(second.get(), ACL_RT_DEV_RES_CUBE_CORE, 3), ACL_SUCCESS);
    EXPECT_EQ(aclrtUseStreamResInCurrentThread(first.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtUseStreamResInCurrentThread(second.get()), ACL_SUCCESS);
    EXPECT_EQ(limit(), 3U);
    ASSERT_EQ(aclrtSetStreamResLimit(second.get(), ACL_RT_DEV_RES_CUBE_CORE, 4), ACL_SUCCESS);
    EXPECT_EQ(limit(), 4U);
    EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(second.get()), ACL_SUCCESS);
}

TEST(aclrtUseStreamResInCurrentThread, EndsWithTheStream) {
    const SetDevice session;
    const uint32_t all = limit();
    {
        const OwnedStream stream;
        ASSERT_EQ(aclrtSetStreamResLimit(stream.get(), ACL_RT_DEV_RES_CUBE_CORE, 2), ACL_SUCCESS);
        ASSERT_EQ(aclrtUseStreamResInCurrentThread(stream.get()), ACL_SUCCESS);
        EXPECT_EQ(limit(), 2U);
    }
    EXPECT_EQ(limit(), all);
}

TEST(aclrtUseStreamResInCurrentThread, WhatIsNoStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream("aclrtUseStreamResInCurrentThread",
                      [](aclrtStream stream) { return aclrtUseStreamResInCurrentThread(stream); });
}

TEST(aclrtUseStreamResInCurrentThread, DefaultStreamNeedsAContext) {
    expectNeedsContext("aclrtUseStreamResInCurrentThread",
                       [] { return aclrtUseStreamResInCurrentThread(nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtUseStreamResInCurrentThread_test
