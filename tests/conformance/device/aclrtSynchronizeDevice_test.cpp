#include <gtest/gtest.h>

#include <atomic>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/threads.h"

namespace belay::test::aclrtSynchronizeDevice_test {
namespace {

TEST(aclrtSynchronizeDevice, WithoutWorkReturns) {
    const SetDevice session;
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

TEST(aclrtSynchronizeDevice, WaitsForAllStreams) {
    const SetDevice session;
    const OwnedStream first;
    const OwnedStream second;
    const OwnedEvent firstEvent = makeEvent();
    const OwnedEvent secondEvent = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(firstEvent.get(), first.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(secondEvent.get(), second.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(firstEvent.get()));
    EXPECT_TRUE(isRecorded(secondEvent.get()));
}

TEST(aclrtSynchronizeDevice, WaitsForStreamsOfOtherContexts) {
    const SetDevice session;
    const OwnedContext context = makeContext();
    aclrtEvent event = nullptr;
    {
        const ContextScope scope(context.get());
        event = makeEvent().release();
        ASSERT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event));
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST(aclrtSynchronizeDevice, WaitsUntilABlockedStreamGoesOn) {
    const SetDevice session;
    aclrtContext context = currentContext();
    HeldStream held;
    std::atomic<bool> opened{false};
    onThreads(2, [&](size_t thread) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        if (thread == 0) {
            EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
            EXPECT_TRUE(opened);
        } else {
            opened = true;
            held.open();
        }
    });
}

TEST(aclrtSynchronizeDevice, DoesNotWaitForAnotherDevice) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice session(0);
    HeldStream held;
    aclrtContext heldContext = currentContext();
    {
        const SetDevice other(1);
        EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    }
    EXPECT_TRUE(isBusy(held.get()));
    ASSERT_EQ(aclrtSetCurrentContext(heldContext), ACL_SUCCESS);
}

TEST(aclrtSynchronizeDevice, NeedsAContext) {
    expectNeedsContext("aclrtSynchronizeDevice", [] { return aclrtSynchronizeDevice(); });
}

TEST(aclrtSynchronizeDevice, ManyThreadsMaySynchronise) {
    const SetDevice session;
    aclrtContext context = currentContext();
    onThreads(8, [&](size_t) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        const OwnedStream stream;
        const OwnedEvent event = makeEvent();
        for (int i = 0; i < 50; ++i) {
            ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
            ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
            ASSERT_TRUE(isRecorded(event.get()));
        }
    });
}

}  // namespace
}  // namespace belay::test::aclrtSynchronizeDevice_test
