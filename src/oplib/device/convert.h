// Conversions of runs of numbers.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "oplib/device/numbers.h"

#ifdef __F16C__
#include <immintrin.h>
#endif

namespace belay::oplib {

inline void toFloats(const half* from, float* to, int64_t count) {
    int64_t i = 0;
#ifdef __AVX512F__
    for (; i + 16 <= count; i += 16) {
        const __m256i halves = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i));
        _mm512_storeu_ps(to + i, _mm512_cvtph_ps(halves));
    }
#elif defined(__F16C__)
    for (; i + 8 <= count; i += 8) {
        const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i));
        _mm256_storeu_ps(to + i, _mm256_cvtph_ps(halves));
    }
#endif
    for (; i < count; ++i) {
        to[i] = static_cast<float>(from[i]);
    }
}

inline void fromFloats(const float* from, half* to, int64_t count) {
    int64_t i = 0;
#ifdef __AVX512F__
    for (; i + 16 <= count; i += 16) {
        const __m256i halves =
            _mm512_cvtps_ph(_mm512_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + i), halves);
    }
#elif defined(__F16C__)
    for (; i + 8 <= count; i += 8) {
        const __m128i halves =
            _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i), halves);
    }
#endif
    for (; i < count; ++i) {
        to[i] = half(from[i]);
    }
}

inline void toFloats(const bfloat16_t* from, float* to, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
        const uint32_t bits = uint32_t{from[i].bits} << 16;
        to[i] = __builtin_bit_cast(float, bits);
    }
}

// To the nearest, of two to the even one; without branches, so that compilers make vectors of it.
inline void fromFloats(const float* from, bfloat16_t* to, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
        const auto bits = __builtin_bit_cast(uint32_t, from[i]);
        const uint32_t rounded = (bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16;
        const uint32_t quiet = (bits >> 16) | 0x40U;
        const bool isNan = (bits & 0x7FFF'FFFFU) > 0x7F80'0000U;
        to[i].bits = static_cast<uint16_t>(isNan ? quiet : rounded);
    }
}

inline void toFloats(const float* from, float* to, int64_t count) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(float));
}

inline void fromFloats(const float* from, float* to, int64_t count) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(float));
}

/// A floating-point number without its fraction; the nearest end of the range for what is beyond
/// it, and 0 for NaN.
template <typename To, typename From>
To truncated(From value) {
    using Limits = std::numeric_limits<To>;
    // One more than the largest, which has no more bits than any type of numbers here.
    constexpr From kEnd = static_cast<From>(Limits::max() / 2 + 1) * 2;
    constexpr auto kFirst = static_cast<From>(Limits::min());
    if (value >= kEnd) {
        return Limits::max();
    }
    if (value <= kFirst) {
        return Limits::min();
    }
    return value == value ? static_cast<To>(value) : To{0};
}

/// A number of one type as one of another. Integers wrap around, floating-point numbers lose their
/// fraction and stop at the ends of the range; from integers and to less precision it is the
/// nearest, of two the even one. Of complex numbers real ones are the real part.
template <typename From, typename To>
To converted(From value) {
    if constexpr (std::is_same_v<From, To>) {
        return value;
    } else if constexpr (kIsComplex<From> && kIsComplex<To>) {
        return {static_cast<decltype(To::real)>(value.real),
                static_cast<decltype(To::real)>(value.imaginary)};
    } else if constexpr (kIsComplex<To>) {
        return {converted<From, decltype(To::real)>(value), 0};
    } else if constexpr (kIsComplex<From> && std::is_same_v<To, Truth>) {
        return Truth::make(value.real != 0 || value.imaginary != 0);
    } else if constexpr (kIsComplex<From>) {
        return converted<decltype(From::real), To>(value.real);
    } else if constexpr (std::is_same_v<To, Truth>) {
        if constexpr (kIsNarrowFloat<From>) {
            return Truth::make((value.bits & 0x7FFFU) != 0);
        } else {
            return Truth::make(value != From{0});
        }
    } else if constexpr (std::is_same_v<From, Truth>) {
        return static_cast<To>(value.isTrue() ? 1 : 0);
    } else if constexpr (kIsNarrowFloat<From>) {
        return converted<float, To>(static_cast<float>(value));
    } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        return truncated<To>(value);
    } else {
        return static_cast<To>(value);
    }
}

/// The same for `count` of them.
template <typename From, typename To>
void convert(const From* from, To* to, int64_t count) {
    if constexpr (std::is_same_v<From, To>) {
        std::memcpy(to, from, static_cast<size_t>(count) * sizeof(To));
    } else if constexpr (kIsNarrowFloat<From> && std::is_same_v<To, float>) {
        toFloats(from, to, count);
    } else if constexpr (std::is_same_v<From, float> && kIsNarrowFloat<To>) {
        fromFloats(from, to, count);
    } else {
        for (int64_t i = 0; i < count; ++i) {
            to[i] = converted<From, To>(from[i]);
        }
    }
}

}  // namespace belay::oplib
