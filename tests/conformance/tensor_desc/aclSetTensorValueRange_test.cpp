#include <gtest/gtest.h>

#include <array>

#include "support/bad_handles.h"

namespace belay::test::aclSetTensorValueRange_test {
namespace {

TEST(aclSetTensorValueRange, RangesAreAccepted) {
    const OwnedDesc desc = makeDesc({2}, ACL_INT64);
    int64_t ranges[][2] = {{1, 10}, {-5, -1}};
    forgetErrors();
    EXPECT_EQ(aclSetTensorValueRange(desc.get(), 2, ranges), ACL_SUCCESS);
    EXPECT_EQ(aclSetTensorValueRange(desc.get(), 1, ranges), ACL_SUCCESS);
    EXPECT_EQ(aclSetTensorValueRange(desc.get(), 0, nullptr), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorValueRange, RangesOfTheDimensionsStay) {
    const OwnedDesc desc = makeDesc({-1}, ACL_INT64);
    int64_t shape[][2] = {{2, 5}};
    int64_t values[][2] = {{7, 8}};
    ASSERT_EQ(aclSetTensorShapeRange(desc.get(), 1, shape), ACL_SUCCESS);
    ASSERT_EQ(aclSetTensorValueRange(desc.get(), 1, values), ACL_SUCCESS);
    std::array<int64_t, 2> range = {};
    ASSERT_EQ(aclGetTensorDescDimRange(desc.get(), 0, 2, range.data()), ACL_SUCCESS);
    EXPECT_EQ(range, (std::array<int64_t, 2>{2, 5}));
}

TEST(aclSetTensorValueRange, MissingRangesAreRefused) {
    const OwnedDesc desc = makeDesc();
    EXPECT_TRUE(refused("aclSetTensorValueRange", "valueRange",
                        [&] { return aclSetTensorValueRange(desc.get(), 1, nullptr); }));
}

TEST(aclSetTensorValueRange, CountThatNoMemoryHoldsIsRefused) {
    const OwnedDesc desc = makeDesc();
    int64_t ranges[][2] = {{2, 5}};
    EXPECT_TRUE(refused("aclSetTensorValueRange", "valueCount",
                        [&] { return aclSetTensorValueRange(desc.get(), SIZE_MAX, ranges); }));
}

TEST(aclSetTensorValueRange, NullDescriptionIsRefused) {
    int64_t ranges[][2] = {{2, 5}};
    EXPECT_TRUE(refused("aclSetTensorValueRange", "desc",
                        [&] { return aclSetTensorValueRange(nullptr, 1, ranges); }));
}

TEST(aclSetTensorValueRange, WhatIsNoLiveDescriptionIsRefused) {
    int64_t ranges[][2] = {{2, 5}};
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclSetTensorValueRange", "desc",
                            [&] { return aclSetTensorValueRange(bad, 1, ranges); }));
    });
}

TEST(aclSetTensorValueRange, RacingDestroyIsHarmless) {
    int64_t ranges[][2] = {{2, 5}};
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclSetTensorValueRange(desc, 1, ranges); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorValueRange_test
