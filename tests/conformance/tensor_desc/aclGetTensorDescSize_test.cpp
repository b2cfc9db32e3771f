#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetTensorDescSize_test {
namespace {

TEST(aclGetTensorDescSize, IsElementCountTimesElementSize) {
    forgetErrors();
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({16, 16}, ACL_BOOL).get()), 256U);
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({}, ACL_INT64).get()), 8U);
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({3, 5}, ACL_FLOAT16).get()), 30U);
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({3}, ACL_COMPLEX128).get()), 48U);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetTensorDescSize, NarrowElementsCountAsOneByte) {
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({10}, ACL_INT4).get()), 10U);
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({10}, ACL_UINT1).get()), 10U);
}

TEST(aclGetTensorDescSize, IsZeroWithoutElementSize) {
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({10}, ACL_STRING).get()), 0U);
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({10}, ACL_DT_UNDEFINED).get()), 0U);
}

TEST(aclGetTensorDescSize, IsZeroForUnknownAndEmptyShapes) {
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({4, -1}).get()), 0U);
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({-2}).get()), 0U);
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({4, 0}).get()), 0U);
}

TEST(aclGetTensorDescSize, IsZeroWhenItDoesNotFit) {
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({INT64_MAX}, ACL_INT8).get()), size_t{INT64_MAX});
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({INT64_MAX}, ACL_FLOAT).get()), 0U);
    EXPECT_EQ(aclGetTensorDescSize(makeDesc({INT64_MAX, 3}, ACL_INT8).get()), 0U);
}

TEST(aclGetTensorDescSize, FollowsTheOriginalShape) {
    const OwnedDesc desc = makeDesc({4}, ACL_FLOAT);
    const int64_t dim = 100;
    aclSetTensorShape(desc.get(), 1, &dim);
    EXPECT_EQ(aclGetTensorDescSize(desc.get()), 16U);
    aclSetTensorOriginShape(desc.get(), 1, &dim);
    EXPECT_EQ(aclGetTensorDescSize(desc.get()), 400U);
}

TEST(aclGetTensorDescSize, NullDescriptionGivesTheFallback) {
    EXPECT_TRUE(refusedGiving(size_t{0}, "aclGetTensorDescSize", "desc",
                              [] { return aclGetTensorDescSize(nullptr); }));
}

TEST(aclGetTensorDescSize, WhatIsNoLiveDescriptionGivesTheFallback) {
    forEachBadHandle<aclTensorDesc>([](aclTensorDesc* bad) {
        EXPECT_TRUE(refusedGiving(size_t{0}, "aclGetTensorDescSize", "desc",
                                  [&] { return aclGetTensorDescSize(bad); }));
    });
}

TEST(aclGetTensorDescSize, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>([](aclTensorDesc* desc) { aclGetTensorDescSize(desc); });
}

}  // namespace
}  // namespace belay::test::aclGetTensorDescSize_test
