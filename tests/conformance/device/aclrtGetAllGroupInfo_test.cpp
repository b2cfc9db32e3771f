#include <gtest/gtest.h>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetAllGroupInfo_test {
namespace {

// Nobody can have made one, and what it points to is not looked at.
aclrtGroupInfo* anyGroupInfo() {
    static int place = 0;
    return reinterpret_cast<aclrtGroupInfo*>(&place);
}

TEST(aclrtGetAllGroupInfo, IsNotSupported) {
    const SetDevice session;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtGetAllGroupInfo", "groups",
                            [] { return aclrtGetAllGroupInfo(anyGroupInfo()); }));
}

TEST(aclrtGetAllGroupInfo, NullIsRefused) {
    EXPECT_TRUE(
        refused("aclrtGetAllGroupInfo", "groupInfo", [] { return aclrtGetAllGroupInfo(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetAllGroupInfo_test
