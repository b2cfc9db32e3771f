#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtCreateStreamV2_test {
namespace {

TEST(aclrtCreateStreamV2, TakesTheProperties) {
    const SetDevice session;
    aclrtStreamConfigHandle* config = aclrtCreateStreamConfigHandle();
    config->priority = 6;
    config->flag = ACL_STREAM_FAST_SYNC;
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStreamV2(&stream, config), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStreamConfigHandle(config), ACL_SUCCESS);
    const OwnedStream owned(stream);
    uint32_t priority = 42;
    uint32_t flags = 42;
    EXPECT_EQ(aclrtStreamGetPriority(stream, &priority), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamGetFlags(stream, &flags), ACL_SUCCESS);
    EXPECT_EQ(priority, 6U);
    EXPECT_EQ(flags, ACL_STREAM_FAST_SYNC);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST(aclrtCreateStreamV2, GreaterPriorityCountsAsSevenAndUnknownFlagsAreDropped) {
    const SetDevice session;
    aclrtStreamConfigHandle config{};
    config.priority = 8;
    config.flag = SIZE_MAX - 0xFF;
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStreamV2(&stream, &config), ACL_SUCCESS);
    const OwnedStream owned(stream);
    uint32_t priority = 42;
    uint32_t flags = 42;
    EXPECT_EQ(aclrtStreamGetPriority(stream, &priority), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamGetFlags(stream, &flags), ACL_SUCCESS);
    EXPECT_EQ(priority, 7U);
    EXPECT_EQ(flags, 0U);
}

TEST(aclrtCreateStreamV2, NullsAreRefused) {
    const SetDevice session;
    const aclrtStreamConfigHandle config{};
    auto* stream = reinterpret_cast<aclrtStream>(0x42);
    EXPECT_TRUE(refused("aclrtCreateStreamV2", "stream",
                        [&] { return aclrtCreateStreamV2(nullptr, &config); }));
    EXPECT_TRUE(refused("aclrtCreateStreamV2", "handle",
                        [&] { return aclrtCreateStreamV2(&stream, nullptr); }));
    EXPECT_EQ(stream, reinterpret_cast<aclrtStream>(0x42));
}

TEST(aclrtCreateStreamV2, NeedsAContext) {
    expectNeedsContext("aclrtCreateStreamV2", [] {
        const aclrtStreamConfigHandle config{};
        aclrtStream stream = nullptr;
        return aclrtCreateStreamV2(&stream, &config);
    });
}

}  // namespace
}  // namespace belay::test::aclrtCreateStreamV2_test
