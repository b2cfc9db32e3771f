#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtSetStreamFailureMode_test {
namespace {

constexpr const char* kName = "aclrtSetStreamFailureMode";

TEST(aclrtSetStreamFailureMode, TakesBothModesAndTheSameAgain) {
    const SetDevice session;
    const OwnedStream stream;
    for (const uint64_t mode : {ACL_CONTINUE_ON_FAILURE, ACL_CONTINUE_ON_FAILURE,
                                ACL_STOP_ON_FAILURE, ACL_STOP_ON_FAILURE}) {
        EXPECT_EQ(aclrtSetStreamFailureMode(stream.get(), mode), ACL_SUCCESS) << mode;
    }
}

TEST(aclrtSetStreamFailureMode, StreamThatStopsCannotBeSetBack) {
    const SetDevice session;
    const OwnedStream stream;
    ASSERT_EQ(aclrtSetStreamFailureMode(stream.get(), ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "continue", [&] {
        return aclrtSetStreamFailureMode(stream.get(), ACL_CONTINUE_ON_FAILURE);
    }));
}

TEST(aclrtSetStreamFailureMode, OnlyTheLowestBitIsRead) {
    const SetDevice session;
    const OwnedStream stream;
    EXPECT_EQ(aclrtSetStreamFailureMode(stream.get(), 2), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetStreamFailureMode(stream.get(), UINT64_MAX - 1), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetStreamFailureMode(stream.get(), UINT64_MAX), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetStreamFailureMode(stream.get(), 2), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtSetStreamFailureMode, StreamThatStopsWorksUntilATaskFails) {
    const SetDevice session;
    const OwnedStream stream;
    ASSERT_EQ(aclrtSetStreamFailureMode(stream.get(), ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

// The task that fails is a wait whose time is over.
TEST(aclrtSetStreamFailureMode, StreamThatStopsStaysFailed) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent behind = makeEvent();
    ASSERT_EQ(aclrtSetStreamFailureMode(stream.get(), ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEventWithTimeout(stream.get(), never.get(), 1), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(behind.get(), stream.get()), ACL_SUCCESS);
    const aclError failure = aclrtSynchronizeStream(stream.get());
    EXPECT_NE(failure, ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), failure);
    EXPECT_EQ(aclrtRecordEvent(behind.get(), stream.get()), failure);
    uint64_t timestamp = 0;
    EXPECT_NE(aclrtEventGetTimestamp(behind.get(), &timestamp), ACL_SUCCESS);
    const OwnedStream other;
    EXPECT_EQ(aclrtSynchronizeStream(other.get()), ACL_SUCCESS);
}

TEST(aclrtSetStreamFailureMode, StreamThatContinuesReportsTheFailureOnce) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    const OwnedEvent behind = makeEvent();
    ASSERT_EQ(aclrtStreamWaitEventWithTimeout(stream.get(), never.get(), 1), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(behind.get(), stream.get()), ACL_SUCCESS);
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    uint64_t timestamp = 0;
    EXPECT_EQ(aclrtEventGetTimestamp(behind.get(), &timestamp), ACL_SUCCESS);
}

TEST(aclrtSetStreamFailureMode, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedStream stream;
    onThreadWithoutContext([&] {
        EXPECT_EQ(aclrtSetStreamFailureMode(stream.get(), ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    });
}

TEST(aclrtSetStreamFailureMode, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, [](aclrtStream stream) {
        return aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE);
    });
}

TEST(aclrtSetStreamFailureMode, NullNeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtSetStreamFailureMode(nullptr, 0); });
}

}  // namespace
}  // namespace belay::test::aclrtSetStreamFailureMode_test
