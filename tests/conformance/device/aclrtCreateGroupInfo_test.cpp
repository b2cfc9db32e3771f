#include <gtest/gtest.h>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test::aclrtCreateGroupInfo_test {
namespace {

TEST(aclrtCreateGroupInfo, IsNotSupported) {
    const SetDevice session;
    forgetErrors();
    EXPECT_EQ(aclrtCreateGroupInfo(), nullptr);
    EXPECT_TRUE(
        remembersFailure(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtCreateGroupInfo", "groups"));
}

}  // namespace
}  // namespace belay::test::aclrtCreateGroupInfo_test
