#include <gtest/gtest.h>

#include "support/device.h"
#include "support/notifies.h"

namespace belay::test::aclrtDestroyNotify_test {
namespace {

constexpr const char* kName = "aclrtDestroyNotify";

TEST(aclrtDestroyNotify, TasksThatUseItKeepTheirMeaning) {
    const SetDevice session;
    HeldStream held;
    const OwnedStream waiting;
    OwnedNotify notify = makeNotify();
    ASSERT_EQ(aclrtRecordNotify(notify.get(), held.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), waiting.get(), 0), ACL_SUCCESS);
    notify.reset();
    const OwnedNotify another = makeNotify();  // gets another flag
    EXPECT_TRUE(isBusy(waiting.get()));
    held.open();
    EXPECT_EQ(aclrtSynchronizeStream(waiting.get()), ACL_SUCCESS);
    held.synchronize();
}

TEST(aclrtDestroyNotify, ManyRoundsLeaveNoIdsBehind) {
    const SetDevice session;
    const OwnedStream stream;
    for (int i = 0; i < 20'000; ++i) {
        const OwnedNotify notify = makeNotify();
        ASSERT_EQ(aclrtRecordNotify(notify.get(), stream.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtWaitAndResetNotify(notify.get(), stream.get(), 0), ACL_SUCCESS);
        if (i % 100 == 0) {
            ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        }
    }
}

TEST(aclrtDestroyNotify, WorksWithoutAContextAndAfterTheDevicesReset) {
    aclrtNotify notify = nullptr;
    {
        const SetDevice session;
        ASSERT_EQ(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
        onThreadWithoutContext([] {
            const SetDevice own;
            aclrtNotify another = nullptr;
            ASSERT_EQ(aclrtCreateNotify(&another, 0), ACL_SUCCESS);
            EXPECT_EQ(aclrtDestroyNotify(another), ACL_SUCCESS);
        });
    }
    EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
}

TEST(aclrtDestroyNotify, ThreadsMayDestroyAtTheSameTime) {
    const SetDevice session;
    aclrtContext context = currentContext();
    raceDestroyAgainst<NotifyHandle>([&](aclrtNotify notify) {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        const aclError result = aclrtRecordNotify(notify, nullptr);
        EXPECT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_PARAM_INVALID) << result;
    });
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST(aclrtDestroyNotify, WhatIsNoLiveNotifyIsRefused) {
    const SetDevice session;
    expectNeedsNotify(kName, aclrtDestroyNotify);
}

}  // namespace
}  // namespace belay::test::aclrtDestroyNotify_test
