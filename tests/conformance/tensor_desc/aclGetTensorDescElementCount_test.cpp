#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetTensorDescElementCount_test {
namespace {

TEST(aclGetTensorDescElementCount, IsTheProductOfTheDimensions) {
    forgetErrors();
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({2, 3, 4}).get()), 24U);
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({1}).get()), 1U);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetTensorDescElementCount, ScalarHasOneElement) {
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({}).get()), 1U);
}

TEST(aclGetTensorDescElementCount, EmptyTensorHasNone) {
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({5, 0}).get()), 0U);
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({INT64_MAX, INT64_MAX, 0}).get()), 0U);
}

TEST(aclGetTensorDescElementCount, UnknownShapeHasNone) {
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({5, -1}).get()), 0U);
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({-1, 0}).get()), 0U);
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({-2}).get()), 0U);
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({INT64_MIN, INT64_MIN}).get()), 0U);
}

TEST(aclGetTensorDescElementCount, ProductThatDoesNotFitGivesZero) {
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({INT64_MAX, INT64_MAX}).get()), 0U);
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({INT64_MAX, 1}).get()), size_t{INT64_MAX});
    EXPECT_EQ(aclGetTensorDescElementCount(makeDesc({int64_t{1} << 32, int64_t{1} << 32}).get()),
              0U);
}

TEST(aclGetTensorDescElementCount, NullDescriptionGivesTheFallback) {
    EXPECT_TRUE(refusedGiving(size_t{0}, "aclGetTensorDescElementCount", "desc",
                              [] { return aclGetTensorDescElementCount(nullptr); }));
}

TEST(aclGetTensorDescElementCount, WhatIsNoLiveDescriptionGivesTheFallback) {
    forEachBadHandle<aclTensorDesc>([](aclTensorDesc* bad) {
        EXPECT_TRUE(refusedGiving(size_t{0}, "aclGetTensorDescElementCount", "desc",
                                  [&] { return aclGetTensorDescElementCount(bad); }));
    });
}

TEST(aclGetTensorDescElementCount, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>(
        [](aclTensorDesc* desc) { aclGetTensorDescElementCount(desc); });
}

}  // namespace
}  // namespace belay::test::aclGetTensorDescElementCount_test
