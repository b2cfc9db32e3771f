#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetTensorDescName_test {
namespace {

TEST(aclGetTensorDescName, IsEmptyUnlessSet) {
    const OwnedDesc desc = makeDesc();
    forgetErrors();
    EXPECT_STREQ(aclGetTensorDescName(desc.get()), "");
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetTensorDescName, StaysValidUntilTheNameIsSetAgain) {
    const OwnedDesc desc = makeDesc();
    aclSetTensorDescName(desc.get(), "x0");
    const char* name = aclGetTensorDescName(desc.get());
    aclSetTensorOriginFormat(desc.get(), ACL_FORMAT_NCHW);
    EXPECT_EQ(aclGetTensorDescName(desc.get()), name);
    EXPECT_STREQ(name, "x0");
}

TEST(aclGetTensorDescName, NullDescriptionGivesAnEmptyName) {
    const char* name = nullptr;
    EXPECT_TRUE(refusedSilently("aclGetTensorDescName", "desc",
                                [&] { name = aclGetTensorDescName(nullptr); }));
    EXPECT_STREQ(name, "");
}

TEST(aclGetTensorDescName, WhatIsNoLiveDescriptionGivesAnEmptyName) {
    forEachBadHandle<aclTensorDesc>([](aclTensorDesc* bad) {
        const char* name = nullptr;
        EXPECT_TRUE(refusedSilently("aclGetTensorDescName", "desc",
                                    [&] { name = aclGetTensorDescName(bad); }));
        EXPECT_STREQ(name, "");
    });
}

TEST(aclGetTensorDescName, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>(
        [](aclTensorDesc* desc) { EXPECT_NE(aclGetTensorDescName(desc), nullptr); });
}

}  // namespace
}  // namespace belay::test::aclGetTensorDescName_test
