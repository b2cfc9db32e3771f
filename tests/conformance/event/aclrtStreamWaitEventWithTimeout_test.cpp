#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtStreamWaitEventWithTimeout_test {
namespace {

constexpr const char* kName = "aclrtStreamWaitEventWithTimeout";

TEST(aclrtStreamWaitEventWithTimeout, HoldsTheStreamUntilTheEventIsReached) {
    const SetDevice session;
    HeldStream held;
    const OwnedStream waiting;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEventWithTimeout(waiting.get(), event.get(), -1), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(waiting.get()));
    held.open();
    EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
}

TEST(aclrtStreamWaitEventWithTimeout, FailsWhenTheTimeIsOver) {
    const SetDevice session;
    const OwnedStream waiting;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent behind = makeEvent();
    ASSERT_EQ(aclrtStreamWaitEventWithTimeout(waiting.get(), never.get(), 1), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(behind.get(), waiting.get()), ACL_SUCCESS);
    EXPECT_FALSE(isRecorded(behind.get()));
    EXPECT_NE(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    // Reported once; the stream has gone on.
    EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    uint64_t timestamp = 0;
    EXPECT_EQ(aclrtEventGetTimestamp(behind.get(), &timestamp), ACL_SUCCESS);
}

TEST(aclrtStreamWaitEventWithTimeout, TimeThatIsNotOverDoesNotMatter) {
    const SetDevice session;
    const OwnedStream waiting;
    const OwnedEvent event = makeEventWithFlag(ACL_EVENT_SYNC);
    for (int round = 0; round < 20; ++round) {
        ASSERT_EQ(aclrtStreamWaitEventWithTimeout(waiting.get(), event.get(), 3600), ACL_SUCCESS);
        ASSERT_EQ(aclrtResetEvent(event.get(), waiting.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    }
}

TEST(aclrtStreamWaitEventWithTimeout, OtherLimitsAreRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    expectRefusesBadTimeouts(kName, [&](int32_t timeout) {
        return aclrtStreamWaitEventWithTimeout(nullptr, event.get(), timeout);
    });
}

TEST(aclrtStreamWaitEventWithTimeout, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, [](aclrtEvent event) {
        return aclrtStreamWaitEventWithTimeout(nullptr, event, -1);
    });
}

TEST(aclrtStreamWaitEventWithTimeout, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    expectNeedsStream(kName, [&](aclrtStream stream) {
        return aclrtStreamWaitEventWithTimeout(stream, event.get(), -1);
    });
}

TEST(aclrtStreamWaitEventWithTimeout, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    expectRefusesStreamOfOtherContext(kName, [&](aclrtStream stream) {
        return aclrtStreamWaitEventWithTimeout(stream, event.get(), -1);
    });
}

TEST(aclrtStreamWaitEventWithTimeout, NeedsAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    expectNeedsContext(kName,
                       [&] { return aclrtStreamWaitEventWithTimeout(nullptr, event.get(), -1); });
}

}  // namespace
}  // namespace belay::test::aclrtStreamWaitEventWithTimeout_test
