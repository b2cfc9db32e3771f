#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclSetTensorStorageFormat_test {
namespace {

TEST(aclSetTensorStorageFormat, AnyFormatIsAccepted) {
    const OwnedDesc desc = makeDesc({1, 2}, ACL_FLOAT, ACL_FORMAT_NHWC);
    forgetErrors();
    for (const int format : {-1, 0, 3, 29, 1000}) {
        EXPECT_EQ(aclSetTensorStorageFormat(desc.get(), enumOf<aclFormat>(format)), ACL_SUCCESS);
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorStorageFormat, OriginalFormatStays) {
    const OwnedDesc desc = makeDesc({1, 2}, ACL_FLOAT, ACL_FORMAT_NHWC);
    ASSERT_EQ(aclSetTensorStorageFormat(desc.get(), ACL_FORMAT_NC1HWC0), ACL_SUCCESS);
    EXPECT_EQ(aclGetTensorDescFormat(desc.get()), ACL_FORMAT_NHWC);
}

TEST(aclSetTensorStorageFormat, NullDescriptionDoesNothing) {
    forgetErrors();
    EXPECT_EQ(aclSetTensorStorageFormat(nullptr, ACL_FORMAT_ND), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorStorageFormat, WhatIsNoLiveDescriptionIsRefused) {
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclSetTensorStorageFormat", "desc",
                            [&] { return aclSetTensorStorageFormat(bad, ACL_FORMAT_ND); }));
    });
}

TEST(aclSetTensorStorageFormat, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclSetTensorStorageFormat(desc, ACL_FORMAT_ND); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorStorageFormat_test
