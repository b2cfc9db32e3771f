#include <gtest/gtest.h>

#include <atomic>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/host_functions.h"

namespace belay::test::aclrtStreamStop_test {
namespace {

constexpr const char* kName = "aclrtStreamStop";

OwnedStream makeDeviceStream() {
    aclrtStream stream = nullptr;
    EXPECT_EQ(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_DEVICE_USE_ONLY), ACL_SUCCESS);
    return OwnedStream(stream);
}

TEST(aclrtStreamStop, NothingMoreRunsAndNothingIsDropped) {
    const SetDevice session;
    std::atomic<int> calls{0};
    FunctionGate gate;
    const OwnedStream stream = makeDeviceStream();
    const OwnedEvent behind = makeEvent();
    gate.launch(stream.get());
    ASSERT_EQ(aclrtLaunchHostFunc(stream.get(), countCall, &calls), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(behind.get(), stream.get()), ACL_SUCCESS);
    gate.waitUntilEntered();
    ASSERT_EQ(aclrtStreamStop(stream.get()), ACL_SUCCESS);
    gate.open();
    waitUntil([&] { return gate.ended() == 1; });
    EXPECT_TRUE(isBusy(stream.get()));
    EXPECT_FALSE(isRecorded(behind.get()));
    EXPECT_EQ(calls, 0);
    ASSERT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
}

TEST(aclrtStreamStop, WhoWaitsOrSubmitsIsToldUntilAnAbort) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedStream stream = makeDeviceStream();
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), never.get()), ACL_SUCCESS);
    std::thread waiting([&] {
        EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_ERROR_RT_TASK_ABORT_STOP);
    });
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 20),
              ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    ASSERT_EQ(aclrtStreamStop(stream.get()), ACL_SUCCESS);
    waiting.join();
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_TASK_ABORT_STOP, "aclrtRecordEvent", "aclrtStreamAbort",
                            [&] { return aclrtRecordEvent(never.get(), stream.get()); }));
    EXPECT_EQ(aclrtStreamStop(stream.get()), ACL_ERROR_RT_TASK_ABORT_STOP);
    ASSERT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtRecordEvent(never.get(), stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtStreamStop, AStoppedStreamIsDestroyedWithoutWaiting) {
    const SetDevice session;
    const OwnedStream stream = makeDeviceStream();
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), never.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamStop(stream.get()), ACL_SUCCESS);
}

TEST(aclrtStreamStop, StreamsOfAnotherKindAreRefused) {
    const SetDevice session;
    const OwnedStream stream;
    aclrtStream defaultStream = nullptr;
    ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&defaultStream), ACL_SUCCESS);
    for (aclrtStream other : {stream.get(), defaultStream}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName,
                                "ACL_STREAM_DEVICE_USE_ONLY",
                                [&] { return aclrtStreamStop(other); }));
    }
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'stream' is null",
                            [] { return aclrtStreamStop(nullptr); }));
}

TEST(aclrtStreamStop, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, aclrtStreamStop);
}

}  // namespace
}  // namespace belay::test::aclrtStreamStop_test
