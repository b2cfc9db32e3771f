#include "op/data_type.h"

#include <gtest/gtest.h>

namespace belay {
namespace {

TEST(DataType, SizesAreBytesPerElement) {
    EXPECT_EQ(dataTypeSize(DataType::kFloat), 4U);
    EXPECT_EQ(dataTypeSize(DataType::kFloat16), 2U);
    EXPECT_EQ(dataTypeSize(DataType::kBfloat16), 2U);
    EXPECT_EQ(dataTypeSize(DataType::kDouble), 8U);
    EXPECT_EQ(dataTypeSize(DataType::kComplex32), 4U);
    EXPECT_EQ(dataTypeSize(DataType::kComplex64), 8U);
    EXPECT_EQ(dataTypeSize(DataType::kComplex128), 16U);
    EXPECT_EQ(dataTypeSize(DataType::kBool), 1U);
}

TEST(DataType, TypesNarrowerThanAByteCountAsOne) {
    EXPECT_EQ(dataTypeSize(DataType::kInt4), 1U);
    EXPECT_EQ(dataTypeSize(DataType::kUint1), 1U);
    EXPECT_EQ(dataTypeSize(DataType::kFloat4E1m2), 1U);
}

TEST(DataType, TextHasNoSizeAndUnknownNumbersHaveEight) {
    EXPECT_EQ(dataTypeSize(DataType::kString), 0U);
    EXPECT_EQ(dataTypeSize(DataType::kUndefined), 0U);
    EXPECT_EQ(dataTypeSize(static_cast<DataType>(5)), 8U);
    EXPECT_EQ(dataTypeSize(static_cast<DataType>(1000)), 8U);
    EXPECT_EQ(dataTypeSize(static_cast<DataType>(-2)), 8U);
}

}  // namespace
}  // namespace belay
