#include "op/om_numbers.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace belay {
namespace {

TEST(OmNumbers, TensorsHaveDataTypeNumbersOfTheirOwn) {
    const std::vector<std::pair<int64_t, DataType>> same = {
        {0, DataType::kUndefined},   {1, DataType::kFloat},       {2, DataType::kFloat16},
        {3, DataType::kInt8},        {4, DataType::kUint8},       {5, DataType::kInt16},
        {6, DataType::kUint16},      {7, DataType::kInt32},       {8, DataType::kInt64},
        {9, DataType::kUint32},      {10, DataType::kUint64},     {11, DataType::kBool},
        {12, DataType::kDouble},     {13, DataType::kString},     {16, DataType::kComplex64},
        {17, DataType::kComplex128}, {27, DataType::kBfloat16},   {28, DataType::kInt4},
        {29, DataType::kUint1},      {32, DataType::kComplex32},  {33, DataType::kHifloat8},
        {34, DataType::kFloat8E5m2}, {36, DataType::kFloat8E8m0}, {40, DataType::kFloat4E1m2},
    };
    for (const auto& [number, type] : same) {
        EXPECT_EQ(dataTypeOfTensor(number), type) << number;
        EXPECT_EQ(tensorNumberOf(type), number);
    }
}

TEST(OmNumbers, NumbersWithoutADataTypeAreRefused) {
    for (const int64_t number : {int64_t{41}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
        EXPECT_EQ(dataTypeOfTensor(number), std::nullopt) << number;
    }
    EXPECT_EQ(tensorNumberOf(static_cast<DataType>(99)), std::nullopt);
    EXPECT_EQ(tensorNumberOf(static_cast<DataType>(256)), std::nullopt);
}

TEST(OmNumbers, FormatsHaveNames) {
    EXPECT_EQ(formatOfName("NCHW"), Format::kNchw);
    EXPECT_EQ(formatOfName("ND"), Format::kNd);
    EXPECT_EQ(formatOfName("FRACTAL_NZ"), static_cast<Format>(29));
    EXPECT_EQ(formatOfName("FRACTAL_NZ_C0_8"), static_cast<Format>(54));
    EXPECT_EQ(formatOfName("RESERVED"), Format::kUndefined);
    EXPECT_EQ(formatOfName(""), Format::kUndefined);
    EXPECT_EQ(formatOfName("nchw"), std::nullopt);
    EXPECT_EQ(formatOfName("NEWEST"), std::nullopt);
    EXPECT_EQ(nameOfFormat(Format::kNhwc), "NHWC");
    EXPECT_EQ(nameOfFormat(Format::kUndefined), "RESERVED");
    EXPECT_EQ(nameOfFormat(static_cast<Format>(99)), std::nullopt);
}

TEST(OmNumbers, AttributesHaveNumbersForWhatIsUndefined) {
    EXPECT_EQ(attrNumberOf(DataType::kUndefined), 28);
    EXPECT_EQ(attrNumberOf(DataType::kBfloat16), 27);
    EXPECT_EQ(attrNumberOf(Format::kUndefined), 40);
    EXPECT_EQ(attrNumberOf(Format::kNd), 2);
}

TEST(OmNumbers, FormatNumbersMayHaveMoreThanTheFormat) {
    EXPECT_EQ(formatOfNumber(40), Format::kUndefined);
    EXPECT_EQ(formatOfNumber(0x1004), static_cast<Format>(0x1004));
    EXPECT_EQ(primaryFormatOfNumber(0x1004), static_cast<Format>(4));
    EXPECT_EQ(primaryFormatOfNumber(0x2028), Format::kUndefined);
}

}  // namespace
}  // namespace belay
