// bfloat16_t: the upper half of a float.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "belay/kernel/narrow_float.h"

namespace belay::kernel {

struct Bfloat16Format {
    static constexpr float toFloat(uint16_t bits) { return floatOf(uint32_t{bits} << 16); }

    // To the nearest, of two to the even one.
    static constexpr uint16_t fromFloat(float value) {
        const uint32_t bits = bitsOf(value);
        if ((bits & 0x7FFF'FFFFU) > 0x7F80'0000U) {
            return static_cast<uint16_t>((bits >> 16) | 0x40U);  // NaN
        }
        return static_cast<uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16);
    }
};

}  // namespace belay::kernel

/// A floating-point number of 16 bits with the range of float: 8 of exponent, 7 of fraction.
/// Converts and computes as half does.
struct bfloat16_t : belay::kernel::NarrowFloat<bfloat16_t, belay::kernel::Bfloat16Format> {
    bfloat16_t() = default;

    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
    constexpr bfloat16_t(T value)
        : NarrowFloat{belay::kernel::Bfloat16Format::fromFloat(belay::kernel::asFloat(value))} {}

    /// From half.
    template <typename T, std::enable_if_t<belay::kernel::kIsNarrow<T>, int> = 0>
    explicit constexpr bfloat16_t(T value) : bfloat16_t(static_cast<float>(value)) {}
};

static_assert(sizeof(bfloat16_t) == 2 && std::is_trivial_v<bfloat16_t> &&
              std::is_standard_layout_v<bfloat16_t>);

template <>
struct std::numeric_limits<bfloat16_t> : belay::kernel::NarrowLimits {
    static constexpr bool is_iec559 = false;
    static constexpr int digits = 8;
    static constexpr int digits10 = 2;
    static constexpr int max_digits10 = 4;
    static constexpr int min_exponent = -125;
    static constexpr int min_exponent10 = -37;
    static constexpr int max_exponent = 128;
    static constexpr int max_exponent10 = 38;

    static constexpr bfloat16_t min() noexcept { return bfloat16_t::fromBits(0x0080); }

    static constexpr bfloat16_t lowest() noexcept { return bfloat16_t::fromBits(0xFF7F); }

    static constexpr bfloat16_t max() noexcept { return bfloat16_t::fromBits(0x7F7F); }

    static constexpr bfloat16_t epsilon() noexcept { return bfloat16_t::fromBits(0x3C00); }

    static constexpr bfloat16_t round_error() noexcept { return bfloat16_t::fromBits(0x3F00); }

    static constexpr bfloat16_t infinity() noexcept { return bfloat16_t::fromBits(0x7F80); }

    static constexpr bfloat16_t quiet_NaN() noexcept { return bfloat16_t::fromBits(0x7FC0); }

    static constexpr bfloat16_t signaling_NaN() noexcept { return bfloat16_t::fromBits(0x7FA0); }

    static constexpr bfloat16_t denorm_min() noexcept { return bfloat16_t::fromBits(0x0001); }
};
