#include <gtest/gtest.h>

#include <atomic>
#include <climits>
#include <memory>
#include <string>
#include <thread>

#include "support/device.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtResetDevice_test {
namespace {

TEST(aclrtResetDevice, EndsTheDefaultContextForAllThreads) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtContext context = currentContext();
    onThreadWithoutContext([&] {
        EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
    });
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtGetCurrentContext", "reset",
                            [&] { return aclrtGetCurrentContext(&context); }));
    EXPECT_EQ(aclrtSetCurrentContext(context), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtResetDevice, UndoesOneSetOnly) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedStream stream;
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(currentContext(), context);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtResetDevice, ReleasesStreamsAndEvents) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = OwnedStream().release();
    aclrtEvent event = makeEvent().release();
    ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_PARAM_INVALID);
    const SetDevice session;
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_NE(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
}

TEST(aclrtResetDevice, WorkInFlightStillRuns) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtResetDevice, AThreadThatNeverSetItMayReset) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    onThreadWithoutContext([] { EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS); });
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
}

TEST(aclrtResetDevice, DeviceThatIsNotSetIsRefused) {
    const auto expectRefused = [] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "aclrtResetDevice",
                                "'deviceId'", [] { return aclrtResetDevice(0); }));
    };
    expectRefused();
    { const SetDevice session; }
    expectRefused();
}

TEST(aclrtResetDevice, DeviceThatIsNotThereIsRefused) {
    const auto count = static_cast<int32_t>(deviceCount());
    for (const int32_t device : {count, -1, 1000, INT32_MIN, INT32_MAX}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtResetDevice", "'deviceId'",
                                [&] { return aclrtResetDevice(device); }));
    }
}

TEST(aclrtResetDevice, LeavesExplicitContexts) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    OwnedContext context = makeContext();
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetCurrentContext(context.get()), ACL_SUCCESS);
    const OwnedStream stream;
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtResetDevice, LeavesOtherDevices) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice session(0);
    const OwnedStream stream;
    { const SetDevice other(1); }
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST(aclrtResetDevice, OfManyThreadsAsManySucceedAsHadSetIt) {
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    }
    std::atomic<int> succeeded{0};
    onThreads(8, [&](size_t) {
        const aclError result = aclrtResetDevice(0);
        succeeded += result == ACL_SUCCESS ? 1 : 0;
        EXPECT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
    });
    EXPECT_EQ(succeeded, 3);
}

TEST(aclrtResetDevice, ThreadsThatUseTheDeviceGetErrors) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtContext context = currentContext();
    std::atomic<int> working{0};
    onThreads(5, [&](size_t thread) {
        if (thread == 0) {
            while (working < 4) {
                std::this_thread::yield();
            }
            EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
            return;
        }
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        ++working;
        aclError result = ACL_SUCCESS;
        while (result == ACL_SUCCESS) {
            aclrtStream stream = nullptr;
            aclrtEvent event = nullptr;
            result = aclrtCreateStream(&stream);
            result = result == ACL_SUCCESS ? aclrtCreateEvent(&event) : result;
            result = result == ACL_SUCCESS ? aclrtRecordEvent(event, stream) : result;
            result = result == ACL_SUCCESS ? aclrtSynchronizeStream(stream) : result;
            result = result == ACL_SUCCESS ? aclrtDestroyStream(stream) : result;
        }
    });
}

// Each thread has its own stream with work in flight; the reset lets it run to its end.
TEST(aclrtResetDevice, WorkInFlightOfManyThreadsStillRuns) {
    constexpr size_t kThreads = 4;
    constexpr size_t kBytes = 1 << 20;
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    auto results = std::make_unique<PinnedMemory>(kThreads * kBytes);
    const aclrtContext context = currentContext();
    onThreads(kThreads, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        aclrtStream stream = OwnedStream().release();
        char* memory = DeviceMemory(kBytes).detach();
        const auto value = static_cast<int32_t>('a' + thread);
        for (int i = 0; i < 20; ++i) {
            ASSERT_EQ(aclrtMemsetAsync(memory, kBytes, value, kBytes, stream), ACL_SUCCESS);
        }
        ASSERT_EQ(aclrtMemcpyAsync(results->get() + thread * kBytes, kBytes, memory, kBytes,
                                   ACL_MEMCPY_DEVICE_TO_HOST, stream),
                  ACL_SUCCESS);
    });
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    const SetDevice again;
    for (size_t thread = 0; thread < kThreads; ++thread) {
        const std::string result(results->get() + thread * kBytes, kBytes);
        EXPECT_TRUE(result == std::string(kBytes, static_cast<char>('a' + thread))) << thread;
    }
    results.reset();
}

}  // namespace
}  // namespace belay::test::aclrtResetDevice_test
