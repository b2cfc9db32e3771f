#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include "acl/acl_base.h"
#include "support/half_reference.h"
#include "support/seed.h"
#include "support/threads.h"

namespace belay::test::aclFloatToFloat16_test {
namespace {

TEST(aclFloatToFloat16, EveryHalfComesBack) {
    for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
        const bool isBeyondLargest = (bits & 0x7FFF) > 0x7BFF;
        const uint32_t expected = isBeyondLargest ? (bits & 0x8000) | 0x7BFF : bits;
        ASSERT_EQ(aclFloatToFloat16(aclFloat16ToFloat(static_cast<aclFloat16>(bits))), expected)
            << "half " << bits;
    }
}

TEST(aclFloatToFloat16, RandomFloatsGoToTheNearest) {
    std::mt19937 generator(seed());
    for (int i = 0; i < 1'000'000; ++i) {
        const auto bits = static_cast<uint32_t>(generator());
        const float value = std::bit_cast<float>(bits);
        ASSERT_EQ(aclFloatToFloat16(value), nearestHalf(value)) << "float bits " << bits;
    }
}

TEST(aclFloatToFloat16, RandomFloatsInTheRangeGoToTheNearest) {
    std::mt19937 generator(seed());
    // Exponents from where everything is zero to where everything is too large.
    std::uniform_int_distribution<uint32_t> magnitudes(std::bit_cast<uint32_t>(0x1p-27F),
                                                       std::bit_cast<uint32_t>(0x1p17F));
    for (int i = 0; i < 1'000'000; ++i) {
        const uint32_t sign = generator() % 2 == 0 ? 0 : 0x8000'0000U;
        const uint32_t bits = magnitudes(generator) | sign;
        const float value = std::bit_cast<float>(bits);
        ASSERT_EQ(aclFloatToFloat16(value), nearestHalf(value)) << "float bits " << bits;
    }
}

TEST(aclFloatToFloat16, EveryBoundaryBetweenTwoHalvesRoundsToEven) {
    for (uint32_t lower = 0; lower < 0x7C00; ++lower) {
        const auto bits = static_cast<uint16_t>(lower);
        const double middle = (halfValue(bits) + halfValue(static_cast<uint16_t>(bits + 1))) / 2;
        const auto boundary = static_cast<float>(middle);
        ASSERT_EQ(static_cast<double>(boundary), middle);
        const uint32_t above = std::min(lower + 1, 0x7BFFU);
        const uint32_t even = lower % 2 == 0 ? lower : above;
        ASSERT_EQ(aclFloatToFloat16(std::nextafter(boundary, 0.0F)), lower);
        ASSERT_EQ(aclFloatToFloat16(boundary), even) << "above half " << lower;
        ASSERT_EQ(aclFloatToFloat16(std::nextafter(boundary, 1e9F)), above);
        ASSERT_EQ(aclFloatToFloat16(-boundary), 0x8000 | even);
    }
}

TEST(aclFloatToFloat16, NeighboursOfEveryHalfComeBack) {
    for (uint32_t bits = 1; bits <= 0x7BFF; ++bits) {
        const float value = aclFloat16ToFloat(static_cast<aclFloat16>(bits));
        ASSERT_EQ(aclFloatToFloat16(std::nextafter(value, 0.0F)), bits);
        ASSERT_EQ(aclFloatToFloat16(std::nextafter(value, 1e9F)), bits);
    }
}

TEST(aclFloatToFloat16, WhatIsTooLargeBecomesTheLargest) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const float value : {65504.0F, 65520.0F, 65536.0F, 1e30F, 3.4e38F, kInfinity}) {
        EXPECT_EQ(aclFloatToFloat16(value), 0x7BFF) << value;
        EXPECT_EQ(aclFloatToFloat16(-value), 0xFBFF) << -value;
    }
}

TEST(aclFloatToFloat16, WhatIsNoNumberBecomesTheLargest) {
    for (const uint32_t bits : {0x7FC0'0000U, 0x7F80'0001U, 0x7FFF'FFFFU}) {
        EXPECT_EQ(aclFloatToFloat16(std::bit_cast<float>(bits)), 0x7BFF);
        EXPECT_EQ(aclFloatToFloat16(std::bit_cast<float>(bits | 0x8000'0000U)), 0xFBFF);
    }
}

TEST(aclFloatToFloat16, WhatIsTooSmallBecomesZeroWithItsSign) {
    for (const float value : {0.0F, 1e-45F, 0x1p-126F, 0x1p-25F}) {
        EXPECT_EQ(aclFloatToFloat16(value), 0x0000) << value;
        EXPECT_EQ(aclFloatToFloat16(-value), 0x8000) << -value;
    }
    EXPECT_EQ(aclFloatToFloat16(std::nextafter(0x1p-25F, 1.0F)), 0x0001);
}

TEST(aclFloatToFloat16, RoundingModeMakesNoDifference) {
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        ASSERT_EQ(std::fesetround(mode), 0);
        const aclFloat16 down = aclFloatToFloat16(1.0F + 0x1p-12F);
        const aclFloat16 up = aclFloatToFloat16(1.0F + 0x1p-10F - 0x1p-12F);
        const aclFloat16 subnormal = aclFloatToFloat16(0x1.8p-24F);
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(down, 0x3C00);
        EXPECT_EQ(up, 0x3C01);
        EXPECT_EQ(subnormal, 0x0002);
    }
}

TEST(aclFloatToFloat16, WorksOnManyThreadsAtOnce) {
    onThreads(8, [](size_t thread) {
        for (int i = 0; i < 1000; ++i) {
            const float value = static_cast<float>(thread) * 1000.0F + static_cast<float>(i) / 7.0F;
            ASSERT_EQ(aclFloatToFloat16(value), nearestHalf(value));
        }
    });
}

}  // namespace
}  // namespace belay::test::aclFloatToFloat16_test
