#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtPersistentTaskClean_test {
namespace {

constexpr const char* kName = "aclrtPersistentTaskClean";

OwnedStream makePersistentStream() {
    aclrtStream stream = nullptr;
    EXPECT_EQ(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_PERSISTENT), ACL_SUCCESS);
    return OwnedStream(stream);
}

TEST(aclrtPersistentTaskClean, TasksStayInTheStreamUntilThen) {
    const SetDevice session;
    const OwnedStream stream = makePersistentStream();
    const OwnedEvent event = makeEvent();
    const DeviceMemory memory(64);
    put(memory.get(), std::string(64, 'a'));
    ASSERT_EQ(aclrtMemsetAsync(memory.get(), 64, 'b', 64, stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(stream.get()));
    EXPECT_FALSE(isRecorded(event.get()));
    ASSERT_EQ(aclrtPersistentTaskClean(stream.get()), ACL_SUCCESS);
    EXPECT_FALSE(isBusy(stream.get()));
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 64), std::string(64, 'a'));
    // What comes next stays, too.
    ASSERT_EQ(aclrtMemsetAsync(memory.get(), 64, 'b', 64, stream.get()), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(stream.get()));
}

TEST(aclrtPersistentTaskClean, AFullStreamIsEmptyAgain) {
    const SetDevice session;
    const OwnedStream stream = makePersistentStream();
    const OwnedEvent event = makeEvent();
    for (int round = 0; round < 3; ++round) {
        int count = 0;
        aclError result = ACL_SUCCESS;
        while ((result = aclrtRecordEvent(event.get(), stream.get())) == ACL_SUCCESS) {
            ASSERT_LT(++count, 100'000);
        }
        EXPECT_GT(count, 1000);
        EXPECT_EQ(result, ACL_ERROR_RT_STREAM_TASK_FULL);
        EXPECT_NE(recentMessage().find("ACL_STREAM_PERSISTENT"), std::string::npos);
        ASSERT_EQ(aclrtPersistentTaskClean(stream.get()), ACL_SUCCESS);
    }
}

TEST(aclrtPersistentTaskClean, NobodyWaitsForSuchAStream) {
    const SetDevice session;
    const OwnedStream stream = makePersistentStream();
    const OwnedEvent event = makeEvent();
    ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_MODEL, "aclrtSynchronizeStream",
                            "ACL_STREAM_PERSISTENT",
                            [&] { return aclrtSynchronizeStream(stream.get()); }));
    EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_ERROR_RT_STREAM_MODEL);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    // An abort drops what is there; the stream stays what it is.
    ASSERT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(stream.get()));
}

TEST(aclrtPersistentTaskClean, OtherStreamsAreRefused) {
    const SetDevice session;
    const OwnedStream stream;
    for (aclrtStream other : {stream.get(), aclrtStream{nullptr}}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'stream'",
                                [&] { return aclrtPersistentTaskClean(other); }));
    }
}

TEST(aclrtPersistentTaskClean, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, aclrtPersistentTaskClean);
    expectRefusesStreamOfOtherContext(kName, aclrtPersistentTaskClean);
}

TEST(aclrtPersistentTaskClean, NeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtPersistentTaskClean(nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtPersistentTaskClean_test
