#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtGetEventId_test {
namespace {

constexpr const char* kName = "aclrtGetEventId";

TEST(aclrtGetEventId, IsDifferentForEventsThatOwnAFlag) {
    const SetDevice session;
    const OwnedEvent first = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent second = makeEventWithFlag(ACL_EVENT_SYNC);
    uint32_t id = 0;
    uint32_t other = 0;
    EXPECT_EQ(aclrtGetEventId(first.get(), &id), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetEventId(second.get(), &other), ACL_SUCCESS);
    EXPECT_NE(id, other);
    uint32_t again = id + 1;
    EXPECT_EQ(aclrtGetEventId(first.get(), &again), ACL_SUCCESS);
    EXPECT_EQ(again, id);
}

TEST(aclrtGetEventId, EventsOfEveryKindHaveOne) {
    const SetDevice session;
    for (const OwnedEvent& event :
         {makeEvent(), makeEventWithFlag(ACL_EVENT_TIME_LINE), makeEventEx(ACL_EVENT_SYNC)}) {
        uint32_t id = UINT32_MAX;
        EXPECT_EQ(aclrtGetEventId(event.get(), &id), ACL_SUCCESS);
        EXPECT_NE(id, UINT32_MAX);
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtGetEventId(event.get(), &id), ACL_SUCCESS);
    }
}

TEST(aclrtGetEventId, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    onThreadWithoutContext([&] {
        uint32_t id = 0;
        EXPECT_EQ(aclrtGetEventId(event.get(), &id), ACL_SUCCESS);
    });
}

TEST(aclrtGetEventId, NullForTheAnswerIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    EXPECT_TRUE(refused(kName, "eventId", [&] { return aclrtGetEventId(event.get(), nullptr); }));
}

TEST(aclrtGetEventId, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, [](aclrtEvent event) {
        uint32_t id = 42;
        const aclError result = aclrtGetEventId(event, &id);
        EXPECT_EQ(id, 42U);
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtGetEventId_test
