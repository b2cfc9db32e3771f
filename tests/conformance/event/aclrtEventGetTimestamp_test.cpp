#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtEventGetTimestamp_test {
namespace {

constexpr const char* kName = "aclrtEventGetTimestamp";

uint64_t recordNow(const OwnedEvent& event) {
    EXPECT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    uint64_t timestamp = 0;
    EXPECT_EQ(aclrtEventGetTimestamp(event.get(), &timestamp), ACL_SUCCESS);
    return timestamp;
}

TEST(aclrtEventGetTimestamp, GoesForward) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    uint64_t last = recordNow(event);
    EXPECT_GT(last, 0U);
    for (int i = 0; i < 100; ++i) {
        const uint64_t next = recordNow(event);
        EXPECT_GE(next, last);
        last = next;
    }
}

// Microseconds, where the elapsed time is in milliseconds.
TEST(aclrtEventGetTimestamp, AgreesWithTheElapsedTime) {
    const SetDevice session;
    const OwnedEvent start = makeEvent();
    const OwnedEvent end = makeEvent();
    const uint64_t first = recordNow(start);
    for (int i = 0; i < 200; ++i) {
        recordNow(end);
    }
    const uint64_t last = recordNow(end);
    float ms = 0;
    ASSERT_EQ(aclrtEventElapsedTime(&ms, start.get(), end.get()), ACL_SUCCESS);
    EXPECT_NEAR(static_cast<double>(last - first), static_cast<double>(ms) * 1000, 1.01);
}

TEST(aclrtEventGetTimestamp, EventWithoutTimeIsRefused) {
    const SetDevice session;
    for (const OwnedEvent& event :
         {makeEventWithFlag(ACL_EVENT_SYNC), makeEventEx(ACL_EVENT_SYNC)}) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
        uint64_t timestamp = 42;
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, kName, "ACL_EVENT_TIME_LINE",
                                [&] { return aclrtEventGetTimestamp(event.get(), &timestamp); }));
        EXPECT_EQ(timestamp, 42U);
    }
}

TEST(aclrtEventGetTimestamp, EventThatIsNotReachedIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    uint64_t timestamp = 42;
    const auto expectRefused = [&](const char* why) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INTERNAL_ERROR, kName, why,
                                [&] { return aclrtEventGetTimestamp(event.get(), &timestamp); }));
        EXPECT_EQ(timestamp, 42U);
    };
    expectRefused("not been recorded");
    HeldStream held;
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    expectRefused("synchronise");
}

TEST(aclrtEventGetTimestamp, NullForTheAnswerIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    EXPECT_TRUE(
        refused(kName, "timestamp", [&] { return aclrtEventGetTimestamp(event.get(), nullptr); }));
}

TEST(aclrtEventGetTimestamp, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, [](aclrtEvent event) {
        uint64_t timestamp = 42;
        const aclError result = aclrtEventGetTimestamp(event, &timestamp);
        EXPECT_EQ(timestamp, 42U);
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtEventGetTimestamp_test
