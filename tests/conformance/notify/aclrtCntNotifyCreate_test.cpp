#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtCntNotifyCreate_test {
namespace {

constexpr const char* kName = "aclrtCntNotifyCreate";

TEST(aclrtCntNotifyCreate, TheChipHasNone) {
    const SetDevice session;
    auto* notify = reinterpret_cast<aclrtCntNotify>(7);
    for (const uint64_t flag : {ACL_NOTIFY_DEFAULT, ACL_NOTIFY_DEVICE_USE_ONLY}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "no counting notifies",
                                [&] { return aclrtCntNotifyCreate(&notify, flag); }));
    }
    EXPECT_EQ(notify, reinterpret_cast<aclrtCntNotify>(7));
}

TEST(aclrtCntNotifyCreate, BadArgumentsAreRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "cntNotify", [] { return aclrtCntNotifyCreate(nullptr, 0); }));
    aclrtCntNotify notify = nullptr;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'flag'",
                            [&] { return aclrtCntNotifyCreate(&notify, 2); }));
}

TEST(aclrtCntNotifyCreate, NeedsAContext) {
    aclrtCntNotify notify = nullptr;
    expectNeedsContext(kName, [&] { return aclrtCntNotifyCreate(&notify, 0); });
}

}  // namespace
}  // namespace belay::test::aclrtCntNotifyCreate_test
