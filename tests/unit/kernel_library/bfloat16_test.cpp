#include "belay/kernel/bfloat16.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "belay/kernel/half.h"

namespace {

using Limits = std::numeric_limits<bfloat16_t>;

float valueOf(uint32_t bits) {
    const uint32_t wide = bits << 16;
    float value = 0;
    std::memcpy(&value, &wide, sizeof value);
    return value;
}

TEST(Bfloat16, IsTheUpperHalfOfAFloat) {
    for (uint32_t i = 0; i < 0x10000; ++i) {
        const bfloat16_t number = bfloat16_t::fromBits(static_cast<uint16_t>(i));
        if (std::isnan(valueOf(i))) {
            ASSERT_TRUE(std::isnan(number));
            ASSERT_TRUE(std::isnan(bfloat16_t(static_cast<float>(number)))) << i;
        } else {
            ASSERT_EQ(static_cast<float>(number), valueOf(i));
            ASSERT_EQ(bfloat16_t(static_cast<float>(number)).bits, i);
            ASSERT_EQ(bfloat16_t(static_cast<double>(number)).bits, i);
        }
    }
}

TEST(Bfloat16, RoundsToTheNearestEven) {
    for (uint32_t low = 0; low < 0x7F7F; ++low) {
        const double middle = (static_cast<double>(valueOf(low)) + valueOf(low + 1)) / 2;
        const uint32_t even = (low & 1) == 0 ? low : low + 1;
        ASSERT_EQ(bfloat16_t(static_cast<float>(middle)).bits, even) << low;
        ASSERT_EQ(bfloat16_t(middle).bits, even) << low;
        ASSERT_EQ(bfloat16_t(std::nextafter(middle, 0)).bits, low) << low;
        ASSERT_EQ(bfloat16_t(std::nextafter(middle, 1e300)).bits, low + 1) << low;
        ASSERT_EQ(bfloat16_t(-std::nextafter(middle, 1e300)).bits, (low + 1) | 0x8000) << low;
    }
    EXPECT_EQ(bfloat16_t(std::numeric_limits<float>::max()), Limits::infinity());
    EXPECT_EQ(bfloat16_t(-1e300), -Limits::infinity());
}

// Neither double nor float can hold these, and rounding twice would go wrong.
TEST(Bfloat16, RoundsLongIntegersOnce) {
    const int64_t tie = (int64_t{1} << 62) + (int64_t{1} << 54);
    EXPECT_EQ(static_cast<float>(bfloat16_t(tie)), 0x1p62F);
    EXPECT_EQ(static_cast<float>(bfloat16_t(tie + 1)), 0x1p62F + 0x1p55F);
    EXPECT_EQ(static_cast<float>(bfloat16_t(-tie - 1)), -0x1p62F - 0x1p55F);
    EXPECT_EQ(static_cast<float>(bfloat16_t(uint64_t{0} - 1)), 0x1p64F);
    EXPECT_EQ(static_cast<float>(bfloat16_t(std::numeric_limits<int64_t>::min())), -0x1p63F);
}

TEST(Bfloat16, ComputesInItself) {
    bfloat16_t value = 256;
    static_assert(std::is_same_v<decltype(value + value), bfloat16_t>);
    static_assert(std::is_same_v<decltype(value + 1), bfloat16_t>);
    static_assert(std::is_same_v<decltype(value + 1.0F), float>);
    EXPECT_EQ(value + 1, bfloat16_t(256));  // 257 needs nine bits
    EXPECT_EQ(value * 3, bfloat16_t(768));
    EXPECT_EQ(value / 3, bfloat16_t(85.5F));
    value -= 1.25F;  // 254.75 has none of its own either
    EXPECT_EQ(value, bfloat16_t(255));
    EXPECT_LT(value, 256);
}

TEST(Bfloat16, ConvertsToHalfAndBack) {
    EXPECT_EQ(half(bfloat16_t(1.5F)).bits, 0x3E00);
    EXPECT_EQ(half(bfloat16_t(1e30F)), std::numeric_limits<half>::infinity());
    EXPECT_EQ(bfloat16_t(half(65504)), bfloat16_t(65536));
}

TEST(Bfloat16, LimitsAreThoseOfItsFormat) {
    EXPECT_EQ(static_cast<float>(Limits::max()), 0x1.FEp127F);
    EXPECT_EQ(static_cast<float>(Limits::min()), std::numeric_limits<float>::min());
    EXPECT_EQ(static_cast<float>(Limits::epsilon()), 0x1p-7F);
    EXPECT_TRUE(std::isnan(Limits::quiet_NaN()) && std::isnan(Limits::signaling_NaN()));
}

}  // namespace
