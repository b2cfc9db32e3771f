#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtCreateEventWithFlag_test {
namespace {

constexpr const char* kName = "aclrtCreateEventWithFlag";

TEST(aclrtCreateEventWithFlag, TakesEveryCombination) {
    const SetDevice session;
    for (const uint32_t flag :
         {ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE,
          ACL_EVENT_CAPTURE_STREAM_PROGRESS, ACL_EVENT_DEVICE_USE_ONLY,
          ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE}) {
        const OwnedEvent event = makeEventWithFlag(flag);
        EXPECT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS) << flag;
        EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS) << flag;
        EXPECT_TRUE(isRecorded(event.get())) << flag;
    }
}

TEST(aclrtCreateEventWithFlag, UnknownFlagsAreRefused) {
    const SetDevice session;
    for (const uint32_t flag : {0U, 4U, 0x80U, 0x100U | ACL_EVENT_SYNC, UINT32_MAX}) {
        auto* event = reinterpret_cast<aclrtEvent>(0x42);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'flag'", [&] {
            return aclrtCreateEventWithFlag(&event, flag);
        })) << flag;
        EXPECT_EQ(event, reinterpret_cast<aclrtEvent>(0x42));
    }
}

TEST(aclrtCreateEventWithFlag, ExternalEventsStandAlone) {
    const SetDevice session;
    const OwnedEvent event = makeEventWithFlag(ACL_EVENT_EXTERNAL);
    EXPECT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
    aclrtEvent other = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "ACL_EVENT_EXTERNAL", [&] {
        return aclrtCreateEventWithFlag(&other, ACL_EVENT_EXTERNAL | ACL_EVENT_SYNC);
    }));
}

TEST(aclrtCreateEventWithFlag, EventsOfOtherProcessesAreRefused) {
    const SetDevice session;
    aclrtEvent event = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'flag'",
                            [&] { return aclrtCreateEventWithFlag(&event, ACL_EVENT_IPC); }));
}

// Each holds one of the device's flags all its life.
TEST(aclrtCreateEventWithFlag, WhenNoneIsLeftOneMustBeDestroyedFirst) {
    const SetDevice session;
    uint32_t available = 0;
    ASSERT_EQ(aclrtGetEventAvailNum(&available), ACL_SUCCESS);
    if (available > 100'000) {
        GTEST_SKIP() << "the device has room for " << available << " events";
    }
    std::vector<OwnedEvent> events;
    while (events.size() < available) {
        events.push_back(makeEventWithFlag(ACL_EVENT_SYNC));
    }
    aclrtEvent event = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_NO_EVENT_RESOURCE, kName, "event",
                            [&] { return aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC); }));
    // Those that take a flag only while they are recorded can still be made, but not recorded.
    const OwnedEvent plain = makeEvent();
    EXPECT_EQ(aclrtRecordEvent(plain.get(), nullptr), ACL_ERROR_RT_NO_EVENT_RESOURCE);
    events.pop_back();
    EXPECT_EQ(aclrtRecordEvent(plain.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST(aclrtCreateEventWithFlag, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(
        refused(kName, "event", [] { return aclrtCreateEventWithFlag(nullptr, ACL_EVENT_SYNC); }));
}

TEST(aclrtCreateEventWithFlag, NeedsAContext) {
    expectNeedsContext(kName, [] {
        auto* event = reinterpret_cast<aclrtEvent>(0x42);
        const aclError result = aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC);
        EXPECT_EQ(event, reinterpret_cast<aclrtEvent>(0x42));
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtCreateEventWithFlag_test
