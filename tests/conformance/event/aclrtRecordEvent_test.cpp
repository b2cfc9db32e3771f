#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/threads.h"

namespace belay::test::aclrtRecordEvent_test {
namespace {

constexpr const char* kName = "aclrtRecordEvent";

TEST(aclrtRecordEvent, IsDoneWhenTheStreamGetsThere) {
    const SetDevice session;
    HeldStream held;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    EXPECT_FALSE(isRecorded(event.get()));
    held.open();
    held.synchronize();
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtRecordEvent, TheLatestRecordCounts) {
    const SetDevice session;
    HeldStream held;
    const OwnedStream other;
    for (const uint32_t flag : {ACL_EVENT_SYNC, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE}) {
        const OwnedEvent event = makeEventEx(flag);
        ASSERT_EQ(aclrtRecordEvent(event.get(), other.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
        EXPECT_FALSE(isRecorded(event.get()));
        ASSERT_EQ(aclrtRecordEvent(event.get(), other.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
        EXPECT_TRUE(isRecorded(event.get()));
    }
}

TEST(aclrtRecordEvent, WaitsSubmittedBeforeKeepTheirRecord) {
    const SetDevice session;
    HeldStream held;
    const OwnedStream waiting;
    const OwnedEvent event = makeEvent();
    const OwnedEvent behind = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(behind.get(), waiting.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_FALSE(isRecorded(behind.get()));
    held.open();
    EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
}

TEST(aclrtRecordEvent, NullIsTheDefaultStream) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtRecordEvent, EventsMadeInOtherContextsOfTheDeviceWork) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    const OwnedContext other = makeContext();
    const ContextScope scope(other.get());
    EXPECT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtRecordEvent, EventOfAnotherDeviceIsRefused) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice first(0);
    const OwnedEvent event = makeEvent();
    const SetDevice second(1);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_CONTEXT, kName, "device",
                            [&] { return aclrtRecordEvent(event.get(), nullptr); }));
}

TEST(aclrtRecordEvent, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, [](aclrtEvent event) { return aclrtRecordEvent(event, nullptr); });
}

TEST(aclrtRecordEvent, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    expectNeedsStream(kName,
                      [&](aclrtStream stream) { return aclrtRecordEvent(event.get(), stream); });
}

TEST(aclrtRecordEvent, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    expectRefusesStreamOfOtherContext(
        kName, [&](aclrtStream stream) { return aclrtRecordEvent(event.get(), stream); });
}

TEST(aclrtRecordEvent, NeedsAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    const OwnedStream stream;
    expectNeedsContext(kName, [&] { return aclrtRecordEvent(event.get(), nullptr); });
    expectNeedsContext(kName, [&] { return aclrtRecordEvent(event.get(), stream.get()); });
}

TEST(aclrtRecordEvent, RefusalLeavesTheRecordThatWas) {
    const SetDevice session;
    HeldStream held;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    EXPECT_NE(aclrtRecordEvent(event.get(), event.get()), ACL_SUCCESS);
    EXPECT_FALSE(isRecorded(event.get()));
    held.open();
    EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
}

TEST(aclrtRecordEvent, ManyThreadsMayRecordOneEvent) {
    const SetDevice session;
    aclrtContext context = currentContext();
    for (const bool isPlain : {true, false}) {
        const OwnedEvent event = isPlain ? makeEvent() : makeEventWithFlag(ACL_EVENT_SYNC);
        onThreads(8, [&](size_t) {
            ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
            const OwnedStream stream;
            for (int i = 0; i < 300; ++i) {
                ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
                ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), event.get()), ACL_SUCCESS);
                if (i % 20 == 0) {
                    ASSERT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
                }
            }
            ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        });
        EXPECT_TRUE(isRecorded(event.get()));
    }
}

}  // namespace
}  // namespace belay::test::aclrtRecordEvent_test
