#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtRecordEventWithFlag_test {
namespace {

constexpr const char* kName = "aclrtRecordEventWithFlag";

TEST(aclrtRecordEventWithFlag, DefaultRecordsAsUsual) {
    const SetDevice session;
    HeldStream held;
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEventWithFlag(event.get(), held.get(), ACL_EVENT_RECORD_DEFAULT),
              ACL_SUCCESS);
    EXPECT_FALSE(isRecorded(event.get()));
    held.open();
    held.synchronize();
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtRecordEventWithFlag, UnknownFlagsAreRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    for (const uint32_t flag : {2U, 3U, UINT32_MAX}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'flag'", [&] {
            return aclrtRecordEventWithFlag(event.get(), nullptr, flag);
        }));
    }
}

TEST(aclrtRecordEventWithFlag, WhatIsNoLiveEventIsRefused) {
    const SetDevice session;
    expectNeedsEvent(kName, [](aclrtEvent event) {
        return aclrtRecordEventWithFlag(event, nullptr, ACL_EVENT_RECORD_DEFAULT);
    });
}

TEST(aclrtRecordEventWithFlag, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    expectNeedsStream(kName, [&](aclrtStream stream) {
        return aclrtRecordEventWithFlag(event.get(), stream, ACL_EVENT_RECORD_DEFAULT);
    });
}

TEST(aclrtRecordEventWithFlag, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    expectRefusesStreamOfOtherContext(kName, [&](aclrtStream stream) {
        return aclrtRecordEventWithFlag(event.get(), stream, ACL_EVENT_RECORD_DEFAULT);
    });
}

TEST(aclrtRecordEventWithFlag, NeedsAContext) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    expectNeedsContext(kName, [&] {
        return aclrtRecordEventWithFlag(event.get(), nullptr, ACL_EVENT_RECORD_DEFAULT);
    });
}

}  // namespace
}  // namespace belay::test::aclrtRecordEventWithFlag_test
