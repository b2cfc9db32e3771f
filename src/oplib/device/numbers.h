// The types of numbers that kernels of operators compute with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "belay/kernel/kernel_operator.h"
#include "op/data_type.h"

namespace belay::oplib {

/// An element of type bool: one byte, true when it is not 0. Sums are "or", differences "one of
/// both", products "and".
struct Truth {
    uint8_t byte;

    friend Truth operator+(Truth a, Truth b) { return make(a.isTrue() || b.isTrue()); }

    friend Truth operator-(Truth a, Truth b) { return make(a.isTrue() != b.isTrue()); }

    friend Truth operator*(Truth a, Truth b) { return make(a.isTrue() && b.isTrue()); }

    static Truth make(bool isTrue) { return {static_cast<uint8_t>(isTrue ? 1 : 0)}; }

    bool isTrue() const { return byte != 0; }
};

template <typename T>
struct Complex {
    T real;
    T imaginary;

    friend Complex operator+(Complex a, Complex b) {
        return {a.real + b.real, a.imaginary + b.imaginary};
    }

    friend Complex operator-(Complex a, Complex b) {
        return {a.real - b.real, a.imaginary - b.imaginary};
    }

    friend Complex operator*(Complex a, Complex b) {
        return {a.real * b.real - a.imaginary * b.imaginary,
                a.real * b.imaginary + a.imaginary * b.real};
    }
};

template <typename T>
inline constexpr bool kIsComplex =
    std::is_same_v<T, Complex<float>> || std::is_same_v<T, Complex<double>>;

template <typename T>
inline constexpr bool kIsNarrowFloat = std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>;

/// What numbers of a type are computed as: float for those of 16 bits.
template <typename T>
using Computed = std::conditional_t<kIsNarrowFloat<T>, float, T>;

/// What integers are computed as so that overflow wraps around; other types as they are.
template <typename T, bool = std::is_integral_v<T>>
struct Wrapping {
    using Type = T;
};

template <typename T>
struct Wrapping<T, true> {
    using Type = std::make_unsigned_t<std::common_type_t<T, int>>;
};

template <typename T>
T sum(T a, T b) {
    using Wide = typename Wrapping<T>::Type;
    return static_cast<T>(static_cast<Wide>(a) + static_cast<Wide>(b));
}

template <typename T>
T difference(T a, T b) {
    using Wide = typename Wrapping<T>::Type;
    return static_cast<T>(static_cast<Wide>(a) - static_cast<Wide>(b));
}

template <typename T>
T product(T a, T b) {
    using Wide = typename Wrapping<T>::Type;
    return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b));
}

/// Calls body(T()) for the type of numbers, of those that are real.
template <typename Body>
void withRealType(DataType type, Body&& body) {
    switch (type) {
        case DataType::kFloat:
            return body(float());
        case DataType::kFloat16:
            return body(half());
        case DataType::kBfloat16:
            return body(bfloat16_t());
        case DataType::kDouble:
            return body(double());
        case DataType::kInt8:
            return body(int8_t());
        case DataType::kUint8:
            return body(uint8_t());
        case DataType::kInt16:
            return body(int16_t());
        case DataType::kUint16:
            return body(uint16_t());
        case DataType::kInt32:
            return body(int32_t());
        case DataType::kUint32:
            return body(uint32_t());
        case DataType::kInt64:
            return body(int64_t());
        case DataType::kUint64:
            return body(uint64_t());
        default:
            return;
    }
}

/// The same, also for bool and complex numbers.
template <typename Body>
void withType(DataType type, Body&& body) {
    switch (type) {
        case DataType::kBool:
            return body(Truth());
        case DataType::kComplex64:
            return body(Complex<float>());
        case DataType::kComplex128:
            return body(Complex<double>());
        default:
            return withRealType(type, body);
    }
}

}  // namespace belay::oplib
