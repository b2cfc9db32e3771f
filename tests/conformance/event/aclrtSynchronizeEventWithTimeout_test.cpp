#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtSynchronizeEventWithTimeout_test {
namespace {

constexpr const char* kName = "aclrtSynchronizeEventWithTimeout";

TEST(aclrtSynchronizeEventWithTimeout, WaitsForTheRecord) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    for (const int32_t timeout : {60'000, INT32_MAX, -1}) {
        EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event.get(), timeout), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event.get(), timeout), ACL_SUCCESS);
        EXPECT_TRUE(isRecorded(event.get()));
    }
}

TEST(aclrtSynchronizeEventWithTimeout, GivesUpAfterTheTime) {
    const SetDevice session;
    HeldStream held;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, kName, "in time",
                            [&] { return aclrtSynchronizeEventWithTimeout(event.get(), 10); }));
    EXPECT_FALSE(isRecorded(event.get()));
    held.open();
    EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event.get(), 60'000), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtSynchronizeEventWithTimeout, OtherLimitsAreRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    expectRefusesBadTimeouts(kName, [&](int32_t timeout) {
        return aclrtSynchronizeEventWithTimeout(event.get(), timeout);
    });
}

TEST(aclrtSynchronizeEventWithTimeout, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    onThreadWithoutContext(
        [&] { EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event.get(), 60'000), ACL_SUCCESS); });
}

TEST(aclrtSynchronizeEventWithTimeout, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName,
                     [](aclrtEvent event) { return aclrtSynchronizeEventWithTimeout(event, -1); });
}

}  // namespace
}  // namespace belay::test::aclrtSynchronizeEventWithTimeout_test
