#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetDeviceSatMode_test {
namespace {

TEST(aclrtGetDeviceSatMode, DefaultIsInfinity) {
    const SetDevice session;
    aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;
    EXPECT_EQ(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_INFNAN);
}

TEST(aclrtGetDeviceSatMode, ThreadWithoutContextIsRefused) {
    aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;
    expectNeedsContext("aclrtGetDeviceSatMode", [&] { return aclrtGetDeviceSatMode(&mode); });
    EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_UNDEF);
}

TEST(aclrtGetDeviceSatMode, NullForTheAnswerIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(
        refused("aclrtGetDeviceSatMode", "mode", [] { return aclrtGetDeviceSatMode(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetDeviceSatMode_test
