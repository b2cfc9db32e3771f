#include <gtest/gtest.h>

#include <array>

#include "support/bad_handles.h"

namespace belay::test::aclSetTensorShapeRange_test {
namespace {

std::array<int64_t, 2> rangeOf(const OwnedDesc& desc, size_t index) {
    std::array<int64_t, 2> range = {};
    EXPECT_EQ(aclGetTensorDescDimRange(desc.get(), index, 2, range.data()), ACL_SUCCESS);
    return range;
}

TEST(aclSetTensorShapeRange, EveryDimensionGetsItsRange) {
    const OwnedDesc desc = makeDesc({16, -1, 20, -1});
    int64_t ranges[][2] = {{16, 16}, {1, 128}, {20, 20}, {1, 10}};
    EXPECT_EQ(aclSetTensorShapeRange(desc.get(), 4, ranges), ACL_SUCCESS);
    EXPECT_EQ(rangeOf(desc, 1), (std::array<int64_t, 2>{1, 128}));
    EXPECT_EQ(rangeOf(desc, 3), (std::array<int64_t, 2>{1, 10}));
}

TEST(aclSetTensorShapeRange, RangesAreCopied) {
    const OwnedDesc desc = makeDesc({-1});
    int64_t ranges[][2] = {{2, 5}};
    ASSERT_EQ(aclSetTensorShapeRange(desc.get(), 1, ranges), ACL_SUCCESS);
    ranges[0][0] = 77;
    EXPECT_EQ(rangeOf(desc, 0), (std::array<int64_t, 2>{2, 5}));
}

TEST(aclSetTensorShapeRange, LaterRangeReplacesTheEarlier) {
    const OwnedDesc desc = makeDesc({-1});
    int64_t first[][2] = {{2, 5}};
    int64_t second[][2] = {{3, -1}};
    ASSERT_EQ(aclSetTensorShapeRange(desc.get(), 1, first), ACL_SUCCESS);
    ASSERT_EQ(aclSetTensorShapeRange(desc.get(), 1, second), ACL_SUCCESS);
    EXPECT_EQ(rangeOf(desc, 0), (std::array<int64_t, 2>{3, -1}));
}

TEST(aclSetTensorShapeRange, NoRangesRemoveTheEarlier) {
    const OwnedDesc desc = makeDesc({-1});
    int64_t ranges[][2] = {{2, 5}};
    ASSERT_EQ(aclSetTensorShapeRange(desc.get(), 1, ranges), ACL_SUCCESS);
    EXPECT_EQ(aclSetTensorShapeRange(desc.get(), 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(rangeOf(desc, 0), (std::array<int64_t, 2>{1, -1}));
}

TEST(aclSetTensorShapeRange, EntriesAreNotComparedWithTheShape) {
    const OwnedDesc desc = makeDesc({4});
    int64_t ranges[][2] = {{9, 5}, {-7, 0}};
    EXPECT_EQ(aclSetTensorShapeRange(desc.get(), 2, ranges), ACL_SUCCESS);
}

TEST(aclSetTensorShapeRange, MissingRangesAreRefused) {
    const OwnedDesc desc = makeDesc({-1});
    int64_t ranges[][2] = {{2, 5}};
    ASSERT_EQ(aclSetTensorShapeRange(desc.get(), 1, ranges), ACL_SUCCESS);
    EXPECT_TRUE(refused("aclSetTensorShapeRange", "dimsRange",
                        [&] { return aclSetTensorShapeRange(desc.get(), 1, nullptr); }));
    EXPECT_EQ(rangeOf(desc, 0), (std::array<int64_t, 2>{2, 5}));
}

TEST(aclSetTensorShapeRange, CountThatNoMemoryHoldsIsRefused) {
    const OwnedDesc desc = makeDesc({-1});
    int64_t ranges[][2] = {{2, 5}};
    EXPECT_TRUE(refused("aclSetTensorShapeRange", "dimsCount",
                        [&] { return aclSetTensorShapeRange(desc.get(), SIZE_MAX, ranges); }));
}

TEST(aclSetTensorShapeRange, NullDescriptionIsRefused) {
    int64_t ranges[][2] = {{2, 5}};
    EXPECT_TRUE(refused("aclSetTensorShapeRange", "desc",
                        [&] { return aclSetTensorShapeRange(nullptr, 1, ranges); }));
}

TEST(aclSetTensorShapeRange, WhatIsNoLiveDescriptionIsRefused) {
    int64_t ranges[][2] = {{2, 5}};
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclSetTensorShapeRange", "desc",
                            [&] { return aclSetTensorShapeRange(bad, 1, ranges); }));
    });
}

TEST(aclSetTensorShapeRange, RacingDestroyIsHarmless) {
    int64_t ranges[][2] = {{2, 5}};
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclSetTensorShapeRange(desc, 1, ranges); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorShapeRange_test
