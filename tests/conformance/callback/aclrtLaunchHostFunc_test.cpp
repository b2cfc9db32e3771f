#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <vector>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/host_functions.h"
#include "support/threads.h"

namespace belay::test::aclrtLaunchHostFunc_test {
namespace {

constexpr const char* kName = "aclrtLaunchHostFunc";

TEST(aclrtLaunchHostFunc, CallsTheFunctionWithItsDataOnAnotherThread) {
    const SetDevice session;
    const OwnedStream stream;

    struct Call {
        std::thread::id thread;
        int count = 0;
    };

    Call call;
    const auto note = [](void* data) {
        auto* noted = static_cast<Call*>(data);
        noted->thread = std::this_thread::get_id();
        ++noted->count;
    };
    ASSERT_EQ(aclrtLaunchHostFunc(stream.get(), note, &call), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(call.count, 1);
    EXPECT_NE(call.thread, std::this_thread::get_id());
}

TEST(aclrtLaunchHostFunc, NullStreamIsTheDefaultOneAndNullDataIsPassedOn) {
    const SetDevice session;
    static std::atomic<int> calls{0};
    calls = 0;
    ASSERT_EQ(aclrtLaunchHostFunc(
                  nullptr, [](void* data) { calls += data == nullptr ? 1 : 100; }, nullptr),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(calls, 1);
}

TEST(aclrtLaunchHostFunc, FunctionsOfAStreamComeOneAfterTheOtherInOrder) {
    const SetDevice session;
    const OwnedStream stream;

    struct Step {
        std::vector<int>* order;
        int number;
    };

    std::vector<int> order;
    std::vector<Step> steps;
    constexpr int kSteps = 500;
    for (int i = 0; i < kSteps; ++i) {
        steps.push_back({&order, i});
    }
    for (Step& step : steps) {
        ASSERT_EQ(aclrtLaunchHostFunc(
                      stream.get(),
                      [](void* data) {
                          const auto* own = static_cast<Step*>(data);
                          own->order->push_back(own->number);
                      },
                      &step),
                  ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    ASSERT_EQ(order.size(), kSteps);
    for (int i = 0; i < kSteps; ++i) {
        EXPECT_EQ(order[static_cast<size_t>(i)], i);
    }
}

// B29: what is behind the function in the stream sees what it did, and it sees what was before.
TEST(aclrtLaunchHostFunc, CopiesBeforeAndBehindAreInOrderWithIt) {
    const SetDevice session;
    const OwnedStream stream;
    constexpr size_t kBytes = 64;
    const DeviceMemory memory(kBytes);
    const PinnedMemory in(kBytes);
    const PinnedMemory out(kBytes);
    for (char round = 1; round < 50; ++round) {
        std::memset(in.get(), round, kBytes);

        struct Both {
            char* in;
            char* out;
        } both{in.get(), out.get()};

        ASSERT_EQ(aclrtMemcpyAsync(memory.get(), kBytes, in.get(), kBytes,
                                   ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
                  ACL_SUCCESS);
        ASSERT_EQ(aclrtMemcpyAsync(out.get(), kBytes, memory.get(), kBytes,
                                   ACL_MEMCPY_DEVICE_TO_HOST, stream.get()),
                  ACL_SUCCESS);
        const auto change = [](void* data) {
            const auto* buffers = static_cast<Both*>(data);
            for (size_t i = 0; i < kBytes; ++i) {
                buffers->in[i] = static_cast<char>(buffers->out[i] + 1);
            }
        };
        ASSERT_EQ(aclrtLaunchHostFunc(stream.get(), change, &both), ACL_SUCCESS);
        ASSERT_EQ(aclrtMemcpyAsync(memory.get(), kBytes, in.get(), kBytes,
                                   ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
                  ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_EQ(fetch(memory.get(), kBytes), std::string(kBytes, static_cast<char>(round + 1)));
    }
}

TEST(aclrtLaunchHostFunc, HoldsTheStreamUntilItReturns) {
    const SetDevice session;
    FunctionGate gate;
    const OwnedStream stream;
    const OwnedEvent event = makeEvent();
    gate.launch(stream.get());
    ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
    gate.waitUntilEntered();
    EXPECT_TRUE(isBusy(stream.get()));
    EXPECT_FALSE(isRecorded(event.get()));
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 20),
              ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event.get()));
    EXPECT_EQ(gate.ended(), 1);
}

// B23: waiting with a limit for a stuck stream gives up in time; the stream goes on later.
TEST(aclrtLaunchHostFunc, SynchroniseWithALimitGivesUpInTime) {
    const SetDevice session;
    FunctionGate gate;
    const OwnedStream stream;
    gate.launch(stream.get());
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 200),
              ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(200));
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

// B27: the work of other streams does not wait for a slow function.
TEST(aclrtLaunchHostFunc, OtherStreamsAndTheirFunctionsGoOnMeanwhile) {
    const SetDevice session;
    FunctionGate gate;
    std::atomic<int> calls{0};
    const OwnedStream slow;
    const OwnedStream other;
    const DeviceMemory memory(64);
    gate.launch(slow.get());
    gate.waitUntilEntered();
    for (int i = 0; i < 10; ++i) {
        ASSERT_EQ(aclrtLaunchHostFunc(other.get(), countCall, &calls), ACL_SUCCESS);
        ASSERT_EQ(aclrtMemsetAsync(memory.get(), 64, i, 64, other.get()), ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtSynchronizeStream(other.get()), ACL_SUCCESS);
    EXPECT_EQ(calls, 10);
    EXPECT_EQ(fetch(memory.get(), 64), std::string(64, char{9}));
    EXPECT_EQ(gate.ended(), 0);
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(slow.get()), ACL_SUCCESS);
}

TEST(aclrtLaunchHostFunc, FunctionsOfDifferentStreamsMayWaitForEachOther) {
    const SetDevice session;
    constexpr int kStreams = 16;
    std::atomic<int> arrived{0};
    const auto meet = [](void* data) {
        auto* count = static_cast<std::atomic<int>*>(data);
        ++*count;
        waitUntil([count] { return *count == kStreams; });
    };
    std::vector<OwnedStream> streams(kStreams);
    for (const OwnedStream& stream : streams) {
        ASSERT_EQ(aclrtLaunchHostFunc(stream.get(), meet, &arrived), ACL_SUCCESS);
    }
    for (const OwnedStream& stream : streams) {
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    }
    EXPECT_EQ(arrived, kStreams);
}

// B28: whether releasing memory waits for streams is a matter of the implementation: here it does
// not.
TEST(aclrtLaunchHostFunc, ReleasingOtherMemoryDoesNotWaitForIt) {
    const SetDevice session;
    FunctionGate gate;
    const OwnedStream stream;
    gate.launch(stream.get());
    gate.waitUntilEntered();
    { const DeviceMemory memory(4096); }
    EXPECT_EQ(gate.ended(), 0);
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtLaunchHostFunc, MoreFunctionsThanTheStreamHasRoomForAreCalledAll) {
    const SetDevice session;
    std::atomic<int> calls{0};
    const OwnedStream stream;
    constexpr int kCalls = 3000;
    for (int i = 0; i < kCalls; ++i) {
        ASSERT_EQ(aclrtLaunchHostFunc(stream.get(), countCall, &calls), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(calls, kCalls);
}

TEST(aclrtLaunchHostFunc, ManyThreadsMayLaunch) {
    const SetDevice session;
    aclrtContext context = currentContext();
    std::atomic<int> calls{0};
    const OwnedStream shared;
    onThreads(4, [&](size_t) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        const OwnedStream own;
        for (int i = 0; i < 100; ++i) {
            ASSERT_EQ(aclrtLaunchHostFunc(i % 2 == 0 ? shared.get() : own.get(), countCall, &calls),
                      ACL_SUCCESS);
        }
        ASSERT_EQ(aclrtSynchronizeStream(own.get()), ACL_SUCCESS);
    });
    EXPECT_EQ(aclrtSynchronizeStream(shared.get()), ACL_SUCCESS);
    EXPECT_EQ(calls, 400);
}

TEST(aclrtLaunchHostFunc, NullFunctionIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(
        refused(kName, "fn", [] { return aclrtLaunchHostFunc(nullptr, nullptr, nullptr); }));
}

TEST(aclrtLaunchHostFunc, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    std::atomic<int> calls{0};
    expectNeedsStream(
        kName, [&](aclrtStream stream) { return aclrtLaunchHostFunc(stream, countCall, &calls); });
    EXPECT_EQ(calls, 0);
}

TEST(aclrtLaunchHostFunc, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    std::atomic<int> calls{0};
    expectRefusesStreamOfOtherContext(
        kName, [&](aclrtStream stream) { return aclrtLaunchHostFunc(stream, countCall, &calls); });
    EXPECT_EQ(calls, 0);
}

TEST(aclrtLaunchHostFunc, NeedsAContext) {
    expectNeedsContext(kName, [] {
        return aclrtLaunchHostFunc(
            nullptr, [](void*) {}, nullptr);
    });
}

}  // namespace
}  // namespace belay::test::aclrtLaunchHostFunc_test
