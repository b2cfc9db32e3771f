#include <gtest/gtest.h>

#include <climits>

#include "support/bad_handles.h"

namespace belay::test::aclSetTensorStorageShape_test {
namespace {

TEST(aclSetTensorStorageShape, AnyShapeIsAccepted) {
    const OwnedDesc desc = makeDesc();
    const int64_t dims[] = {-2, 0, -1, INT64_MAX, 16};
    forgetErrors();
    EXPECT_EQ(aclSetTensorStorageShape(desc.get(), 5, dims), ACL_SUCCESS);
    EXPECT_EQ(aclSetTensorStorageShape(desc.get(), 0, nullptr), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorStorageShape, OriginalShapeStays) {
    const OwnedDesc desc = makeDesc({4});
    const int64_t dims[] = {5, 6};
    ASSERT_EQ(aclSetTensorStorageShape(desc.get(), 2, dims), ACL_SUCCESS);
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 1U);
    EXPECT_EQ(aclGetTensorDescDim(desc.get(), 0), 4);
}

TEST(aclSetTensorStorageShape, NegativeNumberOfDimensionsIsRefused) {
    const OwnedDesc desc = makeDesc({4});
    const int64_t dim = 1;
    for (const int count : {-1, INT_MIN}) {
        EXPECT_TRUE(refused("aclSetTensorStorageShape", "numDims",
                            [&] { return aclSetTensorStorageShape(desc.get(), count, &dim); }));
    }
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 1U);
}

TEST(aclSetTensorStorageShape, MissingDimensionsAreRefused) {
    const OwnedDesc desc = makeDesc({4});
    EXPECT_TRUE(refused("aclSetTensorStorageShape", "dims",
                        [&] { return aclSetTensorStorageShape(desc.get(), 1, nullptr); }));
    EXPECT_EQ(aclGetTensorDescNumDims(desc.get()), 1U);
}

TEST(aclSetTensorStorageShape, NullDescriptionDoesNothing) {
    const int64_t dim = 1;
    forgetErrors();
    EXPECT_EQ(aclSetTensorStorageShape(nullptr, 1, &dim), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorStorageShape, WhatIsNoLiveDescriptionIsRefused) {
    const int64_t dim = 1;
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclSetTensorStorageShape", "desc",
                            [&] { return aclSetTensorStorageShape(bad, 1, &dim); }));
    });
}

TEST(aclSetTensorStorageShape, RacingDestroyIsHarmless) {
    const int64_t dim = 1;
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclSetTensorStorageShape(desc, 1, &dim); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorStorageShape_test
