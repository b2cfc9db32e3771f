#include <gtest/gtest.h>

#include <atomic>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/host_functions.h"

namespace belay::test::aclrtUnSubscribeReport_test {
namespace {

constexpr const char* kName = "aclrtUnSubscribeReport";

TEST(aclrtUnSubscribeReport, NobodyTakesCallbacksAfterwards) {
    const SetDevice session;
    std::atomic<int> calls{0};
    const OwnedStream stream;
    ASSERT_EQ(aclrtSubscribeReport(3, stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtUnSubscribeReport(3, stream.get()), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(
        ACL_ERROR_RT_STREAM_NO_CB_REG, "aclrtLaunchCallback", "no thread is subscribed",
        [&] { return aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_BLOCK, stream.get()); }));
    EXPECT_EQ(calls, 0);
}

// Nobody will call them: the stream must not hang, and the application learns of it.
TEST(aclrtUnSubscribeReport, CallbacksThatWaitAreLostAndTheStreamGoesOn) {
    const SetDevice session;
    for (const auto block : {ACL_CALLBACK_BLOCK, ACL_CALLBACK_NO_BLOCK}) {
        std::atomic<int> calls{0};
        const OwnedStream stream;
        const OwnedEvent behind = makeEvent();
        ASSERT_EQ(aclrtSubscribeReport(3, stream.get()), ACL_SUCCESS);
        for (int i = 0; i < 3; ++i) {
            ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, block, stream.get()), ACL_SUCCESS);
        }
        ASSERT_EQ(aclrtRecordEvent(behind.get(), stream.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 20),
                  block == ACL_CALLBACK_BLOCK ? ACL_ERROR_RT_STREAM_SYNC_TIMEOUT : ACL_SUCCESS);
        ASSERT_EQ(aclrtUnSubscribeReport(3, stream.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeEvent(behind.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_STREAM_NO_CB_REG);
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);  // told once
        EXPECT_EQ(calls, 0);
    }
}

TEST(aclrtUnSubscribeReport, CallbacksOfOtherStreamsStay) {
    const SetDevice session;
    std::atomic<int> calls{0};
    ReportThread thread;
    const OwnedStream first;
    const OwnedStream second;
    for (const OwnedStream* stream : {&first, &second}) {
        thread.subscribe(stream->get());
        ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_NO_BLOCK, stream->get()),
                  ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(stream->get()), ACL_SUCCESS);
    }
    thread.unsubscribe(first.get());
    thread.start();
    waitUntil([&] { return calls == 1; });
    ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_BLOCK, second.get()),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(second.get()), ACL_SUCCESS);
    EXPECT_EQ(calls, 2);
    thread.unsubscribe(second.get());
}

TEST(aclrtUnSubscribeReport, AThreadThatWaitsForReportsReturns) {
    const SetDevice session;
    const OwnedStream stream;
    std::atomic<uint64_t> id{0};
    aclError result = ACL_SUCCESS;
    std::thread thread([&] {
        id = static_cast<uint64_t>(::pthread_self());
        do {
            result = aclrtProcessReport(-1);  // until it is subscribed, and then until it is not
        } while (result == ACL_ERROR_RT_THREAD_SUBSCRIBE &&
                 recentMessage().find("ended while") == std::string::npos);
    });
    waitUntil([&] { return id != 0; });
    ASSERT_EQ(aclrtSubscribeReport(id, stream.get()), ACL_SUCCESS);
    std::atomic<int> calls{0};
    ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_BLOCK, stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtUnSubscribeReport(id, stream.get()), ACL_SUCCESS);
    thread.join();
    EXPECT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_THREAD_SUBSCRIBE) << result;
}

TEST(aclrtUnSubscribeReport, StreamsThatNobodyIsSubscribedToAreRefused) {
    const SetDevice session;
    const OwnedStream stream;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_SUBSCRIBE, kName, "no thread is subscribed",
                            [&] { return aclrtUnSubscribeReport(1, stream.get()); }));
}

TEST(aclrtUnSubscribeReport, AnotherThreadIsRefused) {
    const SetDevice session;
    const OwnedStream stream;
    ASSERT_EQ(aclrtSubscribeReport(1, stream.get()), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_THREAD_SUBSCRIBE, kName, "not thread 2",
                            [&] { return aclrtUnSubscribeReport(2, stream.get()); }));
    EXPECT_EQ(aclrtUnSubscribeReport(1, stream.get()), ACL_SUCCESS);
}

TEST(aclrtUnSubscribeReport, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, [](aclrtStream stream) { return aclrtUnSubscribeReport(1, stream); });
}

TEST(aclrtUnSubscribeReport, NullNeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtUnSubscribeReport(1, nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtUnSubscribeReport_test
