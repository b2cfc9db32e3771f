#include <gtest/gtest.h>

#include <vector>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtGetEventAvailNum_test {
namespace {

uint32_t available() {
    uint32_t count = 0;
    EXPECT_EQ(aclrtGetEventAvailNum(&count), ACL_SUCCESS);
    return count;
}

TEST(aclrtGetEventAvailNum, CountsEventsThatOwnAFlag) {
    const SetDevice session;
    const uint32_t before = available();
    EXPECT_GT(before, 0U);
    {
        const OwnedEvent first = makeEventWithFlag(ACL_EVENT_SYNC);
        const OwnedEvent second = makeEventWithFlag(ACL_EVENT_SYNC);
        EXPECT_EQ(available(), before - 2);
    }
    EXPECT_EQ(available(), before);
}

TEST(aclrtGetEventAvailNum, CountsOthersWhileTheyAreRecorded) {
    const SetDevice session;
    const uint32_t before = available();
    {
        const OwnedEvent event = makeEvent();
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
        EXPECT_LT(available(), before);
    }
    EXPECT_EQ(available(), before);
}

TEST(aclrtGetEventAvailNum, NothingIsLostByWaitingRecordingAndResetting) {
    const SetDevice session;
    const uint32_t before = available();
    {
        const OwnedStream stream;
        const OwnedEvent plain = makeEvent();
        const OwnedEvent extended = makeEventEx(ACL_EVENT_SYNC);
        const OwnedEvent withFlag = makeEventWithFlag(ACL_EVENT_SYNC);
        for (int i = 0; i < 300; ++i) {
            for (const OwnedEvent* event : {&plain, &extended, &withFlag}) {
                ASSERT_EQ(aclrtRecordEvent(event->get(), stream.get()), ACL_SUCCESS);
                ASSERT_EQ(aclrtStreamWaitEvent(nullptr, event->get()), ACL_SUCCESS);
                ASSERT_EQ(aclrtResetEvent(event->get(), nullptr), ACL_SUCCESS);
            }
            ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
            ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        }
    }
    EXPECT_EQ(available(), before);
}

TEST(aclrtGetEventAvailNum, NothingIsLostWithAReset) {
    uint32_t before = 0;
    std::vector<aclrtEvent> events;
    {
        const SetDevice session;
        before = available();
        for (int i = 0; i < 10; ++i) {
            events.push_back(makeEventWithFlag(ACL_EVENT_SYNC).release());
            events.push_back(makeEvent().release());
            ASSERT_EQ(aclrtRecordEvent(events.back(), nullptr), ACL_SUCCESS);
        }
    }
    const SetDevice session;
    EXPECT_EQ(available(), before);
    for (aclrtEvent event : events) {
        EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    }
    EXPECT_EQ(available(), before);
}

TEST(aclrtGetEventAvailNum, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtGetEventAvailNum", "eventCount",
                        [] { return aclrtGetEventAvailNum(nullptr); }));
}

TEST(aclrtGetEventAvailNum, NeedsAContext) {
    expectNeedsContext("aclrtGetEventAvailNum", [] {
        uint32_t count = 42;
        const aclError result = aclrtGetEventAvailNum(&count);
        EXPECT_EQ(count, 42U);
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtGetEventAvailNum_test
