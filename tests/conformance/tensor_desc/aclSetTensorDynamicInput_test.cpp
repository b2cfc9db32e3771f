#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclSetTensorDynamicInput_test {
namespace {

TEST(aclSetTensorDynamicInput, NameIsAccepted) {
    const OwnedDesc desc = makeDesc();
    forgetErrors();
    EXPECT_EQ(aclSetTensorDynamicInput(desc.get(), "x"), ACL_SUCCESS);
    EXPECT_EQ(aclSetTensorDynamicInput(desc.get(), ""), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorDynamicInput, NameOfTheTensorStays) {
    const OwnedDesc desc = makeDesc();
    aclSetTensorDescName(desc.get(), "x0");
    ASSERT_EQ(aclSetTensorDynamicInput(desc.get(), "x"), ACL_SUCCESS);
    EXPECT_STREQ(aclGetTensorDescName(desc.get()), "x0");
}

TEST(aclSetTensorDynamicInput, NullNameIsRefused) {
    const OwnedDesc desc = makeDesc();
    EXPECT_TRUE(refused("aclSetTensorDynamicInput", "dynamicInputName",
                        [&] { return aclSetTensorDynamicInput(desc.get(), nullptr); }));
}

TEST(aclSetTensorDynamicInput, NullDescriptionIsRefused) {
    EXPECT_TRUE(refused("aclSetTensorDynamicInput", "desc",
                        [&] { return aclSetTensorDynamicInput(nullptr, "x"); }));
}

TEST(aclSetTensorDynamicInput, WhatIsNoLiveDescriptionIsRefused) {
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclSetTensorDynamicInput", "desc",
                            [&] { return aclSetTensorDynamicInput(bad, "x"); }));
    });
}

TEST(aclSetTensorDynamicInput, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclSetTensorDynamicInput(desc, "x"); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorDynamicInput_test
