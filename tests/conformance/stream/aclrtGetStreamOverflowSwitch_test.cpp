#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtGetStreamOverflowSwitch_test {
namespace {

constexpr const char* kName = "aclrtGetStreamOverflowSwitch";

TEST(aclrtGetStreamOverflowSwitch, SaysWhatWasSetAlsoOnOtherThreads) {
    const SetDevice session;
    const OwnedStream stream;
    for (const uint32_t set : {1U, 0U, 1U}) {
        ASSERT_EQ(aclrtSetStreamOverflowSwitch(stream.get(), set), ACL_SUCCESS);
        onThreadWithoutContext([&] {
            uint32_t flag = 7;
            ASSERT_EQ(aclrtGetStreamOverflowSwitch(stream.get(), &flag), ACL_SUCCESS);
            EXPECT_EQ(flag, set);
        });
    }
}

TEST(aclrtGetStreamOverflowSwitch, NullIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(
        refused(kName, "flag", [] { return aclrtGetStreamOverflowSwitch(nullptr, nullptr); }));
}

TEST(aclrtGetStreamOverflowSwitch, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    uint32_t flag = 7;
    expectNeedsStream(
        kName, [&](aclrtStream stream) { return aclrtGetStreamOverflowSwitch(stream, &flag); });
    EXPECT_EQ(flag, 7U);
}

TEST(aclrtGetStreamOverflowSwitch, NullStreamNeedsAContext) {
    uint32_t flag = 7;
    expectNeedsContext(kName, [&] { return aclrtGetStreamOverflowSwitch(nullptr, &flag); });
    EXPECT_EQ(flag, 7U);
}

}  // namespace
}  // namespace belay::test::aclrtGetStreamOverflowSwitch_test
