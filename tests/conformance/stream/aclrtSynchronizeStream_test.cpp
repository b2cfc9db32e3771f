#include <gtest/gtest.h>

#include <atomic>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/threads.h"

namespace belay::test::aclrtSynchronizeStream_test {
namespace {

constexpr const char* kName = "aclrtSynchronizeStream";

TEST(aclrtSynchronizeStream, WithoutWorkReturns) {
    const SetDevice session;
    const OwnedStream stream;
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtSynchronizeStream, WaitsForWork) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent event = makeEvent();
    for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        ASSERT_TRUE(isRecorded(event.get()));
    }
}

TEST(aclrtSynchronizeStream, NullIsTheDefaultStream) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtSynchronizeStream, StreamsOfOtherContextsWork) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedContext other = makeContext();
    const ContextScope scope(other.get());
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST(aclrtSynchronizeStream, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedStream stream;
    onThreadWithoutContext([&] { EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS); });
}

TEST(aclrtSynchronizeStream, NullNeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtSynchronizeStream(nullptr); });
}

TEST(aclrtSynchronizeStream, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, aclrtSynchronizeStream);
}

TEST(aclrtSynchronizeStream, WaitsUntilABlockedStreamGoesOn) {
    const SetDevice session;
    HeldStream held;
    std::atomic<bool> opened{false};
    onThreads(8, [&](size_t thread) {
        if (thread == 0) {
            opened = true;
            held.open();
        } else {
            EXPECT_EQ(aclrtSynchronizeStream(held.get()), ACL_SUCCESS);
            EXPECT_TRUE(opened);
        }
    });
}

// More than a queue holds: who submits waits, and nothing is lost.
TEST(aclrtSynchronizeStream, WaitsForMoreThanAQueueHolds) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent event = makeEventEx(ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE);
    for (int i = 0; i < 10'000; ++i) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event.get()));
    EXPECT_FALSE(isBusy(stream.get()));
}

TEST(aclrtSynchronizeStream, AFullBlockedStreamTakesMoreOnceItGoesOn) {
    const SetDevice session;
    aclrtContext context = currentContext();
    HeldStream held;
    const OwnedEvent event = makeEvent();
    std::atomic<int> submitted{0};
    constexpr int kMore = 6000;
    onThreads(2, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        if (thread == 0) {
            for (; submitted < kMore; ++submitted) {
                ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
            }
        } else {
            // A queue has room for fewer than that.
            while (submitted < 1000) {
                std::this_thread::yield();
            }
            held.open();
        }
    });
    held.synchronize();
    EXPECT_EQ(submitted, kMore);
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtSynchronizeStream, ManyThreadsMaySubmitToOneStream) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedStream stream;
    onThreads(8, [&](size_t) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        const OwnedEvent event = makeEvent();
        for (int i = 0; i < 500; ++i) {
            ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
            if (i % 50 == 0) {
                ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
                ASSERT_TRUE(isRecorded(event.get()));
            }
        }
        ASSERT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
    });
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_FALSE(isBusy(stream.get()));
}

TEST(aclrtSynchronizeStream, MayRaceWithDestroy) {
    const SetDevice session;
    aclrtContext context = currentContext();
    for (int round = 0; round < 100; ++round) {
        aclrtStream stream = OwnedStream().release();
        onThreads(2, [&](size_t thread) {
            ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
            if (thread == 0) {
                EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
            } else {
                const aclError result = aclrtSynchronizeStream(stream);
                EXPECT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_PARAM_INVALID ||
                            result == ACL_ERROR_RT_STREAM_CONTEXT)
                    << result;
            }
        });
    }
}

}  // namespace
}  // namespace belay::test::aclrtSynchronizeStream_test
