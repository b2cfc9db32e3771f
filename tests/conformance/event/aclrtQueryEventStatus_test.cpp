#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtQueryEventStatus_test {
namespace {

constexpr const char* kName = "aclrtQueryEventStatus";

aclrtEventRecordedStatus statusOf(const OwnedEvent& event) {
    auto status = enumOf<aclrtEventRecordedStatus>(42);
    EXPECT_EQ(aclrtQueryEventStatus(event.get(), &status), ACL_SUCCESS);
    return status;
}

TEST(aclrtQueryEventStatus, FollowsTheRecord) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    EXPECT_EQ(statusOf(event), ACL_EVENT_RECORDED_STATUS_COMPLETE) << "never recorded";
    HeldStream held;
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    EXPECT_EQ(statusOf(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
    held.open();
    held.synchronize();
    EXPECT_EQ(statusOf(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
}

TEST(aclrtQueryEventStatus, IsDoneRightAfterASynchronise) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    for (int i = 0; i < 500; ++i) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
        ASSERT_EQ(statusOf(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
    }
}

TEST(aclrtQueryEventStatus, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
    onThreadWithoutContext([&] { EXPECT_EQ(statusOf(event), ACL_EVENT_RECORDED_STATUS_COMPLETE); });
}

TEST(aclrtQueryEventStatus, NullForTheAnswerIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    EXPECT_TRUE(
        refused(kName, "status", [&] { return aclrtQueryEventStatus(event.get(), nullptr); }));
}

TEST(aclrtQueryEventStatus, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, [](aclrtEvent event) {
        auto status = enumOf<aclrtEventRecordedStatus>(42);
        const aclError result = aclrtQueryEventStatus(event, &status);
        EXPECT_EQ(static_cast<int>(status), 42);
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtQueryEventStatus_test
