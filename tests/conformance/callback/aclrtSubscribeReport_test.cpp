#include <gtest/gtest.h>

#include <atomic>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/host_functions.h"

namespace belay::test::aclrtSubscribeReport_test {
namespace {

constexpr const char* kName = "aclrtSubscribeReport";

TEST(aclrtSubscribeReport, TheThreadCallsTheCallbacksOfTheStream) {
    const SetDevice session;
    std::atomic<uint64_t> caller{0};
    ReportThread thread;
    const OwnedStream stream;
    thread.subscribe(stream.get());
    thread.start();
    const auto note = [](void* data) {
        *static_cast<std::atomic<uint64_t>*>(data) = static_cast<uint64_t>(::pthread_self());
    };
    ASSERT_EQ(aclrtLaunchCallback(note, &caller, ACL_CALLBACK_BLOCK, stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(caller, thread.id());
    thread.unsubscribe(stream.get());
}

TEST(aclrtSubscribeReport, OneThreadMayServeManyStreamsOfItsDevice) {
    const SetDevice session;
    std::atomic<int> calls{0};
    ReportThread thread;
    thread.start();
    const std::vector<OwnedStream> streams(10);
    for (const OwnedStream& stream : streams) {
        thread.subscribe(stream.get());
        ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_BLOCK, stream.get()),
                  ACL_SUCCESS);
    }
    for (const OwnedStream& stream : streams) {
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        thread.unsubscribe(stream.get());
    }
    EXPECT_EQ(calls, 10);
}

TEST(aclrtSubscribeReport, NullIsTheDefaultStream) {
    const SetDevice session;
    std::atomic<int> calls{0};
    ReportThread thread;
    thread.start();
    thread.subscribe(nullptr);
    ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_BLOCK, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(calls, 1);
    thread.unsubscribe(nullptr);
}

TEST(aclrtSubscribeReport, AStreamHasOneThreadOnly) {
    const SetDevice session;
    const OwnedStream stream;
    ASSERT_EQ(aclrtSubscribeReport(1, stream.get()), ACL_SUCCESS);
    for (const uint64_t thread : {uint64_t{1}, uint64_t{2}}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_SUBSCRIBE, kName, "thread 1 is subscribed",
                                [&] { return aclrtSubscribeReport(thread, stream.get()); }));
    }
    EXPECT_EQ(aclrtUnSubscribeReport(1, stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSubscribeReport(2, stream.get()), ACL_SUCCESS);
}

TEST(aclrtSubscribeReport, AThreadServesOneDeviceOnly) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice session;
    const OwnedStream stream;
    ASSERT_EQ(aclrtSubscribeReport(77, stream.get()), ACL_SUCCESS);
    {
        const SetDevice other(1);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_THREAD_SUBSCRIBE, kName, "thread 77",
                                [] { return aclrtSubscribeReport(77, nullptr); }));
        EXPECT_EQ(aclrtUnSubscribeReport(77, stream.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSubscribeReport(77, nullptr), ACL_SUCCESS);
    }
    // That ended with its device.
    EXPECT_EQ(aclrtSubscribeReport(77, stream.get()), ACL_SUCCESS);
}

TEST(aclrtSubscribeReport, ASubscriptionEndsWithItsStream) {
    const SetDevice session;
    for (int i = 0; i < 3; ++i) {
        const OwnedStream stream;
        ASSERT_EQ(aclrtSubscribeReport(5, stream.get()), ACL_SUCCESS);
    }
    const OwnedStream stream;
    EXPECT_EQ(aclrtUnSubscribeReport(5, stream.get()), ACL_ERROR_RT_STREAM_SUBSCRIBE);
}

TEST(aclrtSubscribeReport, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, [](aclrtStream stream) { return aclrtSubscribeReport(1, stream); });
}

TEST(aclrtSubscribeReport, NullNeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtSubscribeReport(1, nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtSubscribeReport_test
