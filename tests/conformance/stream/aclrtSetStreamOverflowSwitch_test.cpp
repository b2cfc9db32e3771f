#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtSetStreamOverflowSwitch_test {
namespace {

constexpr const char* kName = "aclrtSetStreamOverflowSwitch";

uint32_t switchOf(aclrtStream stream) {
    uint32_t flag = 7;
    EXPECT_EQ(aclrtGetStreamOverflowSwitch(stream, &flag), ACL_SUCCESS);
    return flag;
}

TEST(aclrtSetStreamOverflowSwitch, IsOfOneStreamAndOffAtFirst) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedStream other;
    EXPECT_EQ(switchOf(stream.get()), 0U);
    ASSERT_EQ(aclrtSetStreamOverflowSwitch(stream.get(), 1), ACL_SUCCESS);
    EXPECT_EQ(switchOf(stream.get()), 1U);
    EXPECT_EQ(switchOf(other.get()), 0U);
    EXPECT_EQ(switchOf(nullptr), 0U);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetStreamOverflowSwitch(stream.get(), 0), ACL_SUCCESS);
    EXPECT_EQ(switchOf(stream.get()), 0U);
}

TEST(aclrtSetStreamOverflowSwitch, NullIsTheDefaultStream) {
    const SetDevice session;
    ASSERT_EQ(aclrtSetStreamOverflowSwitch(nullptr, 1), ACL_SUCCESS);
    EXPECT_EQ(switchOf(nullptr), 1U);
    ASSERT_EQ(aclrtSetStreamOverflowSwitch(nullptr, 0), ACL_SUCCESS);
}

TEST(aclrtSetStreamOverflowSwitch, OtherValuesAreRefused) {
    const SetDevice session;
    const OwnedStream stream;
    for (const uint32_t flag : {2U, UINT32_MAX}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'flag'",
                                [&] { return aclrtSetStreamOverflowSwitch(stream.get(), flag); }));
    }
    EXPECT_EQ(switchOf(stream.get()), 0U);
}

TEST(aclrtSetStreamOverflowSwitch, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName,
                      [](aclrtStream stream) { return aclrtSetStreamOverflowSwitch(stream, 1); });
}

TEST(aclrtSetStreamOverflowSwitch, NullNeedsAContext) {
    expectNeedsContext(kName, [] { return aclrtSetStreamOverflowSwitch(nullptr, 1); });
}

}  // namespace
}  // namespace belay::test::aclrtSetStreamOverflowSwitch_test
