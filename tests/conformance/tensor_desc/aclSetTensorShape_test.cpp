#include <gtest/gtest.h>

#include <climits>

#include "support/bad_handles.h"

namespace belay::test::aclSetTensorShape_test {
namespace {

TEST(aclSetTensorShape, AnyShapeIsAccepted) {
    const OwnedDesc desc = makeDesc();
    const int64_t dims[] = {-2, 0, -1, INT64_MAX, 16};
    forgetErrors();
    EXPECT_EQ(aclSetTensorShape(desc.get(), 5, dims), ACL_SUCCESS);
    EXPECT_EQ(aclSetTensorShape(desc.get(), 0, nullptr), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorShape, OriginalShapeStays) {
    const OwnedDesc desc = makeDesc({4});
    const int64_t dims[] = {5, 6};
    ASSERT_EQ(aclSetTensorShape(desc.get(), 2, dims), ACL_SUCCESS);
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 1U);
    EXPECT_EQ(aclGetTensorDescDim(desc.get(), 0), 4);
}

TEST(aclSetTensorShape, NegativeNumberOfDimensionsIsRefused) {
    const OwnedDesc desc = makeDesc({4});
    const int64_t dim = 1;
    for (const int count : {-1, INT_MIN}) {
        EXPECT_TRUE(refused("aclSetTensorShape", "numDims",
                            [&] { return aclSetTensorShape(desc.get(), count, &dim); }));
    }
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 1U);
}

TEST(aclSetTensorShape, MissingDimensionsAreRefused) {
    const OwnedDesc desc = makeDesc({4});
    EXPECT_TRUE(refused("aclSetTensorShape", "dims",
                        [&] { return aclSetTensorShape(desc.get(), 1, nullptr); }));
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 1U);
}

TEST(aclSetTensorShape, NullDescriptionDoesNothing) {
    const int64_t dim = 1;
    forgetErrors();
    EXPECT_EQ(aclSetTensorShape(nullptr, 1, &dim), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorShape, WhatIsNoLiveDescriptionIsRefused) {
    const int64_t dim = 1;
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(
            refused("aclSetTensorShape", "desc", [&] { return aclSetTensorShape(bad, 1, &dim); }));
    });
}

TEST(aclSetTensorShape, RacingDestroyIsHarmless) {
    const int64_t dim = 1;
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclSetTensorShape(desc, 1, &dim); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorShape_test
