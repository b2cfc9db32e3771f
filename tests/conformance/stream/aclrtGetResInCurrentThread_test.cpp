#include <gtest/gtest.h>

#include <climits>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetResInCurrentThread_test {
namespace {

uint32_t limit(aclrtDevResLimitType type = ACL_RT_DEV_RES_CUBE_CORE) {
    uint32_t value = 424242;
    EXPECT_EQ(aclrtGetResInCurrentThread(type, &value), ACL_SUCCESS) << recentMessage();
    return value;
}

uint32_t cores(aclrtDevAttr attr) {
    int64_t count = -1;
    EXPECT_EQ(aclrtGetDeviceInfo(0, attr, &count), ACL_SUCCESS);
    return static_cast<uint32_t>(count);
}

TEST(aclrtGetResInCurrentThread, StreamComesBeforeDeviceComesBeforeChip) {
    const SetDevice session;
    EXPECT_EQ(limit(), cores(ACL_DEV_ATTR_CUBE_CORE_NUM));
    EXPECT_EQ(limit(ACL_RT_DEV_RES_VECTOR_CORE), cores(ACL_DEV_ATTR_VECTOR_CORE_NUM));
    ASSERT_EQ(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 5), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, 6), ACL_SUCCESS);
    EXPECT_EQ(limit(), 5U);
    const OwnedStream stream;
    ASSERT_EQ(aclrtSetStreamResLimit(stream.get(), ACL_RT_DEV_RES_CUBE_CORE, 8), ACL_SUCCESS);
    ASSERT_EQ(aclrtUseStreamResInCurrentThread(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(limit(), 8U);
    EXPECT_EQ(limit(ACL_RT_DEV_RES_VECTOR_CORE), 6U);
    ASSERT_EQ(aclrtResetStreamResLimit(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(limit(), 5U);
    EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(stream.get()), ACL_SUCCESS);
}

TEST(aclrtGetResInCurrentThread, StreamOfAnotherDeviceHasNoSay) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice first(0);
    const OwnedStream stream;
    ASSERT_EQ(aclrtSetStreamResLimit(stream.get(), ACL_RT_DEV_RES_CUBE_CORE, 8), ACL_SUCCESS);
    ASSERT_EQ(aclrtUseStreamResInCurrentThread(stream.get()), ACL_SUCCESS);
    {
        const SetDevice second(1);
        EXPECT_EQ(limit(), cores(ACL_DEV_ATTR_CUBE_CORE_NUM));
    }
    EXPECT_EQ(limit(), 8U);
    EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(stream.get()), ACL_SUCCESS);
}

TEST(aclrtGetResInCurrentThread, UnknownKindOfCoreIsRefused) {
    const SetDevice session;
    uint32_t value = 42;
    for (const int number : {-1, 2, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtGetResInCurrentThread", "'type'",
                                [&] {
                                    return aclrtGetResInCurrentThread(
                                        enumOf<aclrtDevResLimitType>(number), &value);
                                }))
            << number;
    }
}

TEST(aclrtGetResInCurrentThread, ThreadWithoutContextIsRefused) {
    uint32_t value = 42;
    expectNeedsContext("aclrtGetResInCurrentThread", [&] {
        return aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, &value);
    });
    EXPECT_EQ(value, 42U);
}

TEST(aclrtGetResInCurrentThread, NullForTheAnswerIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtGetResInCurrentThread", "value", [] {
        return aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, nullptr);
    }));
}

}  // namespace
}  // namespace belay::test::aclrtGetResInCurrentThread_test
