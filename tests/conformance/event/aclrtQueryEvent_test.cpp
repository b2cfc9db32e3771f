#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtQueryEvent_test {
namespace {

constexpr const char* kName = "aclrtQueryEvent";

aclrtEventStatus statusOf(const OwnedEvent& event) {
    auto status = enumOf<aclrtEventStatus>(42);
    EXPECT_EQ(aclrtQueryEvent(event.get(), &status), ACL_SUCCESS);
    return status;
}

TEST(aclrtQueryEvent, FollowsTheRecord) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    EXPECT_EQ(statusOf(event), ACL_EVENT_STATUS_COMPLETE) << "never recorded";
    HeldStream held;
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    EXPECT_EQ(statusOf(event), ACL_EVENT_STATUS_NOT_READY);
    held.open();
    held.synchronize();
    EXPECT_EQ(statusOf(event), ACL_EVENT_STATUS_COMPLETE);
}

TEST(aclrtQueryEvent, IsDoneRightAfterASynchronise) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    for (int i = 0; i < 500; ++i) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
        ASSERT_EQ(statusOf(event), ACL_EVENT_STATUS_COMPLETE);
    }
}

TEST(aclrtQueryEvent, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
    onThreadWithoutContext([&] { EXPECT_EQ(statusOf(event), ACL_EVENT_STATUS_COMPLETE); });
}

TEST(aclrtQueryEvent, NullForTheAnswerIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    EXPECT_TRUE(refused(kName, "status", [&] { return aclrtQueryEvent(event.get(), nullptr); }));
}

TEST(aclrtQueryEvent, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, [](aclrtEvent event) {
        auto status = enumOf<aclrtEventStatus>(42);
        const aclError result = aclrtQueryEvent(event, &status);
        EXPECT_EQ(static_cast<int>(status), 42);
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtQueryEvent_test
