#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtCreateEventExWithFlag_test {
namespace {

constexpr const char* kName = "aclrtCreateEventExWithFlag";

TEST(aclrtCreateEventExWithFlag, TakesEveryCombination) {
    const SetDevice session;
    for (const uint32_t flag :
         {ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE,
          ACL_EVENT_CAPTURE_STREAM_PROGRESS, ACL_EVENT_DEVICE_USE_ONLY,
          ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE}) {
        const OwnedEvent event = makeEventEx(flag);
        EXPECT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS) << flag;
        EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS) << flag;
        EXPECT_TRUE(isRecorded(event.get())) << flag;
    }
}

TEST(aclrtCreateEventExWithFlag, UnknownFlagsAreRefused) {
    const SetDevice session;
    for (const uint32_t flag : {0U, 4U, 0x80U, 0x100U | ACL_EVENT_SYNC, UINT32_MAX}) {
        auto* event = reinterpret_cast<aclrtEvent>(0x42);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'flag'", [&] {
            return aclrtCreateEventExWithFlag(&event, flag);
        })) << flag;
        EXPECT_EQ(event, reinterpret_cast<aclrtEvent>(0x42));
    }
}

TEST(aclrtCreateEventExWithFlag, TakesNoResourceWhileItIsNotInUse) {
    const SetDevice session;
    uint32_t available = 0;
    ASSERT_EQ(aclrtGetEventAvailNum(&available), ACL_SUCCESS);
    std::vector<OwnedEvent> events;
    for (int i = 0; i < 1000; ++i) {
        events.push_back(makeEventEx(ACL_EVENT_SYNC));
    }
    uint32_t stillAvailable = 0;
    EXPECT_EQ(aclrtGetEventAvailNum(&stillAvailable), ACL_SUCCESS);
    EXPECT_EQ(stillAvailable, available);
}

TEST(aclrtCreateEventExWithFlag, EventsBetweenProcessesStandAlone) {
    const SetDevice session;
    aclrtEvent event = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "ACL_EVENT_IPC", [&] {
        return aclrtCreateEventExWithFlag(&event, ACL_EVENT_IPC | ACL_EVENT_SYNC);
    }));
}

TEST(aclrtCreateEventExWithFlag, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "event",
                        [] { return aclrtCreateEventExWithFlag(nullptr, ACL_EVENT_SYNC); }));
}

TEST(aclrtCreateEventExWithFlag, NeedsAContext) {
    expectNeedsContext(kName, [] {
        auto* event = reinterpret_cast<aclrtEvent>(0x42);
        const aclError result = aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC);
        EXPECT_EQ(event, reinterpret_cast<aclrtEvent>(0x42));
        return result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtCreateEventExWithFlag_test
