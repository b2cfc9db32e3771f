#include "belay/kernel/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

#include "belay/kernel/bfloat16.h"

namespace {

using Limits = std::numeric_limits<half>;

// The value of a half by its definition, for all but NaN.
double valueOf(uint16_t bits) {
    const int exponent = (bits >> 10) & 0x1F;
    const int fraction = bits & 0x3FF;
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == 0x1F) {
        return sign * std::numeric_limits<double>::infinity();
    }
    return sign *
           (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25));
}

bool isNan(uint16_t bits) {
    return (bits & 0x7FFF) > 0x7C00;
}

TEST(Half, HasTheValueOfItsBits) {
    for (uint32_t i = 0; i < 0x10000; ++i) {
        const auto bits = static_cast<uint16_t>(i);
        const float value = half::fromBits(bits);
        if (isNan(bits)) {
            ASSERT_TRUE(std::isnan(value)) << bits;
        } else {
            ASSERT_EQ(static_cast<double>(value), valueOf(bits)) << bits;
            ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
        }
    }
}

TEST(Half, SurvivesTheWayThroughEveryWiderType) {
    for (uint32_t i = 0; i < 0x10000; ++i) {
        const auto bits = static_cast<uint16_t>(i);
        const half original = half::fromBits(bits);
        const auto wide = static_cast<double>(original);
        if (isNan(bits)) {
            ASSERT_TRUE(isNan(half(static_cast<float>(original)).bits)) << bits;
        } else {
            ASSERT_EQ(half(static_cast<float>(original)).bits, bits);
            ASSERT_EQ(half(wide).bits, bits);
        }
    }
}

// Between each two neighbours: the middle goes to the even one, anything beside it to the nearer.
TEST(Half, RoundsToTheNearestEven) {
    for (uint16_t low = 0; low < 0x7BFF; ++low) {
        const auto high = static_cast<uint16_t>(low + 1);
        const double middle = (valueOf(low) + valueOf(high)) / 2;
        const uint16_t even = (low & 1) == 0 ? low : high;
        ASSERT_EQ(half(static_cast<float>(middle)).bits, even) << low;
        ASSERT_EQ(half(middle).bits, even) << low;
        ASSERT_EQ(half(std::nextafter(middle, 0)).bits, low) << low;
        ASSERT_EQ(half(std::nextafter(middle, 1e9)).bits, high) << low;
        ASSERT_EQ(half(-std::nextafter(middle, 1e9)).bits, high | 0x8000) << low;
    }
}

TEST(Half, WhatIsTooLargeIsInfinite) {
    EXPECT_EQ(half(65519.0F).bits, 0x7BFF);
    EXPECT_EQ(half(65520.0F).bits, 0x7C00);
    EXPECT_EQ(half(std::nextafter(65520.0, 0)).bits, 0x7BFF);
    EXPECT_EQ(half(-1e300).bits, 0xFC00);
    EXPECT_EQ(half(int64_t{-70000}).bits, 0xFC00);
    EXPECT_EQ(half(1e-300).bits, 0x0000);
    EXPECT_EQ(half(-1e-300).bits, 0x8000);
    EXPECT_TRUE(std::isnan(half(std::numeric_limits<double>::quiet_NaN())));
}

TEST(Half, ComputesAsIfExactlyAndRoundsOnce) {
    std::mt19937 random(20);
    for (int i = 0; i < 100000; ++i) {
        const half a = half::fromBits(static_cast<uint16_t>(random()));
        const half b = half::fromBits(static_cast<uint16_t>(random()));
        const double x = a;
        const double y = b;
        // double holds sums and products of halves exactly.
        const double exact[] = {x + y, x - y, x * y};
        const half computed[] = {a + b, a - b, a * b};
        for (int n = 0; n < 3; ++n) {
            if (std::isnan(exact[n])) {
                ASSERT_TRUE(std::isnan(computed[n]));
            } else {
                ASSERT_EQ(computed[n].bits, half(exact[n]).bits) << x << ' ' << y << ' ' << n;
            }
        }
        if (!std::isnan(x / y)) {
            ASSERT_EQ((a / b).bits, half(x / y).bits) << x << ' ' << y;
        }
        ASSERT_EQ(a < b, x < y);
        ASSERT_EQ(a == b, x == y);
        ASSERT_EQ(a >= 1, x >= 1);
    }
}

TEST(Half, MixesWithOtherTypes) {
    const half two = 2;
    static_assert(std::is_same_v<decltype(two + two), half>);
    static_assert(std::is_same_v<decltype(two * 3), half>);
    static_assert(std::is_same_v<decltype(uint64_t{3} / two), half>);
    static_assert(std::is_same_v<decltype(two - 1.0F), float>);
    static_assert(std::is_same_v<decltype(1.0 + two), double>);
    static_assert(std::is_same_v<decltype(two + bfloat16_t(1)), float>);
    EXPECT_EQ(two + 2049, half(2050));  // 2049 is none: it becomes 2048
    EXPECT_EQ(two + 2049.0F, 2051.0F);
    EXPECT_EQ(-two, half(-2));
    EXPECT_EQ(+two, two);
    EXPECT_TRUE(static_cast<bool>(two));
    EXPECT_FALSE(static_cast<bool>(half(-0.0F)));
    EXPECT_EQ(std::sqrt(half(9)), 3.0F);
    EXPECT_EQ(static_cast<int32_t>(half(-3.75F)), -3);
}

TEST(Half, AssignsWhatItComputes) {
    half value = 1;
    value += 2;
    value *= half(3);
    value -= 0.5F;
    value /= 2.0;
    EXPECT_EQ(value, half(4.25F));
    EXPECT_EQ(value++, half(4.25F));
    EXPECT_EQ(++value, half(6.25F));
    EXPECT_EQ(value--, half(6.25F));
    EXPECT_EQ(--value, half(4.25F));
}

TEST(Half, IsKnownWhenCompiling) {
    constexpr half kThird = 1.0 / 3;
    static_assert(kThird.bits == 0x3555);
    static_assert(half(70000).bits == 0x7C00 && half(0x1p-24).bits == 1);
    static_assert(kThird * 3 == half(1));
}

TEST(Half, LimitsAreThoseOfItsFormat) {
    EXPECT_EQ(static_cast<float>(Limits::max()), 65504.0F);
    EXPECT_EQ(static_cast<float>(Limits::lowest()), -65504.0F);
    EXPECT_EQ(static_cast<float>(Limits::min()), 0x1p-14F);
    EXPECT_EQ(static_cast<float>(Limits::denorm_min()), 0x1p-24F);
    EXPECT_EQ(half(1) + Limits::epsilon(), half(1.0009765625F));
    EXPECT_EQ(static_cast<float>(Limits::round_error()), 0.5F);
    EXPECT_TRUE(std::isinf(Limits::infinity()));
    EXPECT_TRUE(std::isnan(Limits::quiet_NaN()) && std::isnan(Limits::signaling_NaN()));
}

}  // namespace
