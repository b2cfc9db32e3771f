#include <gtest/gtest.h>

#include <atomic>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/threads.h"

namespace belay::test::aclrtDestroyEvent_test {
namespace {

constexpr const char* kName = "aclrtDestroyEvent";

TEST(aclrtDestroyEvent, DestroyedEventIsGone) {
    const SetDevice session;
    aclrtEvent event = makeEvent().release();
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "destroyed",
                            [&] { return aclrtDestroyEvent(event); }));
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtDestroyEvent, PendingRecordAndWaitsKeepTheirMeaning) {
    const SetDevice session;
    for (const bool isPlain : {true, false}) {
        HeldStream held;
        const OwnedStream waiting;
        const OwnedEvent behind = makeEvent();
        aclrtEvent event =
            isPlain ? makeEvent().release() : makeEventWithFlag(ACL_EVENT_SYNC).release();
        ASSERT_EQ(aclrtRecordEvent(event, held.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(behind.get(), waiting.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
        EXPECT_FALSE(isRecorded(behind.get()));
        held.open();
        EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
        EXPECT_TRUE(isRecorded(behind.get()));
    }
}

TEST(aclrtDestroyEvent, ThreadsThatSynchroniseWithItReturn) {
    const SetDevice session;
    HeldStream held;
    aclrtEvent event = makeEvent().release();
    ASSERT_EQ(aclrtRecordEvent(event, held.get()), ACL_SUCCESS);
    std::atomic<int> arrived{0};
    onThreads(3, [&](size_t thread) {
        if (thread == 0) {
            while (arrived < 2) {
                std::this_thread::yield();
            }
            EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
            held.open();
            return;
        }
        ++arrived;
        const aclError result = aclrtSynchronizeEvent(event);
        EXPECT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_PARAM_INVALID) << result;
    });
}

TEST(aclrtDestroyEvent, AnyThreadMayDestroyWithoutAContext) {
    const SetDevice session;
    aclrtEvent event = makeEvent().release();
    onThreadWithoutContext([&] { EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS); });
}

TEST(aclrtDestroyEvent, MayComeAfterItsDeviceWasReset) {
    aclrtEvent plain = nullptr;
    aclrtEvent withFlag = nullptr;
    {
        const SetDevice session;
        plain = makeEvent().release();
        withFlag = makeEventWithFlag(ACL_EVENT_SYNC).release();
        ASSERT_EQ(aclrtRecordEvent(plain, nullptr), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(withFlag, nullptr), ACL_SUCCESS);
    }
    const SetDevice session;
    // Flags of the device's new life, which the old events must leave alone.
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedStream stream;
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), never.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(plain), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(withFlag), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(stream.get()));
    EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
}

TEST(aclrtDestroyEvent, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, aclrtDestroyEvent);
}

TEST(aclrtDestroyEvent, OfManyThreadsOneSucceeds) {
    const SetDevice session;
    for (int round = 0; round < 20; ++round) {
        aclrtEvent event = makeEvent().release();
        std::atomic<int> succeeded{0};
        onThreads(8, [&](size_t) { succeeded += aclrtDestroyEvent(event) == ACL_SUCCESS ? 1 : 0; });
        EXPECT_EQ(succeeded, 1);
    }
}

TEST(aclrtDestroyEvent, OthersMayUseTheEventMeanwhile) {
    const SetDevice session;
    aclrtContext context = currentContext();
    raceDestroyAgainst<EventHandle>([&](aclrtEvent event) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        aclError result = ACL_SUCCESS;
        while (result == ACL_SUCCESS) {
            aclrtEventRecordedStatus status{};
            result = aclrtRecordEvent(event, nullptr);
            aclrtQueryEventStatus(event, &status);
            result = result == ACL_SUCCESS ? aclrtStreamWaitEvent(nullptr, event) : result;
            result = result == ACL_SUCCESS ? aclrtSynchronizeEvent(event) : result;
            result = result == ACL_SUCCESS ? aclrtResetEvent(event, nullptr) : result;
        }
        EXPECT_EQ(result, ACL_ERROR_RT_PARAM_INVALID);
    });
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclrtDestroyEvent_test
