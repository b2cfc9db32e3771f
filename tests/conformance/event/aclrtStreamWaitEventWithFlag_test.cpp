#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtStreamWaitEventWithFlag_test {
namespace {

constexpr const char* kName = "aclrtStreamWaitEventWithFlag";

TEST(aclrtStreamWaitEventWithFlag, HoldsTheStreamUntilTheEventIsReached) {
    const SetDevice session;
    HeldStream held;
    const OwnedStream waiting;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEventWithFlag(waiting.get(), event.get(), 0, ACL_EVENT_WAIT_DEFAULT),
              ACL_SUCCESS);
    EXPECT_TRUE(isBusy(waiting.get()));
    held.open();
    EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
}

TEST(aclrtStreamWaitEventWithFlag, FailsWhenTheTimeIsOver) {
    const SetDevice session;
    const OwnedStream waiting;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent behind = makeEvent();
    ASSERT_EQ(aclrtStreamWaitEventWithFlag(waiting.get(), never.get(), 1, ACL_EVENT_WAIT_DEFAULT),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(behind.get(), waiting.get()), ACL_SUCCESS);
    EXPECT_FALSE(isRecorded(behind.get()));
    EXPECT_NE(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    // Reported once; the stream has gone on.
    EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    uint64_t timestamp = 0;
    EXPECT_EQ(aclrtEventGetTimestamp(behind.get(), &timestamp), ACL_SUCCESS);
}

TEST(aclrtStreamWaitEventWithFlag, TimeThatIsNotOverDoesNotMatter) {
    const SetDevice session;
    const OwnedStream waiting;
    const OwnedEvent event = makeEventWithFlag(ACL_EVENT_SYNC);
    for (int round = 0; round < 20; ++round) {
        ASSERT_EQ(
            aclrtStreamWaitEventWithFlag(waiting.get(), event.get(), 3600, ACL_EVENT_WAIT_DEFAULT),
            ACL_SUCCESS);
        ASSERT_EQ(aclrtResetEvent(event.get(), waiting.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    }
}

TEST(aclrtStreamWaitEventWithFlag, UnknownFlagsAreRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    for (const uint32_t flag : {2U, 3U, UINT32_MAX}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'flag'", [&] {
            return aclrtStreamWaitEventWithFlag(nullptr, event.get(), 0, flag);
        }));
    }
}

TEST(aclrtStreamWaitEventWithFlag, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, [](aclrtEvent event) {
        return aclrtStreamWaitEventWithFlag(nullptr, event, 0, ACL_EVENT_WAIT_DEFAULT);
    });
}

TEST(aclrtStreamWaitEventWithFlag, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    expectNeedsStream(kName, [&](aclrtStream stream) {
        return aclrtStreamWaitEventWithFlag(stream, event.get(), 0, ACL_EVENT_WAIT_DEFAULT);
    });
}

TEST(aclrtStreamWaitEventWithFlag, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    expectRefusesStreamOfOtherContext(kName, [&](aclrtStream stream) {
        return aclrtStreamWaitEventWithFlag(stream, event.get(), 0, ACL_EVENT_WAIT_DEFAULT);
    });
}

TEST(aclrtStreamWaitEventWithFlag, NeedsAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    expectNeedsContext(kName, [&] {
        return aclrtStreamWaitEventWithFlag(nullptr, event.get(), 0, ACL_EVENT_WAIT_DEFAULT);
    });
}

}  // namespace
}  // namespace belay::test::aclrtStreamWaitEventWithFlag_test
