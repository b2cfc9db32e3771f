// Sums of many numbers.
#pragma once

#include <cstdint>
#include <type_traits>

#include "oplib/device/blocks.h"
#include "oplib/device/convert.h"

namespace belay::oplib {

/// What sums of a type are collected in: a wider one, of integers modulo 2^64.
template <typename T>
struct SumOf {
    using Type = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
};

template <typename T>
struct SumOf<Complex<T>> {
    using Type = Complex<double>;
};

template <typename T>
typename SumOf<T>::Type widened(T value) {
    return converted<T, typename SumOf<T>::Type>(value);
}

/// A sum as the type of what was summed.
template <typename T>
T narrowed(typename SumOf<T>::Type sum) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(sum);
    } else if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>) {
        return static_cast<T>(static_cast<float>(sum));
    } else {
        return converted<typename SumOf<T>::Type, T>(sum);
    }
}

/// Neighbouring floats. Several sums at a time, which vectors hold.
inline double sumOfFloats(const float* values, int64_t count) {
    constexpr int64_t kSums = 32;
    double sums[kSums] = {};
    int64_t i = 0;
    for (; i + kSums <= count; i += kSums) {
        for (int64_t j = 0; j < kSums; ++j) {
            sums[j] += static_cast<double>(values[i + j]);
        }
    }
    for (int64_t j = 0; i < count; ++i, ++j) {
        sums[j] += static_cast<double>(values[i]);
    }
    for (int64_t half = kSums / 2; half > 0; half /= 2) {
        for (int64_t j = 0; j < half; ++j) {
            sums[j] += sums[j + half];
        }
    }
    return sums[0];
}

template <typename T>
typename SumOf<T>::Type sumOfRun(const T* values, int64_t stride, int64_t count) {
    typename SumOf<T>::Type sum{};
    if constexpr (std::is_same_v<T, float>) {
        if (stride == 1) {
            return sumOfFloats(values, count);
        }
    } else if constexpr (std::is_same_v<Computed<T>, float>) {
        if (stride == 1) {
            for (int64_t done = 0; done < count; done += kChunk) {
                const int64_t length = std::min(kChunk, count - done);
                float chunk[kChunk];
                convert(values + done, chunk, length);
                sum += sumOfFloats(chunk, length);
            }
            return sum;
        }
    }
    for (int64_t i = 0; i < count; ++i) {
        sum = sum + widened(values[i * stride]);
    }
    return sum;
}

}  // namespace belay::oplib
