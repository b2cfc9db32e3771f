#include <gtest/gtest.h>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test::aclrtDestroyGroupInfo_test {
namespace {

// Nobody can have made one, and what it points to is not looked at.
aclrtGroupInfo* anyGroupInfo() {
    static int place = 0;
    return reinterpret_cast<aclrtGroupInfo*>(&place);
}

TEST(aclrtDestroyGroupInfo, IsNotSupported) {
    const SetDevice session;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtDestroyGroupInfo", "groups",
                            [] { return aclrtDestroyGroupInfo(anyGroupInfo()); }));
}

TEST(aclrtDestroyGroupInfo, NullIsRefused) {
    EXPECT_TRUE(refused("aclrtDestroyGroupInfo", "groupInfo",
                        [] { return aclrtDestroyGroupInfo(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtDestroyGroupInfo_test
