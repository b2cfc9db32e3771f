// half: IEEE 754 binary16, with infinities, NaN and subnormal numbers.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "belay/kernel/narrow_float.h"

namespace belay::kernel {

struct HalfFormat {
    static constexpr float toFloat(uint16_t bits) {
#ifdef __F16C__
        if (!__builtin_is_constant_evaluated()) {
            using Halves [[gnu::vector_size(16)]] = short;
            const Halves halves = {static_cast<short>(bits)};
            return __builtin_ia32_vcvtph2ps(halves)[0];
        }
#endif
        const uint32_t sign = (bits & 0x8000U) << 16;
        const uint32_t exponent = (bits >> 10) & 0x1FU;
        const uint32_t fraction = bits & 0x3FFU;
        if (exponent == 0) {
            // Zero or subnormal: a multiple of 2^-24.
            return floatOf(sign | bitsOf(static_cast<float>(fraction) * 0x1p-24F));
        }
        if (exponent == 0x1F) {
            const uint32_t quiet = fraction != 0 ? 0x40'0000U : 0;
            return floatOf(sign | 0x7F80'0000U | quiet | (fraction << 13));
        }
        return floatOf(sign | ((exponent + 112) << 23) | (fraction << 13));
    }

    static constexpr uint16_t fromFloat(float value) {
#ifdef __F16C__
        if (!__builtin_is_constant_evaluated()) {
            using Floats [[gnu::vector_size(16)]] = float;
            const Floats floats = {value};
            return static_cast<uint16_t>(__builtin_ia32_vcvtps2ph(floats, 0)[0]);
        }
#endif
        const uint32_t bits = bitsOf(value);
        const uint32_t sign = (bits & 0x8000'0000U) >> 16;
        return static_cast<uint16_t>(sign | magnitudeOf(bits & 0x7FFF'FFFFU));
    }

  private:
    // To the nearest, of two to the even one.
    static constexpr uint32_t magnitudeOf(uint32_t bits) {
        if (bits > 0x7F80'0000U) {
            return 0x7E00U | ((bits >> 13) & 0x3FFU);  // NaN
        }
        if (bits >= bitsOf(65520.0F)) {
            return 0x7C00U;
        }
        uint32_t kept = bits - (uint32_t{112} << 23);
        uint32_t dropped = 13;
        if (bits < bitsOf(0x1p-14F)) {
            const uint32_t exponent = bits >> 23;
            if (exponent < 102) {
                return 0;  // less than half of the smallest
            }
            kept = (bits & 0x7F'FFFFU) | 0x80'0000U;
            dropped = 126 - exponent;
        }
        const uint32_t half = uint32_t{1} << (dropped - 1);
        const uint32_t isOdd = (kept >> dropped) & 1U;
        return (kept + half - 1 + isOdd) >> dropped;
    }
};

}  // namespace belay::kernel

/// A floating-point number of 16 bits: 5 of exponent, 10 of fraction. Numbers convert to it to the
/// nearest, of two equally near to the even one; what is too large becomes infinite. half with half
/// or with an integer gives half, with float or double these.
struct half : belay::kernel::NarrowFloat<half, belay::kernel::HalfFormat> {
    half() = default;

    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
    constexpr half(T value)
        : NarrowFloat{belay::kernel::HalfFormat::fromFloat(belay::kernel::asFloat(value))} {}

    /// From bfloat16_t.
    template <typename T, std::enable_if_t<belay::kernel::kIsNarrow<T>, int> = 0>
    explicit constexpr half(T value) : half(static_cast<float>(value)) {}
};

static_assert(sizeof(half) == 2 && std::is_trivial_v<half> && std::is_standard_layout_v<half>);

template <>
struct std::numeric_limits<half> : belay::kernel::NarrowLimits {
    static constexpr bool is_iec559 = true;
    static constexpr int digits = 11;
    static constexpr int digits10 = 3;
    static constexpr int max_digits10 = 5;
    static constexpr int min_exponent = -13;
    static constexpr int min_exponent10 = -4;
    static constexpr int max_exponent = 16;
    static constexpr int max_exponent10 = 4;

    static constexpr half min() noexcept { return half::fromBits(0x0400); }

    static constexpr half lowest() noexcept { return half::fromBits(0xFBFF); }

    static constexpr half max() noexcept { return half::fromBits(0x7BFF); }

    static constexpr half epsilon() noexcept { return half::fromBits(0x1400); }

    static constexpr half round_error() noexcept { return half::fromBits(0x3800); }

    static constexpr half infinity() noexcept { return half::fromBits(0x7C00); }

    static constexpr half quiet_NaN() noexcept { return half::fromBits(0x7E00); }

    static constexpr half signaling_NaN() noexcept { return half::fromBits(0x7D00); }

    static constexpr half denorm_min() noexcept { return half::fromBits(0x0001); }
};
