// What half.h and bfloat16.h share: floating-point numbers of 16 bits, kept as bits, computed as
// float.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace belay::kernel {

constexpr uint32_t bitsOf(float value) {
    return __builtin_bit_cast(uint32_t, value);
}

constexpr float floatOf(uint32_t bits) {
    return __builtin_bit_cast(float, bits);
}

/// The nearest float, but where it is not exact the one of the two neighbours whose last bit is 1:
/// rounding that once more gives what rounding `value` itself would have given.
constexpr float roundToOdd(double value) {
    const auto nearest = static_cast<float>(value);
    const double back = nearest;
    const uint32_t bits = bitsOf(nearest);
    if (back == value || value != value || (bits & 1U) != 0) {
        return nearest;
    }
    const bool isTooFar = value < 0 ? back < value : back > value;
    return floatOf(isTooFar ? bits - 1 : bits + 1);
}

/// A float that rounds to 16 bits as the number itself does.
template <typename T>
constexpr float asFloat(T value) {
    if constexpr (std::is_same_v<T, float>) {
        return value;
    } else if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
        // double has room for 53 bits; of the others it matters whether one is set.
        const bool isNegative = value < T{1} && value != T{0};
        const auto bits = static_cast<uint64_t>(value);
        const uint64_t size = isNegative ? 0 - bits : bits;
        const bool isTooLong = size >> 53 != 0;
        const uint64_t kept =
            isTooLong ? (size & ~uint64_t{0x7FF}) | ((size & 0x7FF) != 0 ? 0x800U : 0U) : size;
        const auto exact = static_cast<double>(kept);
        return roundToOdd(isNegative ? -exact : exact);
    } else {
        return roundToOdd(static_cast<double>(value));
    }
}

/// A number of 16 bits. `Format` converts between its bits and float; `Self` is the type that
/// derives from this. As in compilers for cards, numbers become `Self` and `Self` becomes float
/// without being asked.
template <typename Self, typename Format>
struct NarrowFloat {
    uint16_t bits;

    constexpr operator float() const { return Format::toFloat(bits); }

    static constexpr Self fromBits(uint16_t bits) {
        Self made(0);
        made.bits = bits;
        return made;
    }

    constexpr Self operator+() const { return fromBits(bits); }

    constexpr Self operator-() const { return fromBits(static_cast<uint16_t>(bits ^ 0x8000U)); }

    template <typename T>
    constexpr Self& operator+=(T other) {
        return self() = Self(self() + other);
    }

    template <typename T>
    constexpr Self& operator-=(T other) {
        return self() = Self(self() - other);
    }

    template <typename T>
    constexpr Self& operator*=(T other) {
        return self() = Self(self() * other);
    }

    template <typename T>
    constexpr Self& operator/=(T other) {
        return self() = Self(self() / other);
    }

    constexpr Self& operator++() { return *this += 1; }

    constexpr Self& operator--() { return *this -= 1; }

    constexpr Self operator++(int) {
        const Self before = self();
        ++*this;
        return before;
    }

    constexpr Self operator--(int) {
        const Self before = self();
        --*this;
        return before;
    }

  private:
    constexpr Self& self() { return static_cast<Self&>(*this); }
};

template <typename Self, typename Format>
std::true_type isNarrow(const NarrowFloat<Self, Format>*);
std::false_type isNarrow(...);

template <typename T>
inline constexpr bool kIsNarrow = decltype(isNarrow(static_cast<T*>(nullptr)))::value;

/// The type of two operands' result, where it is one of 16 bits: with an integer, and of two equal
/// types. Anything else, as a float beside a half, is computed as float by the language's rules.
template <typename Left, typename Right>
using NarrowResult = std::enable_if_t<(kIsNarrow<Left> && (std::is_same_v<Left, Right> ||
                                                           std::is_integral_v<Right>)) ||
                                          (kIsNarrow<Right> && std::is_integral_v<Left>),
                                      std::conditional_t<kIsNarrow<Left>, Left, Right>>;

// float has more than twice the bits and two more, so that its rounding does no harm to any of
// these four. An integer is rounded first.

template <typename Left, typename Right, typename Result = NarrowResult<Left, Right>>
constexpr Result operator+(Left left, Right right) {
    return Result(float{Result(left)} + float{Result(right)});
}

template <typename Left, typename Right, typename Result = NarrowResult<Left, Right>>
constexpr Result operator-(Left left, Right right) {
    return Result(float{Result(left)} - float{Result(right)});
}

template <typename Left, typename Right, typename Result = NarrowResult<Left, Right>>
constexpr Result operator*(Left left, Right right) {
    return Result(float{Result(left)} * float{Result(right)});
}

template <typename Left, typename Right, typename Result = NarrowResult<Left, Right>>
constexpr Result operator/(Left left, Right right) {
    return Result(float{Result(left)} / float{Result(right)});
}

/// What std::numeric_limits says alike of both types.
struct NarrowLimits {
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = true;
    static constexpr bool is_integer = false;
    static constexpr bool is_exact = false;
    static constexpr bool has_infinity = true;
    static constexpr bool has_quiet_NaN = true;
    static constexpr bool has_signaling_NaN = true;
    static constexpr std::float_denorm_style has_denorm = std::denorm_present;
    static constexpr bool has_denorm_loss = false;
    static constexpr std::float_round_style round_style = std::round_to_nearest;
    static constexpr bool is_bounded = true;
    static constexpr bool is_modulo = false;
    static constexpr int radix = 2;
    static constexpr bool traps = false;
    static constexpr bool tinyness_before = false;
};

}  // namespace belay::kernel
