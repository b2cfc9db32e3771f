#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/threads.h"

namespace belay::test::aclrtDestroyStreamForce_test {
namespace {

constexpr const char* kName = "aclrtDestroyStreamForce";

TEST(aclrtDestroyStreamForce, DropsWhatHasNotRun) {
    const SetDevice session;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent behind = makeEvent();
    aclrtStream stream = OwnedStream().release();
    ASSERT_EQ(aclrtStreamWaitEvent(stream, never.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(behind.get(), stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(behind.get()), ACL_SUCCESS);
    uint64_t timestamp = 0;
    EXPECT_NE(aclrtEventGetTimestamp(behind.get(), &timestamp), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtDestroyStreamForce, OthersThatWaitForDroppedEventsGoOn) {
    const SetDevice session;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent behind = makeEvent();
    const OwnedStream waiting;
    aclrtStream stream = OwnedStream().release();
    ASSERT_EQ(aclrtStreamWaitEvent(stream, never.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(behind.get(), stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), behind.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
}

TEST(aclrtDestroyStreamForce, MakesThreadsThatWaitReturn) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent behind = makeEvent();
    aclrtStream stream = OwnedStream().release();
    ASSERT_EQ(aclrtStreamWaitEvent(stream, never.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(behind.get(), stream), ACL_SUCCESS);
    onThreads(5, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        if (thread == 0) {
            EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
        } else if (thread == 1) {
            EXPECT_EQ(aclrtSynchronizeEvent(behind.get()), ACL_SUCCESS);
        } else if (thread == 2) {
            EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
        } else {
            EXPECT_NE(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        }
    });
}

TEST(aclrtDestroyStreamForce, EndsADestructionThatWaits) {
    const SetDevice session;
    aclrtContext context = currentContext();
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    aclrtStream stream = OwnedStream().release();
    ASSERT_EQ(aclrtStreamWaitEvent(stream, never.get()), ACL_SUCCESS);
    std::atomic<int> succeeded{0};
    onThreads(2, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        const aclError result =
            thread == 0 ? aclrtDestroyStream(stream) : aclrtDestroyStreamForce(stream);
        succeeded += result == ACL_SUCCESS ? 1 : 0;
    });
    EXPECT_EQ(succeeded, 1);
}

TEST(aclrtDestroyStreamForce, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "stream", [] { return aclrtDestroyStreamForce(nullptr); }));
}

TEST(aclrtDestroyStreamForce, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, aclrtDestroyStreamForce);
}

TEST(aclrtDestroyStreamForce, DefaultStreamIsRefused) {
    const SetDevice session;
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&stream), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "default",
                            [&] { return aclrtDestroyStreamForce(stream); }));
}

TEST(aclrtDestroyStreamForce, NeedsAContext) {
    const SetDevice session;
    const OwnedStream stream;
    expectNeedsContext(kName, [&] { return aclrtDestroyStreamForce(stream.get()); });
}

TEST(aclrtDestroyStreamForce, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    expectRefusesStreamOfOtherContext(kName, aclrtDestroyStreamForce);
}

}  // namespace
}  // namespace belay::test::aclrtDestroyStreamForce_test
