#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtCreateStreamWithConfig_test {
namespace {

OwnedStream makeConfigured(uint32_t priority, uint32_t flag) {
    aclrtStream stream = nullptr;
    EXPECT_EQ(aclrtCreateStreamWithConfig(&stream, priority, flag), ACL_SUCCESS);
    return OwnedStream(stream);
}

uint32_t priorityOf(const OwnedStream& stream) {
    uint32_t priority = 42;
    EXPECT_EQ(aclrtStreamGetPriority(stream.get(), &priority), ACL_SUCCESS);
    return priority;
}

uint32_t flagsOf(const OwnedStream& stream) {
    uint32_t flags = 42;
    EXPECT_EQ(aclrtStreamGetFlags(stream.get(), &flags), ACL_SUCCESS);
    return flags;
}

TEST(aclrtCreateStreamWithConfig, KeepsPriorities) {
    const SetDevice session;
    for (uint32_t priority = 0; priority <= 7; ++priority) {
        EXPECT_EQ(priorityOf(makeConfigured(priority, 0)), priority);
    }
}

TEST(aclrtCreateStreamWithConfig, GreaterPriorityCountsAsSeven) {
    const SetDevice session;
    for (const uint32_t priority : {8U, 100U, UINT32_MAX}) {
        EXPECT_EQ(priorityOf(makeConfigured(priority, 0)), 7U);
    }
}

TEST(aclrtCreateStreamWithConfig, KeepsFlags) {
    const SetDevice session;
    for (const uint32_t flags : {0U, ACL_STREAM_FAST_LAUNCH, ACL_STREAM_FAST_SYNC,
                                 ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC, ACL_STREAM_HUGE}) {
        EXPECT_EQ(flagsOf(makeConfigured(0, flags)), flags);
    }
}

TEST(aclrtCreateStreamWithConfig, UnknownFlagsAreDropped) {
    const SetDevice session;
    EXPECT_EQ(flagsOf(makeConfigured(0, 0xFFFFFF00U | ACL_STREAM_FAST_LAUNCH)),
              ACL_STREAM_FAST_LAUNCH);
}

TEST(aclrtCreateStreamWithConfig, StreamsOfEveryKindWork) {
    const SetDevice session;
    for (const uint32_t priority : {0U, 3U, 7U}) {
        const OwnedStream stream =
            makeConfigured(priority, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC);
        const OwnedEvent event = makeEvent();
        ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_TRUE(isRecorded(event.get()));
    }
}

TEST(aclrtCreateStreamWithConfig, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtCreateStreamWithConfig", "stream",
                        [] { return aclrtCreateStreamWithConfig(nullptr, 0, 0); }));
}

TEST(aclrtCreateStreamWithConfig, NeedsAContext) {
    expectNeedsContext("aclrtCreateStreamWithConfig", [] {
        auto* stream = reinterpret_cast<aclrtStream>(0x42);
        const aclError result = aclrtCreateStreamWithConfig(&stream, 0, 0);
        EXPECT_EQ(stream, reinterpret_cast<aclrtStream>(0x42));
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtCreateStreamWithConfig_test
