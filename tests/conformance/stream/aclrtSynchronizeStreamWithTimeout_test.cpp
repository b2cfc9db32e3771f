#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtSynchronizeStreamWithTimeout_test {
namespace {

constexpr const char* kName = "aclrtSynchronizeStreamWithTimeout";

TEST(aclrtSynchronizeStreamWithTimeout, WithoutWorkReturns) {
    const SetDevice session;
    const OwnedStream stream;
    for (const int32_t timeout : {1, 1000, INT32_MAX, -1}) {
        EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), timeout), ACL_SUCCESS) << timeout;
    }
}

TEST(aclrtSynchronizeStreamWithTimeout, WaitsForWork) {
    const SetDevice session;
    const OwnedEvent event = makeEvent();
    for (const int32_t timeout : {60'000, -1}) {
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(nullptr, timeout), ACL_SUCCESS);
        EXPECT_TRUE(isRecorded(event.get()));
    }
}

// B23: the stream can be used further.
TEST(aclrtSynchronizeStreamWithTimeout, GivesUpAfterTheTime) {
    const SetDevice session;
    HeldStream held;
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, kName, "in time",
                                [&] { return aclrtSynchronizeStreamWithTimeout(held.get(), 10); }));
    }
    held.open();
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(held.get(), -1), ACL_SUCCESS);
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), held.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(held.get(), 60'000), ACL_SUCCESS);
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtSynchronizeStreamWithTimeout, OtherLimitsAreRefused) {
    const SetDevice session;
    const OwnedStream stream;
    expectRefusesBadTimeouts(kName, [&](int32_t timeout) {
        return aclrtSynchronizeStreamWithTimeout(stream.get(), timeout);
    });
}

TEST(aclrtSynchronizeStreamWithTimeout, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedStream stream;
    onThreadWithoutContext(
        [&] { EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 60'000), ACL_SUCCESS); });
}

TEST(aclrtSynchronizeStreamWithTimeout, NullNeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtSynchronizeStreamWithTimeout(nullptr, -1); });
}

TEST(aclrtSynchronizeStreamWithTimeout, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(
        kName, [](aclrtStream stream) { return aclrtSynchronizeStreamWithTimeout(stream, -1); });
}

}  // namespace
}  // namespace belay::test::aclrtSynchronizeStreamWithTimeout_test
