#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtQueryEventWaitStatus_test {
namespace {

constexpr const char* kName = "aclrtQueryEventWaitStatus";

aclrtEventWaitStatus statusOf(const OwnedEvent& event) {
    auto status = enumOf<aclrtEventWaitStatus>(42);
    EXPECT_EQ(aclrtQueryEventWaitStatus(event.get(), &status), ACL_SUCCESS);
    return status;
}

TEST(aclrtQueryEventWaitStatus, FollowsTheWaits) {
    const SetDevice session;
    for (const bool isPlain : {true, false}) {
        HeldStream held;
        const OwnedStream waiting;
        const OwnedEvent event = isPlain ? makeEvent() : makeEventWithFlag(ACL_EVENT_SYNC);
        EXPECT_EQ(statusOf(event), ACL_EVENT_WAIT_STATUS_COMPLETE) << "no waits";
        ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
        EXPECT_EQ(statusOf(event), ACL_EVENT_WAIT_STATUS_COMPLETE) << "no waits";
        ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event.get()), ACL_SUCCESS);
        EXPECT_EQ(statusOf(event), ACL_EVENT_WAIT_STATUS_NOT_READY);
        held.open();
        ASSERT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
        EXPECT_EQ(statusOf(event), ACL_EVENT_WAIT_STATUS_COMPLETE);
    }
}

// A wait that the device is done with is over, whether or not anybody has synchronised since.
TEST(aclrtQueryEventWaitStatus, BecomesCompleteByItself) {
    const SetDevice session;
    const OwnedStream waiting;
    const OwnedEvent event = makeEventWithFlag(ACL_EVENT_SYNC);
    ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    while (statusOf(event) != ACL_EVENT_WAIT_STATUS_COMPLETE) {
        std::this_thread::yield();
    }
}

TEST(aclrtQueryEventWaitStatus, CountsWaitsForEarlierRecords) {
    const SetDevice session;
    HeldStream held;
    const OwnedStream waiting;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event.get()), ACL_SUCCESS);
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
        EXPECT_EQ(statusOf(event), ACL_EVENT_WAIT_STATUS_NOT_READY);
    }
    held.open();
    ASSERT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    EXPECT_EQ(statusOf(event), ACL_EVENT_WAIT_STATUS_COMPLETE);
}

TEST(aclrtQueryEventWaitStatus, CountsWaitsOnOtherDevices) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice first(0);
    HeldStream held;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    {
        const SetDevice second(1);
        const OwnedStream waiting;
        ASSERT_EQ(aclrtStreamWaitEvent(waiting.get(), event.get()), ACL_SUCCESS);
        EXPECT_EQ(statusOf(event), ACL_EVENT_WAIT_STATUS_NOT_READY);
        held.open();
        ASSERT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    }
    EXPECT_EQ(statusOf(event), ACL_EVENT_WAIT_STATUS_COMPLETE);
}

TEST(aclrtQueryEventWaitStatus, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
    onThreadWithoutContext([&] { EXPECT_EQ(statusOf(event), ACL_EVENT_WAIT_STATUS_COMPLETE); });
}

TEST(aclrtQueryEventWaitStatus, NullForTheAnswerIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    EXPECT_TRUE(
        refused(kName, "status", [&] { return aclrtQueryEventWaitStatus(event.get(), nullptr); }));
}

TEST(aclrtQueryEventWaitStatus, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, [](aclrtEvent event) {
        auto status = enumOf<aclrtEventWaitStatus>(42);
        const aclError result = aclrtQueryEventWaitStatus(event, &status);
        EXPECT_EQ(static_cast<int>(status), 42);
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtQueryEventWaitStatus_test
