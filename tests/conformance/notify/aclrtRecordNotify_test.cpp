#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/notifies.h"

namespace belay::test::aclrtRecordNotify_test {
namespace {

constexpr const char* kName = "aclrtRecordNotify";

TEST(aclrtRecordNotify, ARecordIsRememberedForALaterWait) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedNotify notify = makeNotify();
    ASSERT_EQ(aclrtRecordNotify(notify.get(), stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), nullptr, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST(aclrtRecordNotify, TwoRecordsAreOne) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedNotify notify = makeNotify();
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(aclrtRecordNotify(notify.get(), nullptr), ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), stream.get(), 0), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 20),
              ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    ASSERT_EQ(aclrtRecordNotify(notify.get(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtRecordNotify, ComesInTheOrderOfItsStream) {
    const SetDevice session;
    HeldStream held;
    const OwnedStream waiting;
    const OwnedNotify notify = makeNotify();
    ASSERT_EQ(aclrtRecordNotify(notify.get(), held.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), waiting.get(), 0), ACL_SUCCESS);
    EXPECT_TRUE(isBusy(waiting.get()));
    held.open();
    EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    held.synchronize();
}

TEST(aclrtRecordNotify, AStreamOfAnotherDeviceMayRecordIt) {
    if (deviceCount() < 2) {
        GTEST_SKIP() << "needs two devices";
    }
    const SetDevice session;
    const OwnedStream waiting;
    const OwnedNotify notify = makeNotify();
    for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), waiting.get(), 0), ACL_SUCCESS);
        {
            const SetDevice other(1);
            ASSERT_EQ(aclrtRecordNotify(notify.get(), nullptr), ACL_SUCCESS) << recentMessage();
            ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
        }
        ASSERT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    }
}

TEST(aclrtRecordNotify, ANotifyOfBeforeAResetIsRefused) {
    OwnedNotify notify;
    {
        const SetDevice session;
        notify = makeNotify();
    }
    const SetDevice session;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_CONTEXT, kName, "before device 0 was reset",
                            [&] { return aclrtRecordNotify(notify.get(), nullptr); }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_CONTEXT, "aclrtWaitAndResetNotify", "reset",
                            [&] { return aclrtWaitAndResetNotify(notify.get(), nullptr, 0); }));
}

TEST(aclrtRecordNotify, WhatIsNoLiveNotifyIsRefused) {
    const SetDevice session;
    expectNeedsNotify(kName, [](aclrtNotify notify) { return aclrtRecordNotify(notify, nullptr); });
}

TEST(aclrtRecordNotify, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    const OwnedNotify notify = makeNotify();
    expectNeedsStream(kName,
                      [&](aclrtStream stream) { return aclrtRecordNotify(notify.get(), stream); });
}

TEST(aclrtRecordNotify, StreamOfAnotherContextIsRefused) {
    const SetDevice session;
    const OwnedNotify notify = makeNotify();
    expectRefusesStreamOfOtherContext(
        kName, [&](aclrtStream stream) { return aclrtRecordNotify(notify.get(), stream); });
}

TEST(aclrtRecordNotify, NeedsAContext) {
    const SetDevice session;
    const OwnedNotify notify = makeNotify();
    expectNeedsContext(kName, [&] { return aclrtRecordNotify(notify.get(), nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtRecordNotify_test
