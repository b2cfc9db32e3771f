#include "base/half.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <limits>

namespace belay {
namespace {

TEST(Half, EveryHalfSurvivesTheWayThroughFloat) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<uint16_t>(bits);
        const bool inRange = (half & 0x7FFF) <= 0x7BFF;
        const auto expected = static_cast<uint16_t>(inRange ? half : (half & 0x8000) | 0x7BFF);
        ASSERT_EQ(floatToHalf(halfToFloat(half)), expected) << bits;
    }
}

TEST(Half, TheLargestExponentIsAnOrdinaryOne) {
    EXPECT_EQ(halfToFloat(0x7C00), 65536.0F);
    EXPECT_EQ(halfToFloat(0x7E00), 98304.0F);
    EXPECT_EQ(halfToFloat(0xFFFF), -131008.0F);
}

TEST(Half, WhatDoesNotFitBecomesTheLargest) {
    EXPECT_EQ(floatToHalf(65519.0F), 0x7BFF);
    EXPECT_EQ(floatToHalf(65520.0F), 0x7BFF);
    EXPECT_EQ(floatToHalf(std::numeric_limits<float>::infinity()), 0x7BFF);
    EXPECT_EQ(floatToHalf(-std::numeric_limits<float>::infinity()), 0xFBFF);
    EXPECT_EQ(floatToHalf(std::numeric_limits<float>::quiet_NaN()), 0x7BFF);
    EXPECT_EQ(floatToHalf(-std::numeric_limits<float>::max()), 0xFBFF);
}

TEST(Half, TiesGoToTheEvenNeighbour) {
    EXPECT_EQ(floatToHalf(2049.0F), 0x6800);   // between 2048 and 2050
    EXPECT_EQ(floatToHalf(2051.0F), 0x6802);   // between 2050 and 2052
    EXPECT_EQ(floatToHalf(0x1p-25F), 0x0000);  // between 0 and the smallest subnormal
    EXPECT_EQ(floatToHalf(std::nextafter(0x1p-25F, 1.0F)), 0x0001);
    EXPECT_EQ(floatToHalf(0x1.8p-24F), 0x0002);
    EXPECT_EQ(floatToHalf(std::nextafter(0x1p-14F, 0.0F)), 0x0400);
}

TEST(Half, ZerosKeepTheirSign) {
    EXPECT_EQ(floatToHalf(-0.0F), 0x8000);
    EXPECT_TRUE(std::signbit(halfToFloat(0x8000)));
    EXPECT_EQ(floatToHalf(-1e-30F), 0x8000);
}

TEST(Half, TheThreadsRoundingModeDoesNotMatter) {
    ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
    const uint16_t tie = floatToHalf(2049.0F);
    const uint16_t tiny = floatToHalf(0x1p-25F);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(tie, 0x6800);
    EXPECT_EQ(tiny, 0x0000);
}

}  // namespace
}  // namespace belay
