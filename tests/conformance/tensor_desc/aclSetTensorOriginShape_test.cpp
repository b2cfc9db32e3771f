#include <gtest/gtest.h>

#include <climits>

#include "support/bad_handles.h"

namespace belay::test::aclSetTensorOriginShape_test {
namespace {

TEST(aclSetTensorOriginShape, AnyShapeIsAccepted) {
    const OwnedDesc desc = makeDesc();
    const int64_t dims[] = {-2, 0, -1, INT64_MAX, 16};
    forgetErrors();
    EXPECT_EQ(aclSetTensorOriginShape(desc.get(), 5, dims), ACL_SUCCESS);
    EXPECT_EQ(aclSetTensorOriginShape(desc.get(), 0, nullptr), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorOriginShape, ReplacesTheShapeOfTheDescription) {
    const OwnedDesc desc = makeDesc({4});
    int64_t dims[] = {5, 6};
    ASSERT_EQ(aclSetTensorOriginShape(desc.get(), 2, dims), ACL_SUCCESS);
    dims[0] = 9;
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 2U);
    EXPECT_EQ(aclGetTensorDescDim(desc.get(), 0), 5);
    EXPECT_EQ(aclGetTensorDescDim(desc.get(), 1), 6);
}

TEST(aclSetTensorOriginShape, NegativeNumberOfDimensionsIsRefused) {
    const OwnedDesc desc = makeDesc({4});
    const int64_t dim = 1;
    for (const int count : {-1, INT_MIN}) {
        EXPECT_TRUE(refused("aclSetTensorOriginShape", "numDims",
                            [&] { return aclSetTensorOriginShape(desc.get(), count, &dim); }));
    }
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 1U);
}

TEST(aclSetTensorOriginShape, MissingDimensionsAreRefused) {
    const OwnedDesc desc = makeDesc({4});
    EXPECT_TRUE(refused("aclSetTensorOriginShape", "dims",
                        [&] { return aclSetTensorOriginShape(desc.get(), 1, nullptr); }));
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 1U);
}

TEST(aclSetTensorOriginShape, NullDescriptionDoesNothing) {
    const int64_t dim = 1;
    forgetErrors();
    EXPECT_EQ(aclSetTensorOriginShape(nullptr, 1, &dim), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorOriginShape, WhatIsNoLiveDescriptionIsRefused) {
    const int64_t dim = 1;
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclSetTensorOriginShape", "desc",
                            [&] { return aclSetTensorOriginShape(bad, 1, &dim); }));
    });
}

TEST(aclSetTensorOriginShape, RacingDestroyIsHarmless) {
    const int64_t dim = 1;
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclSetTensorOriginShape(desc, 1, &dim); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorOriginShape_test
