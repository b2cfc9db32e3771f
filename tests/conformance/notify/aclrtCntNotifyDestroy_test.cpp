#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtCntNotifyDestroy_test {
namespace {

constexpr const char* kName = "aclrtCntNotifyDestroy";

TEST(aclrtCntNotifyDestroy, TheChipHasNone) {
    const SetDevice session;
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "no counting notifies",
                            [&] { return aclrtCntNotifyDestroy(some); }));
}

TEST(aclrtCntNotifyDestroy, NullIsRefused) {
    const SetDevice session;
    [[maybe_unused]] auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    EXPECT_TRUE(refused(kName, "cntNotify", [&] { return aclrtCntNotifyDestroy(nullptr); }));
}

TEST(aclrtCntNotifyDestroy, NeedsAContext) {
    auto* some = reinterpret_cast<aclrtCntNotify>(0x1234);
    expectNeedsContext(kName, [&] { return aclrtCntNotifyDestroy(some); });
}

}  // namespace
}  // namespace belay::test::aclrtCntNotifyDestroy_test
