#include <gtest/gtest.h>

#include "support/device.h"

namespace belay::test::aclrtSetOpWaitTimeout_test {
namespace {

// Sets the limit for the scope; there is none by default.
class WaitLimit {
  public:
    explicit WaitLimit(uint32_t seconds) { EXPECT_EQ(aclrtSetOpWaitTimeout(seconds), ACL_SUCCESS); }

    ~WaitLimit() { EXPECT_EQ(aclrtSetOpWaitTimeout(0), ACL_SUCCESS); }

    WaitLimit(const WaitLimit&) = delete;
    WaitLimit& operator=(const WaitLimit&) = delete;
};

TEST(aclrtSetOpWaitTimeout, AWaitThatTakesLongerFails) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    {
        const WaitLimit limit(1);
        ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), never.get()), ACL_SUCCESS);
    }
    // The limit is that of when the wait was submitted.
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 50),
              ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    const aclError failed = aclrtSynchronizeStream(stream.get());
    EXPECT_NE(failed, ACL_SUCCESS);
    EXPECT_NE(failed, ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtSetOpWaitTimeout, WaitsWithoutItOrWithALimitOfTheirOwnAreNotChanged) {
    const SetDevice session;
    const OwnedStream before;
    const OwnedStream own;
    const OwnedStream unlimited;
    const OwnedStream after;
    const OwnedStream failing;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    ASSERT_EQ(aclrtStreamWaitEvent(before.get(), never.get()), ACL_SUCCESS);
    {
        const WaitLimit limit(1);
        ASSERT_EQ(aclrtStreamWaitEventWithTimeout(own.get(), never.get(), 3600), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEventWithTimeout(unlimited.get(), never.get(), -1), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEvent(failing.get(), never.get()), ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtStreamWaitEvent(after.get(), never.get()), ACL_SUCCESS);
    EXPECT_NE(aclrtSynchronizeStream(failing.get()), ACL_SUCCESS);  // a second is over then
    for (const OwnedStream* stream : {&before, &own, &unlimited, &after}) {
        EXPECT_TRUE(isBusy(stream->get()));
    }
    ASSERT_EQ(aclrtRecordEvent(never.get(), nullptr), ACL_SUCCESS);
    for (const OwnedStream* stream : {&before, &own, &unlimited, &after}) {
        EXPECT_EQ(aclrtSynchronizeStream(stream->get()), ACL_SUCCESS);
    }
}

TEST(aclrtSetOpWaitTimeout, AWaitThatEndsInTimeIsFine) {
    const SetDevice session;
    const WaitLimit limit(3600);
    const OwnedStream stream;
    const OwnedEvent event = makeEventWithFlag(ACL_EVENT_SYNC);
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), event.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtSetOpWaitTimeout, NeedsNoContextAndTakesAnyNumber) {
    onThreadWithoutContext([] {
        for (const uint32_t seconds : {1U, UINT32_MAX, 0U}) {
            EXPECT_EQ(aclrtSetOpWaitTimeout(seconds), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclrtSetOpWaitTimeout_test
