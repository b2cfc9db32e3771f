#include "op/tensor_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace belay {
namespace {

using testing::ElementsAre;

TensorSpec make(std::vector<int64_t> dims, DataType type = DataType::kFloat) {
    return {type, dims, Format::kNd};
}

TEST(TensorSpec, CountsElementsAndBytes) {
    EXPECT_EQ(make({2, 3, 4}).elementCount(), 24U);
    EXPECT_EQ(make({2, 3, 4}).sizeBytes(), 96U);
    EXPECT_EQ(make({}).elementCount(), 1U);
    EXPECT_EQ(make({}, DataType::kInt64).sizeBytes(), 8U);
    EXPECT_EQ(make({3}, DataType::kString).sizeBytes(), 0U);
}

TEST(TensorSpec, UnknownEmptyAndOverflowingShapesCountNothing) {
    constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
    EXPECT_EQ(make({2, -1}).elementCount(), 0U);
    EXPECT_EQ(make({-2}).elementCount(), 0U);
    EXPECT_EQ(make({5, 0, 5}).elementCount(), 0U);
    EXPECT_EQ(make({kHuge, kHuge}).elementCount(), 0U);
    EXPECT_EQ(make({kHuge, 2, 2, 2}).elementCount(), 0U);
    EXPECT_EQ(make({kHuge, 2, 0}).elementCount(), 0U);
    EXPECT_EQ(make({kHuge / 2}, DataType::kComplex128).sizeBytes(), 0U);
}

TEST(TensorSpec, StorageStartsEqualToTheOriginalAndThenGoesItsOwnWay) {
    TensorSpec desc = make({2, 3});
    EXPECT_THAT(desc.storageDims(), ElementsAre(2, 3));
    desc.setStorage(std::vector<int64_t>{6});
    desc.setStorage(Format::kNhwc);
    EXPECT_THAT(desc.dims(), ElementsAre(2, 3));
    EXPECT_THAT(desc.storageDims(), ElementsAre(6));
    EXPECT_EQ(desc.format(), Format::kNd);
    EXPECT_EQ(desc.storageFormat(), Format::kNhwc);
    desc.setOriginal(std::vector<int64_t>{7});
    EXPECT_THAT(desc.storageDims(), ElementsAre(6));
}

TEST(TensorSpec, RangesComeFromTheDimensionsUntilTheyAreSet) {
    TensorSpec desc = make({16, -1});
    EXPECT_EQ(desc.dimRange(0), (TensorSpec::Range{16, 16}));
    EXPECT_EQ(desc.dimRange(1), (TensorSpec::Range{1, -1}));
    EXPECT_EQ(desc.dimRange(2), std::nullopt);
    const std::vector<TensorSpec::Range> ranges = {{{16, 16}, {1, 128}}};
    desc.setShapeRanges(ranges);
    EXPECT_EQ(desc.dimRange(1), (TensorSpec::Range{1, 128}));
    EXPECT_EQ(desc.dimRange(2), std::nullopt);
    desc.setShapeRanges({});
    EXPECT_EQ(desc.dimRange(1), (TensorSpec::Range{1, -1}));
}

TEST(TensorSpec, AConstantIsACopy) {
    TensorSpec desc = make({2}, DataType::kInt8);
    EXPECT_EQ(desc.constant(), std::nullopt);
    std::vector<std::byte> value = {std::byte{1}, std::byte{2}};
    desc.setConstant(value);
    value[0] = std::byte{9};
    ASSERT_TRUE(desc.constant());
    EXPECT_THAT(*desc.constant(), ElementsAre(std::byte{1}, std::byte{2}));
}

TEST(TensorSpec, UnknownRankIsTheFirstDimensionMinusTwo) {
    EXPECT_TRUE(make({-2}).hasUnknownRank());
    EXPECT_FALSE(make({-1}).hasUnknownRank());
    EXPECT_FALSE(make({}).hasUnknownRank());
    EXPECT_FALSE(make({1, -2}).hasUnknownRank());
}

}  // namespace
}  // namespace belay
