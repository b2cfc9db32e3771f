// Aborts, destroys and resets with host functions that wait or run.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "support/device.h"
#include "support/host_functions.h"
#include "support/threads.h"

namespace belay::test::aclrtLaunchHostFunc_ends_test {
namespace {

TEST(aclrtLaunchHostFunc, AnAbortedStreamCallsNothingLater) {
    const SetDevice session;
    FunctionGate gate;
    std::atomic<int> calls{0};
    const OwnedStream stream;
    for (int round = 0; round < 20; ++round) {
        gate.launch(stream.get());
        for (int i = 0; i < 5; ++i) {
            ASSERT_EQ(aclrtLaunchHostFunc(stream.get(), countCall, &calls), ACL_SUCCESS);
        }
        if (round % 2 == 0) {
            gate.waitUntilEntered(gate.ended() + 1);
        }
        ASSERT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    }
    gate.open();
    // The stream is usable, and a function that returns late releases nothing in it.
    for (int i = 0; i < 10; ++i) {
        ASSERT_EQ(aclrtLaunchHostFunc(stream.get(), countCall, &calls), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(calls, 10);
}

// The release of a function that was dropped must not let the next one's stream go on.
TEST(aclrtLaunchHostFunc, AFunctionThatOutlivesAnAbortDoesNotReleaseTheNext) {
    const SetDevice session;
    for (int round = 0; round < 50; ++round) {
        FunctionGate old;
        FunctionGate next;
        const OwnedStream stream;
        old.launch(stream.get());
        old.waitUntilEntered();
        ASSERT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
        next.launch(stream.get());
        next.waitUntilEntered();
        old.open();
        waitUntil([&] { return old.ended() == 1; });
        EXPECT_TRUE(isBusy(stream.get()));
        next.open();
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    }
}

// Functions return just when the stream is aborted; whatever comes first, later ones hold it.
TEST(aclrtLaunchHostFunc, AbortsThatRaceWithReturningFunctionsLeaveNothingBehind) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedStream stream;
    std::atomic<int> calls{0};
    onThreads(3, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        for (int i = 0; i < 500; ++i) {
            ASSERT_EQ(thread == 0 ? aclrtStreamAbort(stream.get())
                                  : aclrtLaunchHostFunc(stream.get(), countCall, &calls),
                      ACL_SUCCESS)
                << recentMessage();
        }
    });
    ASSERT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
    FunctionGate gate;
    gate.launch(stream.get());
    gate.waitUntilEntered();
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 20),
              ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtLaunchHostFunc, DestroyingTheStreamWaitsForThem) {
    const SetDevice session;
    std::atomic<int> calls{0};
    {
        const OwnedStream stream;
        for (int i = 0; i < 50; ++i) {
            ASSERT_EQ(aclrtLaunchHostFunc(stream.get(), countCall, &calls), ACL_SUCCESS);
        }
    }
    EXPECT_EQ(calls, 50);
}

TEST(aclrtLaunchHostFunc, AForcedDestroyCallsNothingLater) {
    const SetDevice session;
    FunctionGate gate;
    std::atomic<int> calls{0};
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    gate.launch(stream);
    ASSERT_EQ(aclrtLaunchHostFunc(stream, countCall, &calls), ACL_SUCCESS);
    gate.waitUntilEntered();
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
    gate.open();
    waitUntil([&] { return gate.ended() == 1; });
    EXPECT_EQ(calls, 0);
}

TEST(aclrtLaunchHostFunc, AForcedResetDoesNotWaitForThem) {
    FunctionGate gate;
    std::atomic<int> calls{0};
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    gate.launch(stream);
    ASSERT_EQ(aclrtLaunchHostFunc(stream, countCall, &calls), ACL_SUCCESS);
    gate.waitUntilEntered();
    EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
    gate.open();
    waitUntil([&] { return gate.ended() == 1; });
    EXPECT_EQ(calls, 0);
}

// The device may be closed, and opened again, from inside a function of its streams.
TEST(aclrtLaunchHostFunc, ItMayResetItsOwnDevice) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    static std::atomic<int> result{-1};
    result = -1;
    const auto start = std::chrono::steady_clock::now();
    ASSERT_EQ(aclrtLaunchHostFunc(
                  nullptr, [](void*) { result = aclrtResetDevice(0); }, nullptr),
              ACL_SUCCESS);
    waitUntil([] { return result != -1; });
    EXPECT_EQ(result, ACL_SUCCESS);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
    const SetDevice session;
    std::atomic<int> calls{0};
    ASSERT_EQ(aclrtLaunchHostFunc(nullptr, countCall, &calls), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(calls, 1);
}

// B33: a thread that waits for the stream, whose device is reset meanwhile.
TEST(aclrtLaunchHostFunc, AThreadThatWaitsReturnsWhenTheDeviceIsReset) {
    FunctionGate gate;
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtContext context = currentContext();
    gate.launch(nullptr);
    gate.waitUntilEntered();
    std::atomic<bool> isReady{false};
    std::thread waiting([&] {
        EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        isReady = true;
        EXPECT_NE(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    });
    waitUntil([&] { return isReady.load(); });
    EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
    waiting.join();
}

TEST(aclrtLaunchHostFunc, ManyStreamsWithFunctionsComeAndGo) {
    const SetDevice session;
    aclrtContext context = currentContext();
    std::atomic<int> calls{0};
    onThreads(4, [&](size_t) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        for (int i = 0; i < 50; ++i) {
            const OwnedStream stream;
            ASSERT_EQ(aclrtLaunchHostFunc(stream.get(), countCall, &calls), ACL_SUCCESS);
        }
    });
    EXPECT_EQ(calls, 200);
}

}  // namespace
}  // namespace belay::test::aclrtLaunchHostFunc_ends_test
