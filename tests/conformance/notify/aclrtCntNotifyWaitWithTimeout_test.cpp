#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtCntNotifyWaitWithTimeout_test {
namespace {

constexpr const char* kName = "aclrtCntNotifyWaitWithTimeout";

TEST(aclrtCntNotifyWaitWithTimeout, TheChipHasNone) {
    const SetDevice session;
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    aclrtCntNotifyWaitInfo info{};
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "no counting notifies",
                            [&] { return aclrtCntNotifyWaitWithTimeout(some, nullptr, &info); }));
}

TEST(aclrtCntNotifyWaitWithTimeout, NullIsRefused) {
    const SetDevice session;
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    aclrtCntNotifyWaitInfo info{};
    EXPECT_TRUE(refused(kName, "cntNotify",
                        [&] { return aclrtCntNotifyWaitWithTimeout(nullptr, nullptr, &info); }));
    EXPECT_TRUE(refused(kName, "info",
                        [&] { return aclrtCntNotifyWaitWithTimeout(some, nullptr, nullptr); }));
}

TEST(aclrtCntNotifyWaitWithTimeout, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    aclrtCntNotifyWaitInfo info{};
    expectNeedsStream(kName, [&](aclrtStream stream) {
        return aclrtCntNotifyWaitWithTimeout(some, stream, &info);
    });
    expectRefusesStreamOfOtherContext(kName, [&](aclrtStream stream) {
        return aclrtCntNotifyWaitWithTimeout(some, stream, &info);
    });
}

TEST(aclrtCntNotifyWaitWithTimeout, NeedsAContext) {
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    aclrtCntNotifyWaitInfo info{};
    expectNeedsContext(kName, [&] { return aclrtCntNotifyWaitWithTimeout(some, nullptr, &info); });
}

}  // namespace
}  // namespace belay::test::aclrtCntNotifyWaitWithTimeout_test
