#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtProcessHostFunc_test {
namespace {

constexpr const char* kName = "aclrtProcessHostFunc";

TEST(aclrtProcessHostFunc, NoDeviceSupportsIt) {
    const SetDevice session;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "aclrtLaunchHostFunc",
                            [] { return aclrtProcessHostFunc(-1); }));
}

TEST(aclrtProcessHostFunc, BadLimitsAreRefused) {
    const SetDevice session;
    expectRefusesBadTimeouts(kName, [](int32_t timeout) { return aclrtProcessHostFunc(timeout); });
}

TEST(aclrtProcessHostFunc, NeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtProcessHostFunc(-1); });
}

}  // namespace
}  // namespace belay::test::aclrtProcessHostFunc_test
