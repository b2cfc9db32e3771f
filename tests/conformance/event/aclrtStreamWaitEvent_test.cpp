#include <gtest/gtest.h>

#include <vector>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/threads.h"

namespace belay::test::aclrtStreamWaitEvent_test {
namespace {

constexpr const char* kName = "aclrtStreamWaitEvent";

TEST(aclrtStreamWaitEvent, HoldsTheStreamUntilTheEventIsReached) {
    const SetDevice session;
    for (const OwnedEvent& event :
         {makeEvent(), makeEventWithFlag(ACL_EVENT_SYNC), makeEventEx(ACL_EVENT_SYNC),
          makeEventWithFlag(ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE)}) {
        HeldStream held;
        const OwnedStream waiting;
        const OwnedEvent behind = makeEvent();
        ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(behind.get(), waiting.get()), ACL_SUCCESS);
        EXPECT_FALSE(isRecorded(behind.get()));
        held.open();
        EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
        EXPECT_TRUE(isRecorded(behind.get()));
    }
}

TEST(aclrtStreamWaitEvent, ManyStreamsMayWaitForOneEvent) {
    const SetDevice session;
    HeldStream held;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    std::vector<OwnedStream> waiting(50);
    for (const OwnedStream& stream : waiting) {
        ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), event.get()), ACL_SUCCESS);
        EXPECT_TRUE(isBusy(stream.get()));
    }
    held.open();
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    for (const OwnedStream& stream : waiting) {
        EXPECT_FALSE(isBusy(stream.get()));
    }
}

TEST(aclrtStreamWaitEvent, StreamsMayWaitInAChain) {
    const SetDevice session;
    HeldStream held;
    std::vector<OwnedStream> streams(50);
    std::vector<OwnedEvent> events;
    aclrtStream last = held.get();
    for (const OwnedStream& stream : streams) {
        events.push_back(makeEvent());
        ASSERT_EQ(aclrtRecordEvent(events.back().get(), last), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), events.back().get()), ACL_SUCCESS);
        last = stream.get();
    }
    EXPECT_TRUE(isBusy(last));
    held.open();
    EXPECT_EQ(aclrtSynchronizeStream(last), ACL_SUCCESS);
}

TEST(aclrtStreamWaitEvent, EventNeverRecordedDependsOnItsKind) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent plain = makeEvent();
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "recorded",
                            [&] { return aclrtStreamWaitEvent(stream.get(), plain.get()); }));
    const OwnedEvent extended = makeEventEx(ACL_EVENT_SYNC);
    EXPECT_EQ(aclrtStreamWaitEvent(stream.get(), extended.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    const OwnedEvent withFlag = makeEventWithFlag(ACL_EVENT_SYNC);
    EXPECT_EQ(aclrtStreamWaitEvent(stream.get(), withFlag.get()), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(stream.get()));
    EXPECT_EQ(aclrtRecordEvent(withFlag.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtStreamWaitEvent, EventThatOnlyTakesTimeIsRefused) {
    const SetDevice session;
    for (const OwnedEvent& event :
         {makeEventWithFlag(ACL_EVENT_TIME_LINE), makeEventEx(ACL_EVENT_TIME_LINE)}) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "ACL_EVENT_SYNC",
                                [&] { return aclrtStreamWaitEvent(nullptr, event.get()); }));
    }
}

TEST(aclrtStreamWaitEvent, NullIsTheDefaultStream) {
    const SetDevice session;
    HeldStream held;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(nullptr, event.get()), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(nullptr));
    held.open();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST(aclrtStreamWaitEvent, TheStreamOfTheRecordMayWait) {
    const SetDevice session;
    const OwnedStream stream;
    for (const OwnedEvent& event :
         {makeEvent(), makeEventWithFlag(ACL_EVENT_SYNC), makeEventEx(ACL_EVENT_SYNC)}) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), event.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    }
}

TEST(aclrtStreamWaitEvent, EventsOfAnotherDeviceWork) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice first(0);
    aclrtContext context = currentContext();
    for (const OwnedEvent& event :
         {makeEvent(), makeEventWithFlag(ACL_EVENT_SYNC), makeEventEx(ACL_EVENT_SYNC)}) {
        HeldStream held;
        ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
        {
            const SetDevice second(1);
            const OwnedStream waiting;
            const OwnedEvent behind = makeEvent();
            ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event.get()), ACL_SUCCESS);
            ASSERT_EQ(aclrtRecordEvent(behind.get(), waiting.get()), ACL_SUCCESS);
            EXPECT_FALSE(isRecorded(behind.get()));
            held.open();
            EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
            EXPECT_TRUE(isRecorded(behind.get()));
        }
        ASSERT_EQ(currentContext(), context);
    }
}

TEST(aclrtStreamWaitEvent, DeviceMayBeResetWhileAnotherWaitsForItsEvent) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice second(1);
    const OwnedStream waiting;
    aclrtEvent event = nullptr;
    {
        const SetDevice first(0);
        aclrtContext firstContext = currentContext();
        event = makeEvent().release();
        aclrtStream stream = OwnedStream().release();
        aclrtEvent never = makeEventWithFlag(ACL_EVENT_SYNC).release();
        ASSERT_EQ(aclrtStreamWaitEvent(stream, never), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event), ACL_SUCCESS);
        EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
        ASSERT_EQ(aclrtSetCurrentContext(firstContext), ACL_SUCCESS);
        EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
        EXPECT_EQ(aclrtDestroyEvent(never), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST(aclrtStreamWaitEvent, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, [](aclrtEvent event) { return aclrtStreamWaitEvent(nullptr, event); });
}

TEST(aclrtStreamWaitEvent, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    expectNeedsStream(
        kName, [&](aclrtStream stream) { return aclrtStreamWaitEvent(stream, event.get()); });
}

TEST(aclrtStreamWaitEvent, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    expectRefusesStreamOfOtherContext(
        kName, [&](aclrtStream stream) { return aclrtStreamWaitEvent(stream, event.get()); });
}

TEST(aclrtStreamWaitEvent, NeedsAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    expectNeedsContext(kName, [&] { return aclrtStreamWaitEvent(nullptr, event.get()); });
}

TEST(aclrtStreamWaitEvent, ThreadsMayPassWorkOnToEachOther) {
    const SetDevice session;
    aclrtContext context = currentContext();
    constexpr size_t kThreads = 4;
    std::vector<OwnedStream> streams(kThreads);
    std::vector<OwnedEvent> events;
    for (size_t i = 0; i < kThreads; ++i) {
        events.push_back(makeEvent());
        ASSERT_EQ(aclrtRecordEvent(events[i].get(), streams[i].get()), ACL_SUCCESS);
    }
    onThreads(kThreads, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        for (int i = 0; i < 500; ++i) {
            const size_t other = (thread + 1) % kThreads;
            ASSERT_EQ(aclrtStreamWaitEvent(streams[thread].get(), events[other].get()),
                      ACL_SUCCESS);
            ASSERT_EQ(aclrtRecordEvent(events[thread].get(), streams[thread].get()), ACL_SUCCESS);
        }
        ASSERT_EQ(aclrtSynchronizeStream(streams[thread].get()), ACL_SUCCESS);
    });
}

}  // namespace
}  // namespace belay::test::aclrtStreamWaitEvent_test
