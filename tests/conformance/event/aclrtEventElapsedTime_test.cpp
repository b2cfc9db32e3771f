#include <gtest/gtest.h>

#include <cmath>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtEventElapsedTime_test {
namespace {

constexpr const char* kName = "aclrtEventElapsedTime";

void recordNow(const OwnedEvent& event) {
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

float elapsed(const OwnedEvent& start, const OwnedEvent& end) {
    float ms = NAN;
    EXPECT_EQ(aclrtEventElapsedTime(&ms, start.get(), end.get()), ACL_SUCCESS);
    return ms;
}

TEST(aclrtEventElapsedTime, IsTheTimeBetweenTwoRecords) {
    const SetDevice session;
    const OwnedEvent first = makeEvent();
    const OwnedEvent second = makeEvent();
    const OwnedEvent third = makeEvent();
    recordNow(first);
    recordNow(second);
    recordNow(third);
    EXPECT_GE(elapsed(first, second), 0);
    EXPECT_GT(elapsed(first, third), 0);
    EXPECT_NEAR(elapsed(first, second) + elapsed(second, third), elapsed(first, third), 1e-3);
    EXPECT_EQ(elapsed(first, first), 0);
}

TEST(aclrtEventElapsedTime, IsNegativeInReversedOrder) {
    const SetDevice session;
    const OwnedEvent first = makeEvent();
    const OwnedEvent second = makeEvent();
    recordNow(first);
    recordNow(second);
    EXPECT_EQ(elapsed(second, first), -elapsed(first, second));
}

TEST(aclrtEventElapsedTime, EventsOfEveryKindWithTimeWork) {
    const SetDevice session;
    const OwnedEvent plain = makeEvent();
    for (const OwnedEvent& event :
         {makeEventWithFlag(ACL_EVENT_TIME_LINE), makeEventEx(ACL_EVENT_TIME_LINE),
          makeEventWithFlag(ACL_EVENT_TIME_LINE | ACL_EVENT_SYNC),
          makeEventEx(ACL_EVENT_TIME_LINE | ACL_EVENT_SYNC)}) {
        recordNow(plain);
        recordNow(event);
        EXPECT_GE(elapsed(plain, event), 0);
    }
}

TEST(aclrtEventElapsedTime, RecordingAnewMovesTheTime) {
    const SetDevice session;
    const OwnedEvent start = makeEvent();
    const OwnedEvent end = makeEvent();
    recordNow(start);
    recordNow(end);
    const float before = elapsed(start, end);
    recordNow(end);
    EXPECT_GT(elapsed(start, end), before);
}

TEST(aclrtEventElapsedTime, EventWithoutTimeIsRefused) {
    const SetDevice session;
    const OwnedEvent timed = makeEvent();
    recordNow(timed);
    for (const OwnedEvent& event :
         {makeEventWithFlag(ACL_EVENT_SYNC), makeEventEx(ACL_EVENT_SYNC)}) {
        recordNow(event);
        float ms = 42;
        const auto expectRefused = [&](aclrtEvent start, aclrtEvent end) {
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, kName,
                                    "ACL_EVENT_TIME_LINE",
                                    [&] { return aclrtEventElapsedTime(&ms, start, end); }));
        };
        expectRefused(timed.get(), event.get());
        expectRefused(event.get(), timed.get());
        EXPECT_EQ(ms, 42);
    }
}

TEST(aclrtEventElapsedTime, EventNeverRecordedIsRefused) {
    const SetDevice session;
    const OwnedEvent recorded = makeEvent();
    const OwnedEvent never = makeEvent();
    recordNow(recorded);
    float ms = 42;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INTERNAL_ERROR, kName, "recorded", [&] {
        return aclrtEventElapsedTime(&ms, recorded.get(), never.get());
    }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INTERNAL_ERROR, kName, "recorded", [&] {
        return aclrtEventElapsedTime(&ms, never.get(), recorded.get());
    }));
    EXPECT_EQ(ms, 42);
}

TEST(aclrtEventElapsedTime, RecordThatIsNotReachedIsRefused) {
    const SetDevice session;
    HeldStream held;
    const OwnedEvent start = makeEvent();
    const OwnedEvent end = makeEvent();
    recordNow(start);
    ASSERT_EQ(aclrtRecordEvent(end.get(), held.get()), ACL_SUCCESS);
    float ms = 42;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INTERNAL_ERROR, kName, "synchronise",
                            [&] { return aclrtEventElapsedTime(&ms, start.get(), end.get()); }));
    EXPECT_EQ(ms, 42);
    held.open();
    held.synchronize();
    EXPECT_GE(elapsed(start, end), 0);
}

TEST(aclrtEventElapsedTime, NullForTheAnswerIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    recordNow(event);
    EXPECT_TRUE(refused(kName, "ms",
                        [&] { return aclrtEventElapsedTime(nullptr, event.get(), event.get()); }));
}

TEST(aclrtEventElapsedTime, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    recordNow(event);
    float ms = 42;
    expectNeedsEvent(
        kName, [&](aclrtEvent bad) { return aclrtEventElapsedTime(&ms, bad, event.get()); },
        "startEvent");
    expectNeedsEvent(
        kName, [&](aclrtEvent bad) { return aclrtEventElapsedTime(&ms, event.get(), bad); },
        "endEvent");
    EXPECT_EQ(ms, 42);
}

TEST(aclrtEventElapsedTime, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    recordNow(event);
    onThreadWithoutContext([&] { EXPECT_EQ(elapsed(event, event), 0); });
}

}  // namespace
}  // namespace belay::test::aclrtEventElapsedTime_test
