#include <gtest/gtest.h>

#include <atomic>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/host_functions.h"

namespace belay::test::aclrtLaunchCallback_test {
namespace {

constexpr const char* kName = "aclrtLaunchCallback";

// B29: in blocking mode the next copy sees what the callback did.
TEST(aclrtLaunchCallback, ABlockingOneHoldsTheStream) {
    const SetDevice session;
    ReportThread thread;
    const OwnedStream stream;
    thread.subscribe(stream.get());
    const PinnedMemory value(8);
    const DeviceMemory memory(8);
    std::memset(value.get(), 0, 8);
    const auto change = [](void* data) { std::memset(data, 'x', 8); };
    ASSERT_EQ(aclrtLaunchCallback(change, value.get(), ACL_CALLBACK_BLOCK, stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(
        aclrtMemcpyAsync(memory.get(), 8, value.get(), 8, ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
        ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 20),
              ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    thread.start();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 8), "xxxxxxxx");
    thread.unsubscribe(stream.get());
}

TEST(aclrtLaunchCallback, AStreamDoesNotWaitForOneThatDoesNotBlock) {
    const SetDevice session;
    std::atomic<int> calls{0};
    ReportThread thread;
    const OwnedStream stream;
    thread.subscribe(stream.get());
    ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_NO_BLOCK, stream.get()),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(calls, 0);
    thread.start();
    waitUntil([&] { return calls == 1; });
    thread.unsubscribe(stream.get());
}

TEST(aclrtLaunchCallback, BothKindsMixInOrder) {
    const SetDevice session;
    ReportThread thread;
    thread.start();
    const OwnedStream stream;
    thread.subscribe(stream.get());
    std::vector<int> order;

    struct Step {
        std::vector<int>* order;
        int number;
    };

    std::vector<Step> steps;
    for (int i = 0; i < 200; ++i) {
        steps.push_back({&order, i});
    }
    for (Step& step : steps) {
        ASSERT_EQ(aclrtLaunchCallback(
                      [](void* data) {
                          const auto* own = static_cast<Step*>(data);
                          own->order->push_back(own->number);
                      },
                      &step, step.number % 3 == 0 ? ACL_CALLBACK_BLOCK : ACL_CALLBACK_NO_BLOCK,
                      stream.get()),
                  ACL_SUCCESS);
    }
    std::atomic<int> last{0};
    ASSERT_EQ(aclrtLaunchCallback(countCall, &last, ACL_CALLBACK_BLOCK, stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    ASSERT_EQ(order.size(), 200U);
    for (int i = 0; i < 200; ++i) {
        EXPECT_EQ(order[static_cast<size_t>(i)], i);
    }
    thread.unsubscribe(stream.get());
}

TEST(aclrtLaunchCallback, OtherStreamsGoOnMeanwhile) {
    const SetDevice session;
    FunctionGate gate;
    ReportThread thread;
    thread.start();
    const OwnedStream held;
    const OwnedStream other;
    thread.subscribe(held.get());
    ASSERT_EQ(aclrtLaunchCallback(&FunctionGate::enter, &gate, ACL_CALLBACK_BLOCK, held.get()),
              ACL_SUCCESS);
    gate.waitUntilEntered();
    const DeviceMemory memory(64);
    ASSERT_EQ(aclrtMemsetAsync(memory.get(), 64, 1, 64, other.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(other.get()), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(held.get()));
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(held.get()), ACL_SUCCESS);
    thread.unsubscribe(held.get());
}

TEST(aclrtLaunchCallback, InsideABlockingOneWaitingForItsStreamIsRefused) {
    const SetDevice session;
    ReportThread thread;
    thread.start();
    const OwnedStream stream;
    thread.subscribe(stream.get());
    static std::atomic<int> result{-1};
    const auto wait = [](void* own) { result = aclrtSynchronizeStream(own); };
    result = -1;
    ASSERT_EQ(aclrtLaunchCallback(wait, stream.get(), ACL_CALLBACK_BLOCK, stream.get()),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(result, ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    result = -1;
    ASSERT_EQ(aclrtLaunchCallback(wait, stream.get(), ACL_CALLBACK_NO_BLOCK, stream.get()),
              ACL_SUCCESS);
    waitUntil([] { return result != -1; });
    EXPECT_EQ(result, ACL_SUCCESS);
    thread.unsubscribe(stream.get());
}

TEST(aclrtLaunchCallback, AnAbortedStreamCallsNothingLater) {
    const SetDevice session;
    std::atomic<int> calls{0};
    ReportThread thread;
    const OwnedStream stream;
    thread.subscribe(stream.get());
    // The first two are with the thread, the others are in the stream.
    for (const auto block : {ACL_CALLBACK_NO_BLOCK, ACL_CALLBACK_BLOCK, ACL_CALLBACK_NO_BLOCK}) {
        ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, block, stream.get()), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 20),
              ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    ASSERT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
    std::atomic<int> later{0};
    ASSERT_EQ(aclrtLaunchCallback(countCall, &later, ACL_CALLBACK_BLOCK, stream.get()),
              ACL_SUCCESS);
    thread.start();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(later, 1);
    EXPECT_EQ(calls, 0);
    thread.unsubscribe(stream.get());
}

TEST(aclrtLaunchCallback, DestroyingTheStreamDropsWhatWaits) {
    const SetDevice session;
    std::atomic<int> calls{0};
    ReportThread thread;
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    thread.subscribe(stream);
    ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_NO_BLOCK, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
    thread.start();
    const OwnedStream other;
    thread.subscribe(other.get());
    std::atomic<int> later{0};
    ASSERT_EQ(aclrtLaunchCallback(countCall, &later, ACL_CALLBACK_BLOCK, other.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(other.get()), ACL_SUCCESS);
    EXPECT_EQ(calls, 0);
    thread.unsubscribe(other.get());
}

TEST(aclrtLaunchCallback, ResettingTheDeviceDropsWhatWaits) {
    std::atomic<int> calls{0};
    ReportThread thread;
    {
        const SetDevice session;
        const auto stream = std::make_unique<OwnedStream>();
        thread.subscribe(stream->get());
        ASSERT_EQ(aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_BLOCK, stream->get()),
                  ACL_SUCCESS);
        static_cast<void>(stream->release());
        EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    }
    thread.start();
    EXPECT_EQ(calls, 0);
}

TEST(aclrtLaunchCallback, WithoutSubscriptionItIsRefused) {
    const SetDevice session;
    const OwnedStream stream;
    std::atomic<int> calls{0};
    for (const auto block : {ACL_CALLBACK_BLOCK, ACL_CALLBACK_NO_BLOCK}) {
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_RT_STREAM_NO_CB_REG, kName, "no thread is subscribed",
            [&] { return aclrtLaunchCallback(countCall, &calls, block, stream.get()); }));
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtLaunchCallback, NullFunctionIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "fn", [] {
        return aclrtLaunchCallback(nullptr, nullptr, ACL_CALLBACK_BLOCK, nullptr);
    }));
}

TEST(aclrtLaunchCallback, OtherBlockTypesAreRefused) {
    const SetDevice session;
    std::atomic<int> calls{0};
    for (const int type : {-1, 2, 100}) {
        EXPECT_TRUE(refused(kName, "blockType", [&] {
            return aclrtLaunchCallback(countCall, &calls, enumOf<aclrtCallbackBlockType>(type),
                                       nullptr);
        }));
    }
}

TEST(aclrtLaunchCallback, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    std::atomic<int> calls{0};
    expectNeedsStream(kName, [&](aclrtStream stream) {
        return aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_BLOCK, stream);
    });
}

TEST(aclrtLaunchCallback, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    std::atomic<int> calls{0};
    expectRefusesStreamOfOtherContext(kName, [&](aclrtStream stream) {
        return aclrtLaunchCallback(countCall, &calls, ACL_CALLBACK_BLOCK, stream);
    });
}

TEST(aclrtLaunchCallback, NeedsAContext) {
    expectNeedsContext(kName, [] {
        return aclrtLaunchCallback([](void*) {}, nullptr, ACL_CALLBACK_BLOCK, nullptr);
    });
}

}  // namespace
}  // namespace belay::test::aclrtLaunchCallback_test
