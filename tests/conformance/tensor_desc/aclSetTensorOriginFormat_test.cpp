#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclSetTensorOriginFormat_test {
namespace {

TEST(aclSetTensorOriginFormat, AnyFormatIsAccepted) {
    const OwnedDesc desc = makeDesc({1, 2}, ACL_FLOAT, ACL_FORMAT_NHWC);
    forgetErrors();
    for (const int format : {-1, 0, 3, 29, 1000}) {
        EXPECT_EQ(aclSetTensorOriginFormat(desc.get(), enumOf<aclFormat>(format)), ACL_SUCCESS);
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorOriginFormat, ReplacesTheFormatOfTheDescription) {
    const OwnedDesc desc = makeDesc({1, 2}, ACL_FLOAT, ACL_FORMAT_NHWC);
    ASSERT_EQ(aclSetTensorOriginFormat(desc.get(), ACL_FORMAT_NCHW), ACL_SUCCESS);
    EXPECT_EQ(aclGetTensorDescFormat(desc.get()), ACL_FORMAT_NCHW);
}

TEST(aclSetTensorOriginFormat, NullDescriptionDoesNothing) {
    forgetErrors();
    EXPECT_EQ(aclSetTensorOriginFormat(nullptr, ACL_FORMAT_ND), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorOriginFormat, WhatIsNoLiveDescriptionIsRefused) {
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclSetTensorOriginFormat", "desc",
                            [&] { return aclSetTensorOriginFormat(bad, ACL_FORMAT_ND); }));
    });
}

TEST(aclSetTensorOriginFormat, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclSetTensorOriginFormat(desc, ACL_FORMAT_ND); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorOriginFormat_test
