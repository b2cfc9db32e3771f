#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetTensorDescNumDims_test {
namespace {

TEST(aclGetTensorDescNumDims, CountsTheDimensions) {
    forgetErrors();
    EXPECT_EQ(aclGetTensorDescNumDims(makeDesc({}).get()), 0U);
    EXPECT_EQ(aclGetTensorDescNumDims(makeDesc({2, -1, 0}).get()), 3U);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetTensorDescNumDims, UnknownRankHasAValueOfItsOwn) {
    EXPECT_EQ(aclGetTensorDescNumDims(makeDesc({-2}).get()), ACL_UNKNOWN_RANK);
    EXPECT_EQ(aclGetTensorDescNumDims(makeDesc({-2, 4}).get()), ACL_UNKNOWN_RANK);
    EXPECT_EQ(aclGetTensorDescNumDims(makeDesc({4, -2}).get()), 2U);
}

TEST(aclGetTensorDescNumDims, FollowsTheOriginalShape) {
    const OwnedDesc desc = makeDesc({4});
    const int64_t dims[] = {1, 2, 3};
    aclSetTensorShape(desc.get(), 3, dims);
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 1U);
    aclSetTensorOriginShape(desc.get(), 3, dims);
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 3U);
}

TEST(aclGetTensorDescNumDims, NullDescriptionGivesTheFallback) {
    EXPECT_TRUE(refusedGiving(size_t{0}, "aclGetTensorDescNumDims", "desc",
                              [] { return aclGetTensorDescNumDims(nullptr); }));
}

TEST(aclGetTensorDescNumDims, WhatIsNoLiveDescriptionGivesTheFallback) {
    forEachBadHandle<aclTensorDesc>([](aclTensorDesc* bad) {
        EXPECT_TRUE(refusedGiving(size_t{0}, "aclGetTensorDescNumDims", "desc",
                                  [&] { return aclGetTensorDescNumDims(bad); }));
    });
}

TEST(aclGetTensorDescNumDims, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>([](aclTensorDesc* desc) { aclGetTensorDescNumDims(desc); });
}

}  // namespace
}  // namespace belay::test::aclGetTensorDescNumDims_test
