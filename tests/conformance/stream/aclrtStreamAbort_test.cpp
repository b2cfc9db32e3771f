#include <gtest/gtest.h>

#include <atomic>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/threads.h"

namespace belay::test::aclrtStreamAbort_test {
namespace {

constexpr const char* kName = "aclrtStreamAbort";

TEST(aclrtStreamAbort, DropsWhatHasNotRunAndLeavesTheStreamUsable) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent event = makeEvent();
    for (int i = 0; i < 10; ++i) {
        ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), never.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
        EXPECT_FALSE(isBusy(stream.get()));
        uint64_t timestamp = 0;
        EXPECT_NE(aclrtEventGetTimestamp(event.get(), &timestamp), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtEventGetTimestamp(event.get(), &timestamp), ACL_SUCCESS);
    }
}

TEST(aclrtStreamAbort, IdleStreamMayBeAborted) {
    const SetDevice session;
    const OwnedStream stream;
    EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtStreamAbort, NullIsTheDefaultStream) {
    const SetDevice session;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    ASSERT_EQ(aclrtStreamWaitEvent(nullptr, never.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamAbort(nullptr), ACL_SUCCESS);
    EXPECT_FALSE(isBusy(nullptr));
}

TEST(aclrtStreamAbort, ThreadsThatWaitAreTold) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedStream stream;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), never.get()), ACL_SUCCESS);
    std::atomic<int> returned{0};
    onThreads(4, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        if (thread != 0) {
            aclError result = ACL_SUCCESS;
            while (result == ACL_SUCCESS) {  // between an abort and the next wait
                result = aclrtSynchronizeStream(stream.get());
            }
            EXPECT_EQ(result, ACL_ERROR_RT_STREAM_ABORT);
            ++returned;
            return;
        }
        // Nobody can see from outside that the others wait already; so until they have returned.
        while (returned < 3) {
            EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
            EXPECT_EQ(aclrtStreamWaitEvent(stream.get(), never.get()), ACL_SUCCESS);
            std::this_thread::yield();
        }
    });
    EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
}

TEST(aclrtStreamAbort, OthersThatWaitForDroppedEventsGoOn) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedStream waiting;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent behind = makeEvent();
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), never.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(behind.get(), stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), behind.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
}

TEST(aclrtStreamAbort, OthersMaySubmitMeanwhile) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedStream stream;
    onThreads(4, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        const OwnedEvent event = makeEvent();
        for (int i = 0; i < 200; ++i) {
            if (thread == 0) {
                ASSERT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
            } else {
                ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
                const aclError result = aclrtSynchronizeStream(stream.get());
                ASSERT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_STREAM_ABORT) << result;
            }
        }
    });
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

// A fill copies from a buffer that goes with it: dropped, but executed all the same, it would fail.
TEST(aclrtStreamAbort, ThreadsThatAbortAtTheSameTimeLetNothingRunThatWasDropped) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedStream stream;
    constexpr size_t kBytes = 4096;
    const DeviceMemory memory(kBytes);
    std::atomic<int> aborting{3};
    onThreads(4, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        for (int i = 0; thread != 0 && i < 5'000; ++i) {
            ASSERT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
        }
        aborting -= thread != 0 ? 1 : 0;
        while (aborting > 0) {
            ASSERT_EQ(aclrtMemsetAsync(memory.get(), kBytes, 7, kBytes, stream.get()), ACL_SUCCESS);
        }
    });
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtStreamAbort, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedStream stream;
    onThreadWithoutContext([&] { EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS); });
}

TEST(aclrtStreamAbort, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, aclrtStreamAbort);
}

TEST(aclrtStreamAbort, NullNeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtStreamAbort(nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtStreamAbort_test
