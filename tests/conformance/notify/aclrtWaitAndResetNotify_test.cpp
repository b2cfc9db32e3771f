#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/notifies.h"
#include "support/threads.h"

namespace belay::test::aclrtWaitAndResetNotify_test {
namespace {

constexpr const char* kName = "aclrtWaitAndResetNotify";

TEST(aclrtWaitAndResetNotify, EachRecordLetsOneWaitGoOn) {
    const SetDevice session;
    constexpr size_t kStreams = 4;
    const OwnedNotify notify = makeNotify();
    const std::vector<OwnedStream> streams(kStreams);
    for (const OwnedStream& stream : streams) {
        ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), stream.get(), 0), ACL_SUCCESS);
    }
    const auto busy = [&] {
        size_t count = 0;
        for (const OwnedStream& stream : streams) {
            count += isBusy(stream.get()) ? 1 : 0;
        }
        return count;
    };
    for (size_t left = kStreams; left > 0; --left) {
        EXPECT_EQ(busy(), left);
        ASSERT_EQ(aclrtRecordNotify(notify.get(), nullptr), ACL_SUCCESS);
        while (busy() == left) {
            std::this_thread::yield();
        }
    }
}

TEST(aclrtWaitAndResetNotify, TwoStreamsTakeTurns) {
    const SetDevice session;
    const OwnedStream ping;
    const OwnedStream pong;
    const OwnedNotify there = makeNotify();
    const OwnedNotify back = makeNotify();
    for (int i = 0; i < 300; ++i) {
        ASSERT_EQ(aclrtRecordNotify(there.get(), ping.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtWaitAndResetNotify(there.get(), pong.get(), 0), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordNotify(back.get(), pong.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtWaitAndResetNotify(back.get(), ping.get(), 0), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStream(ping.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(pong.get()), ACL_SUCCESS);
}

TEST(aclrtWaitAndResetNotify, FailsWhenTheTimeIsOver) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedNotify notify = makeNotify();
    const OwnedEvent behind = makeEvent();
    ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), stream.get(), 1), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(behind.get(), stream.get()), ACL_SUCCESS);
    EXPECT_FALSE(isRecorded(behind.get()));
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);  // reported once
    EXPECT_TRUE(isRecorded(behind.get()));
    // A record that comes too late is for the next wait.
    ASSERT_EQ(aclrtRecordNotify(notify.get(), nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), stream.get(), 3600), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtWaitAndResetNotify, AnAbortTakesTheWaitBack) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedNotify notify = makeNotify();
    ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), stream.get(), 0), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(stream.get()));
    ASSERT_EQ(aclrtStreamAbort(stream.get()), ACL_SUCCESS);
    EXPECT_FALSE(isBusy(stream.get()));
    // It has not taken the record of later.
    ASSERT_EQ(aclrtRecordNotify(notify.get(), nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), stream.get(), 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtWaitAndResetNotify, ManyThreadsPairUp) {
    const SetDevice session;
    aclrtContext context = currentContext();
    onThreads(4, [&](size_t) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        const OwnedStream first;
        const OwnedStream second;
        const OwnedNotify notify = makeNotify();
        for (int i = 0; i < 100; ++i) {
            ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), second.get(), 0), ACL_SUCCESS);
            ASSERT_EQ(aclrtRecordNotify(notify.get(), first.get()), ACL_SUCCESS);
            ASSERT_EQ(aclrtSynchronizeStream(second.get()), ACL_SUCCESS);
        }
    });
}

TEST(aclrtWaitAndResetNotify, AStreamOfAnotherDeviceCannotWait) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice session;
    const OwnedNotify notify = makeNotify();
    const SetDevice other(1);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_CONTEXT, kName, "the notify is of device 0",
                            [&] { return aclrtWaitAndResetNotify(notify.get(), nullptr, 0); }));
}

TEST(aclrtWaitAndResetNotify, WhatIsNoLiveNotifyIsRefused) {
    const SetDevice session;
    expectNeedsNotify(
        kName, [](aclrtNotify notify) { return aclrtWaitAndResetNotify(notify, nullptr, 0); });
}

TEST(aclrtWaitAndResetNotify, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    const OwnedNotify notify = makeNotify();
    expectNeedsStream(kName, [&](aclrtStream stream) {
        return aclrtWaitAndResetNotify(notify.get(), stream, 0);
    });
}

TEST(aclrtWaitAndResetNotify, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    const OwnedNotify notify = makeNotify();
    expectRefusesStreamOfOtherContext(kName, [&](aclrtStream stream) {
        return aclrtWaitAndResetNotify(notify.get(), stream, 0);
    });
}

TEST(aclrtWaitAndResetNotify, NeedsAContext) {
    const SetDevice session;
    const OwnedNotify notify = makeNotify();
    expectNeedsContext(kName, [&] { return aclrtWaitAndResetNotify(notify.get(), nullptr, 0); });
}

}  // namespace
}  // namespace belay::test::aclrtWaitAndResetNotify_test
