#include <gtest/gtest.h>

#include <atomic>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/threads.h"

namespace belay::test::aclrtSynchronizeEvent_test {
namespace {

constexpr const char* kName = "aclrtSynchronizeEvent";

TEST(aclrtSynchronizeEvent, EventNeverRecordedReturnsAtOnce) {
    const SetDevice session;
    for (const OwnedEvent& event :
         {makeEvent(), makeEventWithFlag(ACL_EVENT_SYNC), makeEventWithFlag(ACL_EVENT_TIME_LINE),
          makeEventEx(ACL_EVENT_SYNC), makeEventEx(ACL_EVENT_TIME_LINE)}) {
        EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
    }
}

TEST(aclrtSynchronizeEvent, WaitsForTheRecord) {
    const SetDevice session;
    HeldStream held;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    std::atomic<bool> opened{false};
    onThreads(6, [&](size_t thread) {
        if (thread == 0) {
            opened = true;
            held.open();
        } else {
            EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
            EXPECT_TRUE(opened);
            EXPECT_TRUE(isRecorded(event.get()));
        }
    });
}

TEST(aclrtSynchronizeEvent, DoesNotWaitForWhatComesBehindTheRecord) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent event = makeEvent();
    Gate gate;
    ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
    gate.hold(stream.get());
    EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(stream.get()));
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtSynchronizeEvent, EventsOfEveryKindWork) {
    const SetDevice session;
    for (const OwnedEvent& event :
         {makeEvent(), makeEventWithFlag(ACL_EVENT_SYNC), makeEventWithFlag(ACL_EVENT_TIME_LINE),
          makeEventEx(ACL_EVENT_SYNC), makeEventEx(ACL_EVENT_TIME_LINE)}) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
        EXPECT_TRUE(isRecorded(event.get()));
    }
}

TEST(aclrtSynchronizeEvent, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    onThreadWithoutContext([&] { EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS); });
}

TEST(aclrtSynchronizeEvent, StreamThatIsGoneIsDone) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    {
        const OwnedStream stream;
        ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
}

TEST(aclrtSynchronizeEvent, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, aclrtSynchronizeEvent);
}

}  // namespace
}  // namespace belay::test::aclrtSynchronizeEvent_test
