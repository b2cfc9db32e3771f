#include <gtest/gtest.h>

#include "support/device.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetRunMode_test {
namespace {

TEST(aclrtGetRunMode, IsTheHost) {
    aclrtRunMode mode = ACL_DEVICE;
    EXPECT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
    EXPECT_EQ(mode, ACL_HOST);
    const SetDevice session;
    EXPECT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
    EXPECT_EQ(mode, ACL_HOST);
}

TEST(aclrtGetRunMode, NullIsRefused) {
    EXPECT_TRUE(refused("aclrtGetRunMode", "runMode", [] { return aclrtGetRunMode(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetRunMode_test
