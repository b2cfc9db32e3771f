#include <gtest/gtest.h>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test::aclrtSetGroup_test {
namespace {

TEST(aclrtSetGroup, IsNotSupported) {
    const SetDevice session;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtSetGroup", "groups",
                            [&] { return aclrtSetGroup(0); }));
}

}  // namespace
}  // namespace belay::test::aclrtSetGroup_test
