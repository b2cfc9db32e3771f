#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtCntNotifyRecord_test {
namespace {

constexpr const char* kName = "aclrtCntNotifyRecord";

TEST(aclrtCntNotifyRecord, TheChipHasNone) {
    const SetDevice session;
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    aclrtCntNotifyRecordInfo info{};
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "no counting notifies",
                            [&] { return aclrtCntNotifyRecord(some, nullptr, &info); }));
}

TEST(aclrtCntNotifyRecord, NullIsRefused) {
    const SetDevice session;
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    aclrtCntNotifyRecordInfo info{};
    EXPECT_TRUE(
        refused(kName, "cntNotify", [&] { return aclrtCntNotifyRecord(nullptr, nullptr, &info); }));
    EXPECT_TRUE(
        refused(kName, "info", [&] { return aclrtCntNotifyRecord(some, nullptr, nullptr); }));
}

TEST(aclrtCntNotifyRecord, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    aclrtCntNotifyRecordInfo info{};
    expectNeedsStream(
        kName, [&](aclrtStream stream) { return aclrtCntNotifyRecord(some, stream, &info); });
    expectRefusesStreamOfOtherContext(
        kName, [&](aclrtStream stream) { return aclrtCntNotifyRecord(some, stream, &info); });
}

TEST(aclrtCntNotifyRecord, NeedsAContext) {
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    aclrtCntNotifyRecordInfo info{};
    expectNeedsContext(kName, [&] { return aclrtCntNotifyRecord(some, nullptr, &info); });
}

}  // namespace
}  // namespace belay::test::aclrtCntNotifyRecord_test
