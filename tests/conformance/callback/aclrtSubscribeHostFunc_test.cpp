#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtSubscribeHostFunc_test {
namespace {

constexpr const char* kName = "aclrtSubscribeHostFunc";

TEST(aclrtSubscribeHostFunc, NoDeviceSupportsIt) {
    const SetDevice session;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "aclrtLaunchHostFunc",
                            [] { return aclrtSubscribeHostFunc(1, nullptr); }));
}

TEST(aclrtSubscribeHostFunc, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(
        kName, [](aclrtStream stream) { return aclrtSubscribeHostFunc(1, stream); }, "stream");
}

TEST(aclrtSubscribeHostFunc, NeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtSubscribeHostFunc(1, nullptr); });
}

}  // namespace
}  // namespace belay::test::aclrtSubscribeHostFunc_test
