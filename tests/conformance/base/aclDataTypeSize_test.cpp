#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclDataTypeSize_test {
namespace {

const std::vector<std::pair<aclDataType, size_t>> kSizes = {
    {ACL_DT_UNDEFINED, 0}, {ACL_FLOAT, 4},       {ACL_FLOAT16, 2},       {ACL_INT8, 1},
    {ACL_INT32, 4},        {ACL_UINT8, 1},       {ACL_INT16, 2},         {ACL_UINT16, 2},
    {ACL_UINT32, 4},       {ACL_INT64, 8},       {ACL_UINT64, 8},        {ACL_DOUBLE, 8},
    {ACL_BOOL, 1},         {ACL_STRING, 0},      {ACL_COMPLEX64, 8},     {ACL_COMPLEX128, 16},
    {ACL_BF16, 2},         {ACL_INT4, 1},        {ACL_UINT1, 1},         {ACL_COMPLEX32, 4},
    {ACL_HIFLOAT8, 1},     {ACL_FLOAT8_E5M2, 1}, {ACL_FLOAT8_E4M3FN, 1}, {ACL_FLOAT8_E8M0, 1},
    {ACL_FLOAT6_E3M2, 1},  {ACL_FLOAT6_E2M3, 1}, {ACL_FLOAT4_E2M1, 1},   {ACL_FLOAT4_E1M2, 1},
};

TEST(aclDataTypeSize, EveryTypeHasItsSize) {
    for (const auto& [type, size] : kSizes) {
        EXPECT_EQ(aclDataTypeSize(type), size) << "type " << static_cast<int>(type);
    }
}

TEST(aclDataTypeSize, NumbersThatNameNoTypeHaveEight) {
    for (const int number : {-1000, -2, 5, 14, 15, 18, 26, 28, 31, 32, 42, 1000, 0x7FFF'FFFF}) {
        EXPECT_EQ(aclDataTypeSize(enumOf<aclDataType>(number)), 8U) << "number " << number;
    }
}

TEST(aclDataTypeSize, ManyThreadsMayAskAtOnce) {
    onThreads(8, [](size_t) {
        for (int i = 0; i < 1000; ++i) {
            ASSERT_EQ(aclDataTypeSize(ACL_INT32), 4U);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclDataTypeSize_test
