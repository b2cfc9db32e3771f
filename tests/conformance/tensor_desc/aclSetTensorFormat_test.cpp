#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclSetTensorFormat_test {
namespace {

TEST(aclSetTensorFormat, AnyFormatIsAccepted) {
    const OwnedDesc desc = makeDesc({1, 2}, ACL_FLOAT, ACL_FORMAT_NHWC);
    forgetErrors();
    for (const int format : {-1, 0, 3, 29, 1000}) {
        EXPECT_EQ(aclSetTensorFormat(desc.get(), enumOf<aclFormat>(format)), ACL_SUCCESS);
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorFormat, OriginalFormatStays) {
    const OwnedDesc desc = makeDesc({1, 2}, ACL_FLOAT, ACL_FORMAT_NHWC);
    ASSERT_EQ(aclSetTensorFormat(desc.get(), ACL_FORMAT_NC1HWC0), ACL_SUCCESS);
    EXPECT_EQ(aclGetTensorDescFormat(desc.get()), ACL_FORMAT_NHWC);
}

TEST(aclSetTensorFormat, NullDescriptionDoesNothing) {
    forgetErrors();
    EXPECT_EQ(aclSetTensorFormat(nullptr, ACL_FORMAT_ND), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorFormat, WhatIsNoLiveDescriptionIsRefused) {
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclSetTensorFormat", "desc",
                            [&] { return aclSetTensorFormat(bad, ACL_FORMAT_ND); }));
    });
}

TEST(aclSetTensorFormat, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclSetTensorFormat(desc, ACL_FORMAT_ND); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorFormat_test
