// The exponential function, so that compilers make vectors of loops with it.
#pragma once

#include <cmath>
#include <cstdint>

namespace belay::oplib {

/// e^x for x of 0 or less, to about the last place; 0 below -87.3, where numbers get less exact;
/// NaN stays.
inline float exponential(float x) {
    // e^x = 2^n e^r with whole n and |r| of at most half of ln 2, which has two parts.
    constexpr float kLog2E = 1.44269504F;
    constexpr float kLn2High = 0.693359375F;
    constexpr float kLn2Low = -2.12194440e-4F;
    constexpr float kSmallest = -87.3F;
    // Adding and subtracting rounds to a whole number.
    constexpr float kRounding = 12582912.0F;
    const float bounded = x < kSmallest ? kSmallest : x;
    const float rounded = bounded * kLog2E + kRounding;
    const float n = rounded - kRounding;
    const float r = (bounded - n * kLn2High) - n * kLn2Low;
    // The series, to the seventh power.
    float sum = 1.0F / 5040;
    sum = sum * r + 1.0F / 720;
    sum = sum * r + 1.0F / 120;
    sum = sum * r + 1.0F / 24;
    sum = sum * r + 1.0F / 6;
    sum = sum * r + 0.5F;
    sum = sum * r * r + r + 1.0F;
    // The whole number stands in the last bits of what was rounded.
    const int32_t power = __builtin_bit_cast(int32_t, rounded) - 0x4B400000;
    const auto scale = __builtin_bit_cast(float, (power + 127) << 23);
    const float result = sum * scale;
    return x < kSmallest ? 0.0F : result;
}

inline double exponential(double x) {
    return std::exp(x);
}

}  // namespace belay::oplib
