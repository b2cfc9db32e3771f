#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/threads.h"

namespace belay::test::aclrtDestroyStream_test {
namespace {

constexpr const char* kName = "aclrtDestroyStream";

TEST(aclrtDestroyStream, DestroyedStreamIsGone) {
    const SetDevice session;
    aclrtStream stream = OwnedStream().release();
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "destroyed",
                            [&] { return aclrtDestroyStream(stream); }));
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtDestroyStream, WorkSubmittedBeforeStillRuns) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    aclrtStream stream = OwnedStream().release();
    ASSERT_EQ(aclrtRecordEvent(event.get(), stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtDestroyStream, BlockedStreamIsGivenTime) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    aclrtStream stream = OwnedStream().release();
    Gate gate;
    gate.hold(stream);
    ASSERT_EQ(aclrtRecordEvent(event.get(), stream), ACL_SUCCESS);
    auto opened = std::async(std::launch::async, [&] { gate.open(); });
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    opened.get();
    EXPECT_TRUE(isRecorded(event.get()));
    // Not only dropped: then there would be no time.
    uint64_t timestamp = 0;
    EXPECT_EQ(aclrtEventGetTimestamp(event.get(), &timestamp), ACL_SUCCESS);
}

TEST(aclrtDestroyStream, OthersThatWaitForItsEventsGoOn) {
    const SetDevice session;
    const OwnedStream waiting;
    const OwnedEvent event = makeEvent();
    aclrtStream stream = OwnedStream().release();
    ASSERT_EQ(aclrtRecordEvent(event.get(), stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
}

TEST(aclrtDestroyStream, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "stream", [] { return aclrtDestroyStream(nullptr); }));
}

TEST(aclrtDestroyStream, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, aclrtDestroyStream);
}

TEST(aclrtDestroyStream, DefaultStreamIsRefused) {
    const SetDevice session;
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&stream), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "default",
                            [&] { return aclrtDestroyStream(stream); }));
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST(aclrtDestroyStream, NeedsAContext) {
    const SetDevice session;
    const OwnedStream stream;
    expectNeedsContext(kName, [&] { return aclrtDestroyStream(stream.get()); });
}

TEST(aclrtDestroyStream, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    expectRefusesStreamOfOtherContext(kName, aclrtDestroyStream);
}

TEST(aclrtDestroyStream, ItsOwnContextMayDestroyAfterThat) {  // B05
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice second(1);
    aclrtStream stream = OwnedStream().release();
    {
        const SetDevice first(0);
        EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
    }
    const SetDevice again(1);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST(aclrtDestroyStream, OfManyThreadsOneSucceeds) {
    const SetDevice session;
    aclrtContext context = currentContext();
    for (int round = 0; round < 20; ++round) {
        aclrtStream stream = OwnedStream().release();
        std::atomic<int> succeeded{0};
        onThreads(8, [&](size_t) {
            ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
            const aclError result = aclrtDestroyStream(stream);
            succeeded += result == ACL_SUCCESS ? 1 : 0;
            EXPECT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_PARAM_INVALID) << result;
        });
        EXPECT_EQ(succeeded, 1);
    }
}

TEST(aclrtDestroyStream, OthersMayUseTheStreamMeanwhile) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedEvent event = makeEvent();
    for (int round = 0; round < 50; ++round) {
        aclrtStream stream = OwnedStream().release();
        onThreads(4, [&](size_t thread) {
            ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
            if (thread == 0) {
                EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
                return;
            }
            aclError result = ACL_SUCCESS;
            while (result == ACL_SUCCESS) {
                int32_t id = 0;
                aclrtStreamStatus status{};
                aclrtStreamGetId(stream, &id);
                aclrtStreamQuery(stream, &status);
                result = aclrtRecordEvent(event.get(), stream);
                result = result == ACL_SUCCESS ? aclrtStreamWaitEvent(stream, event.get()) : result;
                result = result == ACL_SUCCESS ? aclrtSynchronizeStream(stream) : result;
            }
            EXPECT_TRUE(result == ACL_ERROR_RT_PARAM_INVALID ||
                        result == ACL_ERROR_RT_STREAM_CONTEXT)
                << result;
        });
    }
    EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclrtDestroyStream_test
