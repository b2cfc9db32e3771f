#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/threads.h"

namespace belay::test::aclrtResetEvent_test {
namespace {

constexpr const char* kName = "aclrtResetEvent";

TEST(aclrtResetEvent, EventCountsAsNotRecorded) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetEvent(event.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    uint64_t timestamp = 0;
    EXPECT_EQ(aclrtEventGetTimestamp(event.get(), &timestamp), ACL_ERROR_RT_INTERNAL_ERROR);
    EXPECT_EQ(aclrtStreamWaitEvent(nullptr, event.get()), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
}

TEST(aclrtResetEvent, EventWithFlagHoldsStreamsAgain) {
    const SetDevice session;
    const OwnedStream waiting;
    const OwnedEvent event = makeEventWithFlag(ACL_EVENT_SYNC);
    for (int round = 0; round < 10; ++round) {
        ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtResetEvent(event.get(), waiting.get()), ACL_SUCCESS);
        EXPECT_TRUE(isBusy(waiting.get())) << round;
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    }
}

// B21: reuse by reset instead of a new event each time.
TEST(aclrtResetEvent, EventsCanBeReusedForEver) {
    const SetDevice session;
    for (const bool isPlain : {true, false}) {
        OwnedStream first;
        const OwnedStream second;
        const OwnedEvent event = isPlain ? makeEvent() : makeEventWithFlag(ACL_EVENT_SYNC);
        for (int round = 0; round < 1000; ++round) {
            ASSERT_EQ(aclrtRecordEvent(event.get(), first.get()), ACL_SUCCESS);
            ASSERT_EQ(aclrtStreamWaitEvent(second.get(), event.get()), ACL_SUCCESS);
            ASSERT_EQ(aclrtResetEvent(event.get(), second.get()), ACL_SUCCESS);
            if (!isPlain) {
                // The reset must come before the next record.
                ASSERT_EQ(aclrtSynchronizeStream(second.get()), ACL_SUCCESS);
            }
        }
        ASSERT_EQ(aclrtRecordEvent(event.get(), first.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtDestroyStream(first.release()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(second.get()), ACL_SUCCESS);
    }
}

TEST(aclrtResetEvent, EventNeverRecordedMayBeReset) {
    const SetDevice session;
    for (const uint32_t flag : {ACL_EVENT_SYNC, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE}) {
        const OwnedEvent event = makeEventWithFlag(flag);
        EXPECT_EQ(aclrtResetEvent(event.get(), nullptr), ACL_SUCCESS);
    }
    const OwnedEvent plain = makeEvent();
    EXPECT_EQ(aclrtResetEvent(plain.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST(aclrtResetEvent, EventThatOnlyTakesTimeIsRefused) {
    const SetDevice session;
    for (const OwnedEvent& event :
         {makeEventWithFlag(ACL_EVENT_TIME_LINE), makeEventEx(ACL_EVENT_TIME_LINE)}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "ACL_EVENT_SYNC",
                                [&] { return aclrtResetEvent(event.get(), nullptr); }));
    }
}

TEST(aclrtResetEvent, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, [](aclrtEvent event) { return aclrtResetEvent(event, nullptr); });
}

TEST(aclrtResetEvent, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    expectNeedsStream(kName,
                      [&](aclrtStream stream) { return aclrtResetEvent(event.get(), stream); });
}

TEST(aclrtResetEvent, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    expectRefusesStreamOfOtherContext(
        kName, [&](aclrtStream stream) { return aclrtResetEvent(event.get(), stream); });
}

TEST(aclrtResetEvent, NeedsAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    expectNeedsContext(kName, [&] { return aclrtResetEvent(event.get(), nullptr); });
}

TEST(aclrtResetEvent, ThreadsMayResetWhileOthersRecordAndAsk) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedEvent event = makeEvent();
    onThreads(4, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        for (int i = 0; i < 1000; ++i) {
            if (thread == 0) {
                ASSERT_EQ(aclrtResetEvent(event.get(), nullptr), ACL_SUCCESS);
            } else if (thread == 1) {
                ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
            } else if (thread == 2) {
                ASSERT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
            } else {
                isRecorded(event.get());
            }
        }
    });
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclrtResetEvent_test
