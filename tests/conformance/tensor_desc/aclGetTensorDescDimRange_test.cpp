#include <gtest/gtest.h>

#include <array>

#include "support/bad_handles.h"

namespace belay::test::aclGetTensorDescDimRange_test {
namespace {

constexpr int64_t kUntouched = 0x5A5A;

using Range = std::array<int64_t, 3>;

constexpr Range kUntouchedRange = {kUntouched, kUntouched, kUntouched};

TEST(aclGetTensorDescDimRange, GivesTheRangeThatWasSet) {
    const OwnedDesc desc = makeDesc({16, -1});
    int64_t ranges[][2] = {{16, 16}, {1, 128}};
    ASSERT_EQ(aclSetTensorShapeRange(desc.get(), 2, ranges), ACL_SUCCESS);
    Range range = kUntouchedRange;
    EXPECT_EQ(aclGetTensorDescDimRange(desc.get(), 1, 2, range.data()), ACL_SUCCESS);
    EXPECT_EQ(range, (Range{1, 128, kUntouched}));
    EXPECT_EQ(aclGetTensorDescDimRange(desc.get(), 0, 2, range.data()), ACL_SUCCESS);
    EXPECT_EQ(range, (Range{16, 16, kUntouched}));
}

TEST(aclGetTensorDescDimRange, FixedDimensionHasItsSizeAsBothLimits) {
    const OwnedDesc desc = makeDesc({16, 0});
    Range range = kUntouchedRange;
    EXPECT_EQ(aclGetTensorDescDimRange(desc.get(), 0, 2, range.data()), ACL_SUCCESS);
    EXPECT_EQ(range, (Range{16, 16, kUntouched}));
    EXPECT_EQ(aclGetTensorDescDimRange(desc.get(), 1, 2, range.data()), ACL_SUCCESS);
    EXPECT_EQ(range, (Range{0, 0, kUntouched}));
}

TEST(aclGetTensorDescDimRange, DimensionBehindTheRangesHasOneOfItsOwn) {
    const OwnedDesc desc = makeDesc({-1, 5, -1});
    int64_t ranges[][2] = {{2, 4}};
    ASSERT_EQ(aclSetTensorShapeRange(desc.get(), 1, ranges), ACL_SUCCESS);
    Range range = kUntouchedRange;
    EXPECT_EQ(aclGetTensorDescDimRange(desc.get(), 1, 2, range.data()), ACL_SUCCESS);
    EXPECT_EQ(range, (Range{5, 5, kUntouched}));
    EXPECT_EQ(aclGetTensorDescDimRange(desc.get(), 2, 2, range.data()), ACL_SUCCESS);
    EXPECT_EQ(range, (Range{1, -1, kUntouched}));
}

TEST(aclGetTensorDescDimRange, UnknownDimensionMayHaveAnySize) {
    const OwnedDesc desc = makeDesc({3, -1});
    Range range = kUntouchedRange;
    EXPECT_EQ(aclGetTensorDescDimRange(desc.get(), 1, 2, range.data()), ACL_SUCCESS);
    EXPECT_EQ(range, (Range{1, -1, kUntouched}));
}

TEST(aclGetTensorDescDimRange, OnlyTwoEntriesAreWritten) {
    const OwnedDesc desc = makeDesc({16});
    Range range = kUntouchedRange;
    EXPECT_EQ(aclGetTensorDescDimRange(desc.get(), 0, 3, range.data()), ACL_SUCCESS);
    EXPECT_EQ(range, (Range{16, 16, kUntouched}));
}

TEST(aclGetTensorDescDimRange, FewerThanTwoEntriesAreRefused) {
    const OwnedDesc desc = makeDesc({16});
    Range range = kUntouchedRange;
    for (const size_t count : {size_t{0}, size_t{1}}) {
        EXPECT_TRUE(refused("aclGetTensorDescDimRange", "dimRangeNum", [&] {
            return aclGetTensorDescDimRange(desc.get(), 0, count, range.data());
        }));
    }
    EXPECT_EQ(range, kUntouchedRange);
}

TEST(aclGetTensorDescDimRange, IndexOutOfRangeIsRefused) {
    const OwnedDesc desc = makeDesc({16});
    Range range = kUntouchedRange;
    for (const size_t index : {size_t{1}, SIZE_MAX}) {
        EXPECT_TRUE(refused("aclGetTensorDescDimRange", "index", [&] {
            return aclGetTensorDescDimRange(desc.get(), index, 2, range.data());
        }));
    }
    EXPECT_EQ(range, kUntouchedRange);
}

TEST(aclGetTensorDescDimRange, IndexIsComparedWithTheRangesThatWereSet) {
    const OwnedDesc desc = makeDesc({16});
    int64_t ranges[][2] = {{1, 2}, {3, 4}};
    ASSERT_EQ(aclSetTensorShapeRange(desc.get(), 2, ranges), ACL_SUCCESS);
    Range range = kUntouchedRange;
    EXPECT_EQ(aclGetTensorDescDimRange(desc.get(), 1, 2, range.data()), ACL_SUCCESS);
    EXPECT_EQ(range, (Range{3, 4, kUntouched}));
    EXPECT_TRUE(refused("aclGetTensorDescDimRange", "index",
                        [&] { return aclGetTensorDescDimRange(desc.get(), 2, 2, range.data()); }));
}

TEST(aclGetTensorDescDimRange, UnknownRankIsRefused) {
    const OwnedDesc desc = makeDesc({-2});
    Range range = kUntouchedRange;
    EXPECT_TRUE(refused("aclGetTensorDescDimRange", "desc",
                        [&] { return aclGetTensorDescDimRange(desc.get(), 0, 2, range.data()); }));
    EXPECT_EQ(range, kUntouchedRange);
}

TEST(aclGetTensorDescDimRange, NullResultIsRefused) {
    const OwnedDesc desc = makeDesc();
    EXPECT_TRUE(refused("aclGetTensorDescDimRange", "dimRange",
                        [&] { return aclGetTensorDescDimRange(desc.get(), 0, 2, nullptr); }));
}

TEST(aclGetTensorDescDimRange, NullDescriptionIsRefused) {
    Range range = kUntouchedRange;
    EXPECT_TRUE(refused("aclGetTensorDescDimRange", "desc",
                        [&] { return aclGetTensorDescDimRange(nullptr, 0, 2, range.data()); }));
}

TEST(aclGetTensorDescDimRange, WhatIsNoLiveDescriptionIsRefused) {
    Range range = kUntouchedRange;
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclGetTensorDescDimRange", "desc",
                            [&] { return aclGetTensorDescDimRange(bad, 0, 2, range.data()); }));
    });
}

TEST(aclGetTensorDescDimRange, RacingDestroyIsHarmless) {
    Range range = kUntouchedRange;
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclGetTensorDescDimRange(desc, 0, 2, range.data()); });
}

}  // namespace
}  // namespace belay::test::aclGetTensorDescDimRange_test
