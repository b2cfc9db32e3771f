// What a host function may call, and what gives an error instead of waiting for itself.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>

#include "support/device.h"
#include "support/host_functions.h"

namespace belay::test::aclrtLaunchHostFunc_inside_test {
namespace {

// Runs `body` as a host function of the stream and waits for it.
void inside(aclrtStream stream, std::function<void()> body) {
    ASSERT_EQ(aclrtLaunchHostFunc(stream, callBody<std::function<void()>>, &body), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST(aclrtLaunchHostFunc, TheStreamsContextIsCurrentInside) {
    const SetDevice session;
    const OwnedContext other = makeContext();
    const ContextScope scope(other.get());
    const OwnedStream stream;
    inside(stream.get(), [&] {
        EXPECT_EQ(currentContext(), other.get());
        int32_t device = -1;
        EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
        EXPECT_EQ(device, 0);
    });
}

TEST(aclrtLaunchHostFunc, WhatItMakesCurrentDoesNotStayForTheNext) {
    const SetDevice session;
    aclrtContext own = currentContext();
    const OwnedContext other = makeContext();
    const OwnedStream stream;
    for (int i = 0; i < 5; ++i) {
        inside(stream.get(), [&] {
            EXPECT_EQ(currentContext(), own);
            EXPECT_EQ(aclrtSetCurrentContext(other.get()), ACL_SUCCESS);
        });
    }
}

TEST(aclrtLaunchHostFunc, ItMayAllocateCopyAndUseOtherStreams) {
    const SetDevice session;
    const OwnedStream stream;
    inside(stream.get(), [] {
        const DeviceMemory memory(64);
        put(memory.get(), std::string(64, 'x'));
        const OwnedStream own;
        const OwnedEvent event = makeEvent();
        EXPECT_EQ(aclrtMemsetAsync(memory.get(), 64, 'y', 32, own.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtRecordEvent(event.get(), own.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(own.get()), ACL_SUCCESS);
        EXPECT_EQ(fetch(memory.get(), 64), std::string(32, 'y') + std::string(32, 'x'));
    });
}

TEST(aclrtLaunchHostFunc, ItMaySubmitToItsOwnStream) {
    const SetDevice session;
    const OwnedStream stream;
    std::atomic<int> calls{0};
    inside(stream.get(),
           [&] { EXPECT_EQ(aclrtLaunchHostFunc(stream.get(), countCall, &calls), ACL_SUCCESS); });
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(calls, 1);
}

TEST(aclrtLaunchHostFunc, WaitingForItsOwnStreamIsRefused) {
    const SetDevice session;
    const OwnedStream stream;
    inside(stream.get(), [&] {
        const aclError code = ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
        const char* text = "would wait for itself";
        EXPECT_TRUE(refusedWith(code, "aclrtSynchronizeStream", text,
                                [&] { return aclrtSynchronizeStream(stream.get()); }));
        EXPECT_TRUE(refusedWith(code, "aclrtSynchronizeStreamWithTimeout", text, [&] {
            return aclrtSynchronizeStreamWithTimeout(stream.get(), 100'000);
        }));
        EXPECT_TRUE(refusedWith(code, "aclrtSynchronizeDevice", text,
                                [] { return aclrtSynchronizeDevice(); }));
        EXPECT_TRUE(refusedWith(code, "aclrtSynchronizeDeviceWithTimeout", text,
                                [] { return aclrtSynchronizeDeviceWithTimeout(100'000); }));
        const OwnedEvent behind = makeEvent();
        EXPECT_EQ(aclrtRecordEvent(behind.get(), stream.get()), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(code, "aclrtSynchronizeEvent", text,
                                [&] { return aclrtSynchronizeEvent(behind.get()); }));
    });
}

TEST(aclrtLaunchHostFunc, WhatIsBeforeItInTheStreamMayBeWaitedFor) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent before = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(before.get(), stream.get()), ACL_SUCCESS);
    inside(stream.get(), [&] {
        EXPECT_EQ(aclrtSynchronizeEvent(before.get()), ACL_SUCCESS);
        EXPECT_TRUE(isRecorded(before.get()));
        EXPECT_TRUE(isBusy(stream.get()));
    });
}

TEST(aclrtLaunchHostFunc, FillingItsOwnStreamIsRefusedWhenThereIsNoMoreRoom) {
    const SetDevice session;
    const OwnedStream stream;
    inside(stream.get(), [&] {
        const OwnedEvent event = makeEvent();
        aclError result = ACL_SUCCESS;
        for (int i = 0; i < 5000 && result == ACL_SUCCESS; ++i) {
            result = aclrtRecordEvent(event.get(), stream.get());
        }
        EXPECT_EQ(result, ACL_ERROR_RT_STREAM_TASK_FULL);
        EXPECT_NE(recentMessage().find("would wait for itself"), std::string::npos);
    });
}

TEST(aclrtLaunchHostFunc, ItMayAbortItsOwnStreamAndUseItOn) {
    const SetDevice session;
    const OwnedStream stream;
    std::atomic<int> calls{0};
    std::atomic<bool> isOver{false};
    std::function<void()> body = [&] {
        EXPECT_EQ(aclrtLaunchHostFunc(stream.get(), countCall, &calls), ACL_SUCCESS);
        EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
        // Nothing in the stream waits for this function any more.
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        const DeviceMemory memory(64);
        EXPECT_EQ(aclrtMemsetAsync(memory.get(), 64, 1, 64, stream.get()), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        isOver = true;
    };
    ASSERT_EQ(aclrtLaunchHostFunc(stream.get(), callBody<std::function<void()>>, &body),
              ACL_SUCCESS);
    waitUntil([&] { return isOver.load(); });
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(calls, 0);
}

TEST(aclrtLaunchHostFunc, ItMayDestroyItsOwnStream) {
    const SetDevice session;
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    std::atomic<bool> isOver{false};
    std::function<void()> body = [&] {
        EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
        isOver = true;
    };
    ASSERT_EQ(aclrtLaunchHostFunc(stream, callBody<std::function<void()>>, &body), ACL_SUCCESS);
    waitUntil([&] { return isOver.load(); });
}

TEST(aclrtLaunchHostFunc, ItMayAbortTheDevice) {
    const SetDevice session;
    const OwnedStream stream;
    std::atomic<bool> isOver{false};
    std::function<void()> body = [&] {
        EXPECT_EQ(aclrtDeviceTaskAbort(0, 0), ACL_SUCCESS);
        isOver = true;
    };
    ASSERT_EQ(aclrtLaunchHostFunc(stream.get(), callBody<std::function<void()>>, &body),
              ACL_SUCCESS);
    waitUntil([&] { return isOver.load(); });
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtLaunchHostFunc, ErrorsInsideAreRememberedByItsThread) {
    const SetDevice session;
    const OwnedStream stream;
    forgetErrors();
    inside(stream.get(), [] { EXPECT_NE(aclrtDestroyStream(nullptr), ACL_SUCCESS); });
    EXPECT_TRUE(nothingFailed());
}

}  // namespace
}  // namespace belay::test::aclrtLaunchHostFunc_inside_test
