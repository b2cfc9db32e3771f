#include <gtest/gtest.h>

#include "support/device.h"
#include "support/notifies.h"

namespace belay::test::aclrtGetNotifyId_test {
namespace {

constexpr const char* kName = "aclrtGetNotifyId";

TEST(aclrtGetNotifyId, LiveOnesHaveDifferentNumbersBelowTheLimit) {
    const SetDevice session;
    const OwnedNotify first = makeNotify();
    const OwnedNotify second = makeNotify();
    uint32_t firstId = 99'999;
    uint32_t secondId = 99'999;
    ASSERT_EQ(aclrtGetNotifyId(first.get(), &firstId), ACL_SUCCESS);
    ASSERT_EQ(aclrtGetNotifyId(second.get(), &secondId), ACL_SUCCESS);
    EXPECT_LT(firstId, 8192U);
    EXPECT_LT(secondId, 8192U);
    EXPECT_NE(firstId, secondId);
    onThreadWithoutContext([&] {
        uint32_t again = 99'999;
        ASSERT_EQ(aclrtGetNotifyId(first.get(), &again), ACL_SUCCESS);
        EXPECT_EQ(again, firstId);
    });
}

TEST(aclrtGetNotifyId, NullIsRefused) {
    const SetDevice session;
    const OwnedNotify notify = makeNotify();
    EXPECT_TRUE(
        refused(kName, "notifyId", [&] { return aclrtGetNotifyId(notify.get(), nullptr); }));
}

TEST(aclrtGetNotifyId, WhatIsNoLiveNotifyIsRefused) {
    const SetDevice session;
    uint32_t id = 7;
    expectNeedsNotify(kName, [&](aclrtNotify notify) { return aclrtGetNotifyId(notify, &id); });
    EXPECT_EQ(id, 7U);
}

}  // namespace
}  // namespace belay::test::aclrtGetNotifyId_test
