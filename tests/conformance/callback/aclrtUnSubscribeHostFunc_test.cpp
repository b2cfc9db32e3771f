#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtUnSubscribeHostFunc_test {
namespace {

constexpr const char* kName = "aclrtUnSubscribeHostFunc";

TEST(aclrtUnSubscribeHostFunc, NoDeviceSupportsIt) {
    const SetDevice session;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "aclrtLaunchHostFunc",
                            [] { return aclrtUnSubscribeHostFunc(1, nullptr); }));
}

TEST(aclrtUnSubscribeHostFunc, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(
        kName, [](aclrtStream stream) { return aclrtUnSubscribeHostFunc(1, stream); }, "stream");
}

TEST(aclrtUnSubscribeHostFunc, NeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtUnSubscribeHostFunc(1, nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtUnSubscribeHostFunc_test
