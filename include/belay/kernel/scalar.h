// Functions of single numbers.
#pragma once

#include <cstdint>
#include <type_traits>

#include "belay/kernel/bfloat16.h"
#include "belay/kernel/half.h"
#include "belay/kernel/markers.h"

namespace AscendC {

/// How a number is rounded that the other type does not have.
enum class RoundMode : uint8_t {
    CAST_NONE = 0,  ///< as CAST_RINT
    CAST_RINT,      ///< to the nearest, of two to the even one
    CAST_FLOOR,     ///< down
    CAST_CEIL,      ///< up
    CAST_ROUND,     ///< to the nearest, of two away from zero
    CAST_TRUNC,     ///< towards zero
    CAST_ODD,       ///< to the neighbour whose last bit is 1
};

/// How many bits of the number are `countValue`, 0 or 1.
template <int countValue>
constexpr int64_t ScalarGetCountOfValue(uint64_t valueIn) {
    static_assert(countValue == 0 || countValue == 1, "bits are 0 or 1");
    return __builtin_popcountll(countValue == 1 ? valueIn : ~valueIn);
}

/// How many bits are 0 above the highest that is 1; 64 for 0.
constexpr int64_t ScalarCountLeadingZero(uint64_t valueIn) {
    return valueIn == 0 ? 64 : __builtin_clzll(valueIn);
}

/// How many bits below the sign are equal to it; -1 where all are (0 and -1).
constexpr int64_t CountBitsCntSameAsSignBit(int64_t valueIn) {
    return valueIn == 0 || valueIn == -1 ? -1 : __builtin_clrsbll(valueIn);
}

/// The number of the lowest bit that is `countValue`, 0 or 1; -1 where there is none.
template <int countValue>
constexpr int64_t ScalarGetSFFValue(uint64_t valueIn) {
    static_assert(countValue == 0 || countValue == 1, "bits are 0 or 1");
    return int64_t{__builtin_ffsll(static_cast<int64_t>(countValue == 1 ? valueIn : ~valueIn))} - 1;
}

constexpr float ToFloat(const bfloat16_t& value) {
    return value;
}

constexpr bfloat16_t ToBfloat16(const float& value) {
    return value;
}

}  // namespace AscendC

namespace belay::kernel {

inline float rounded(float value, AscendC::RoundMode mode) {
    switch (mode) {
        case AscendC::RoundMode::CAST_FLOOR:
            return __builtin_floorf(value);
        case AscendC::RoundMode::CAST_CEIL:
            return __builtin_ceilf(value);
        case AscendC::RoundMode::CAST_ROUND:
            return __builtin_roundf(value);
        default:
            return __builtin_rintf(value);
    }
}

// The nearest number of int32_t where there is none; 0 for NaN.
constexpr int32_t saturated(float value) {
    if (value >= 0x1p31F) {
        return INT32_MAX;
    }
    if (value < -0x1p31F) {
        return INT32_MIN;
    }
    return value == value ? static_cast<int32_t>(value) : 0;
}

// Never to zero and never beyond the largest, which are even.
constexpr half oddHalf(float value) {
    half nearest = value;
    const float back = nearest;
    if (back == value || value != value || (nearest.bits & 1U) != 0) {
        return nearest;
    }
    const bool isTooFar = value < 0 ? back < value : back > value;
    nearest.bits = static_cast<uint16_t>(isTooFar ? nearest.bits - 1 : nearest.bits + 1);
    return nearest;
}

}  // namespace belay::kernel

namespace AscendC {

/// Converts float to int32_t (CAST_RINT, CAST_ROUND, CAST_FLOOR, CAST_CEIL; what is too large
/// becomes the largest) or to half (CAST_ODD).
template <typename T, typename U, RoundMode roundMode>
U ScalarCast(T valueIn) {
    static_assert(std::is_same_v<T, float>, "ScalarCast converts from float");
    if constexpr (std::is_same_v<U, half>) {
        static_assert(roundMode == RoundMode::CAST_ODD, "ScalarCast to half has CAST_ODD only");
        return belay::kernel::oddHalf(valueIn);
    } else {
        static_assert(std::is_same_v<U, int32_t>, "ScalarCast converts to half and to int32_t");
        static_assert(roundMode == RoundMode::CAST_RINT || roundMode == RoundMode::CAST_ROUND ||
                          roundMode == RoundMode::CAST_FLOOR || roundMode == RoundMode::CAST_CEIL,
                      "ScalarCast to int32_t has CAST_RINT, CAST_ROUND, CAST_FLOOR and CAST_CEIL");
        return belay::kernel::saturated(belay::kernel::rounded(valueIn, roundMode));
    }
}

}  // namespace AscendC
