#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtCntNotifyGetId_test {
namespace {

constexpr const char* kName = "aclrtCntNotifyGetId";

TEST(aclrtCntNotifyGetId, TheChipHasNone) {
    const SetDevice session;
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    uint32_t id = 7;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "no counting notifies",
                            [&] { return aclrtCntNotifyGetId(some, &id); }));
    EXPECT_EQ(id, 7U);
}

TEST(aclrtCntNotifyGetId, NullIsRefused) {
    const SetDevice session;
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    uint32_t id = 7;
    EXPECT_TRUE(refused(kName, "cntNotify", [&] { return aclrtCntNotifyGetId(nullptr, &id); }));
    EXPECT_TRUE(refused(kName, "notifyId", [&] { return aclrtCntNotifyGetId(some, nullptr); }));
}

TEST(aclrtCntNotifyGetId, NeedsAContext) {
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    uint32_t id = 7;
    expectNeedsContext(kName, [&] { return aclrtCntNotifyGetId(some, &id); });
}

}  // namespace
}  // namespace belay::test::aclrtCntNotifyGetId_test
