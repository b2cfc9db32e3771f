#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetTensorDescFormat_test {
namespace {

TEST(aclGetTensorDescFormat, GivesTheOriginalFormat) {
    const OwnedDesc desc = makeDesc({1}, ACL_FLOAT, ACL_FORMAT_NHWC);
    forgetErrors();
    EXPECT_EQ(aclGetTensorDescFormat(desc.get()), ACL_FORMAT_NHWC);
    aclSetTensorOriginFormat(desc.get(), ACL_FORMAT_NCHW);
    EXPECT_EQ(aclGetTensorDescFormat(desc.get()), ACL_FORMAT_NCHW);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetTensorDescFormat, StoredFormatDoesNotShow) {
    const OwnedDesc desc = makeDesc({1}, ACL_FLOAT, ACL_FORMAT_NHWC);
    aclSetTensorFormat(desc.get(), ACL_FORMAT_NC1HWC0);
    EXPECT_EQ(aclGetTensorDescFormat(desc.get()), ACL_FORMAT_NHWC);
}

TEST(aclGetTensorDescFormat, NullDescriptionGivesTheFallback) {
    EXPECT_TRUE(refusedGiving(ACL_FORMAT_UNDEFINED, "aclGetTensorDescFormat", "desc",
                              [] { return aclGetTensorDescFormat(nullptr); }));
}

TEST(aclGetTensorDescFormat, WhatIsNoLiveDescriptionGivesTheFallback) {
    forEachBadHandle<aclTensorDesc>([](aclTensorDesc* bad) {
        EXPECT_TRUE(refusedGiving(ACL_FORMAT_UNDEFINED, "aclGetTensorDescFormat", "desc",
                                  [&] { return aclGetTensorDescFormat(bad); }));
    });
}

TEST(aclGetTensorDescFormat, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>([](aclTensorDesc* desc) { aclGetTensorDescFormat(desc); });
}

}  // namespace
}  // namespace belay::test::aclGetTensorDescFormat_test
