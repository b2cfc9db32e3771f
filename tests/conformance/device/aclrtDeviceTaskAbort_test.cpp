#include <gtest/gtest.h>

#include <atomic>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/host_functions.h"
#include "support/notifies.h"
#include "support/threads.h"

namespace belay::test::aclrtDeviceTaskAbort_test {
namespace {

constexpr const char* kName = "aclrtDeviceTaskAbort";
constexpr uint32_t kLongestMs = 36 * 60 * 1000;

TEST(aclrtDeviceTaskAbort, DropsTheWorkOfAllStreamsOfAllContexts) {
    const SetDevice session;
    std::atomic<int> calls{0};
    const OwnedContext other = makeContext();
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedStream first;
    const OwnedStream second;
    aclrtStream third = nullptr;
    {
        const ContextScope scope(other.get());
        ASSERT_EQ(aclrtCreateStream(&third), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEvent(third, never.get()), ACL_SUCCESS);
    }
    for (aclrtStream stream : {first.get(), second.get(), aclrtStream{nullptr}}) {
        ASSERT_EQ(aclrtStreamWaitEvent(stream, never.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtLaunchHostFunc(stream, countCall, &calls), ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtDeviceTaskAbort(0, 0), ACL_SUCCESS);
    for (aclrtStream stream : {first.get(), second.get(), third, aclrtStream{nullptr}}) {
        EXPECT_FALSE(isBusy(stream));
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
    EXPECT_EQ(calls, 0);
    // All of them are usable.
    for (aclrtStream stream : {first.get(), second.get(), aclrtStream{nullptr}}) {
        ASSERT_EQ(aclrtLaunchHostFunc(stream, countCall, &calls), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
    EXPECT_EQ(calls, 3);
}

// What one stream waits for of another must not let it go on while the others are being dropped.
TEST(aclrtDeviceTaskAbort, NothingRunsBehindAWaitForWhatWasDropped) {
    const SetDevice session;
    std::atomic<int> calls{0};
    for (int round = 0; round < 50; ++round) {
        HeldStream held;
        const OwnedStream waiting;
        const OwnedEvent event = makeEvent();
        ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtLaunchHostFunc(waiting.get(), countCall, &calls), ACL_SUCCESS);
        ASSERT_EQ(aclrtDeviceTaskAbort(0, 1000), ACL_SUCCESS);
    }
    EXPECT_EQ(calls, 0);
}

TEST(aclrtDeviceTaskAbort, ThreadsThatWaitAreTold) {
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
                result =
                    thread == 3 ? aclrtSynchronizeDevice() : aclrtSynchronizeStream(stream.get());
            }
            EXPECT_EQ(result, ACL_ERROR_RT_DEVICE_TASK_ABORT);
            ++returned;
            return;
        }
        // Nobody can see from outside that the others wait already; so until they have returned.
        while (returned < 3) {
            EXPECT_EQ(aclrtDeviceTaskAbort(0, 0), ACL_SUCCESS);
            EXPECT_EQ(aclrtStreamWaitEvent(stream.get(), never.get()), ACL_SUCCESS);
            std::this_thread::yield();
        }
    });
    EXPECT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
}

TEST(aclrtDeviceTaskAbort, AFunctionThatRunsIsNotWaitedFor) {
    const SetDevice session;
    FunctionGate gate;
    const OwnedStream stream;
    gate.launch(stream.get());
    gate.waitUntilEntered();
    EXPECT_EQ(aclrtDeviceTaskAbort(0, 1000), ACL_SUCCESS);
    EXPECT_EQ(gate.ended(), 0);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    gate.open();
}

TEST(aclrtDeviceTaskAbort, TheOtherDeviceGoesOn) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice session;
    HeldStream held;
    {
        const SetDevice other(1);
        EXPECT_EQ(aclrtDeviceTaskAbort(1, 0), ACL_SUCCESS);
    }
    EXPECT_TRUE(isBusy(held.get()));
    held.open();
    held.synchronize();
}

TEST(aclrtDeviceTaskAbort, RacesWithSubmissionsAndAborts) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedStream shared;
    std::atomic<int> calls{0};
    onThreads(4, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        for (int i = 0; i < 100; ++i) {
            if (thread == 0) {
                ASSERT_EQ(aclrtDeviceTaskAbort(0, i % 2 == 0 ? 0 : 10'000), ACL_SUCCESS);
            } else if (thread == 1) {
                ASSERT_EQ(aclrtStreamAbort(shared.get()), ACL_SUCCESS);
            } else {
                const OwnedStream own;
                ASSERT_EQ(aclrtLaunchHostFunc(shared.get(), countCall, &calls), ACL_SUCCESS);
                ASSERT_EQ(aclrtLaunchHostFunc(own.get(), countCall, &calls), ACL_SUCCESS);
                const aclError result = aclrtSynchronizeStream(own.get());
                ASSERT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_DEVICE_TASK_ABORT)
                    << result;
            }
        }
    });
    EXPECT_EQ(aclrtSynchronizeStream(shared.get()), ACL_SUCCESS);
}

TEST(aclrtDeviceTaskAbort, NeedsNoContextAndIdleDevicesAreFine) {
    const SetDevice session;
    onThreadWithoutContext([] {
        for (const uint32_t timeout : {0U, 1U, kLongestMs}) {
            EXPECT_EQ(aclrtDeviceTaskAbort(0, timeout), ACL_SUCCESS);
        }
    });
}

TEST(aclrtDeviceTaskAbort, TooLongALimitIsRefused) {
    const SetDevice session;
    for (const uint32_t timeout : {kLongestMs + 1, UINT32_MAX}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'timeout'",
                                [&] { return aclrtDeviceTaskAbort(0, timeout); }));
    }
}

TEST(aclrtDeviceTaskAbort, DevicesThatAreNotThereOrNotSetAreRefused) {
    for (const int32_t device : {-1, 1000, static_cast<int32_t>(deviceCount())}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, kName, "'deviceId'",
                                [&] { return aclrtDeviceTaskAbort(device, 0); }));
    }
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, kName, "not set",
                            [] { return aclrtDeviceTaskAbort(0, 0); }));
}

}  // namespace
}  // namespace belay::test::aclrtDeviceTaskAbort_test
