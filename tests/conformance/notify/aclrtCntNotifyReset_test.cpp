#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtCntNotifyReset_test {
namespace {

constexpr const char* kName = "aclrtCntNotifyReset";

TEST(aclrtCntNotifyReset, TheChipHasNone) {
    const SetDevice session;
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "no counting notifies",
                            [&] { return aclrtCntNotifyReset(some, nullptr); }));
}

TEST(aclrtCntNotifyReset, NullIsRefused) {
    const SetDevice session;
    [[maybe_unused]] auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    EXPECT_TRUE(refused(kName, "cntNotify", [&] { return aclrtCntNotifyReset(nullptr, nullptr); }));
}

TEST(aclrtCntNotifyReset, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    expectNeedsStream(kName, [&](aclrtStream stream) { return aclrtCntNotifyReset(some, stream); });
    expectRefusesStreamOfOtherContext(
        kName, [&](aclrtStream stream) { return aclrtCntNotifyReset(some, stream); });
}

TEST(aclrtCntNotifyReset, NeedsAContext) {
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    expectNeedsContext(kName, [&] { return aclrtCntNotifyReset(some, nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtCntNotifyReset_test
