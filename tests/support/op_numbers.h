// Numbers in tensors, for references of operators: read, written and rounded the plain way.
#pragma once

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "support/operator_runs.h"

namespace belay::test {

/// The number nearest to `value`, of two the even one, with `digits` binary digits and exponents
/// from `smallest` to `largest`; below it loses digits, above it is infinite.
inline double rounded(double value, int digits, int smallest, int largest) {
    if (!std::isfinite(value) || value == 0) {
        return value;
    }
    const int last = std::max(std::ilogb(value), smallest) - (digits - 1);
    const double nearest = std::ldexp(std::nearbyint(std::ldexp(value, -last)), last);
    return std::ilogb(nearest) > largest
               ? std::copysign(std::numeric_limits<double>::infinity(), value)
               : nearest;
}

/// `value` as a floating-point type holds it.
inline double roundedTo(DataType type, double value) {
    switch (type) {
        case DataType::kFloat16:
            return rounded(value, 11, -14, 15);
        case DataType::kBfloat16:
            return rounded(value, 8, -126, 127);
        case DataType::kFloat:
            return static_cast<double>(static_cast<float>(value));
        default:
            return value;
    }
}

inline bool isFloatType(DataType type) {
    return type == DataType::kFloat || type == DataType::kFloat16 || type == DataType::kBfloat16 ||
           type == DataType::kDouble;
}

/// Bits of a number that has a place in the format of 16 bits.
inline uint16_t narrowBits(double value, int fractionBits, int exponentBits) {
    const int bias = (1 << (exponentBits - 1)) - 1;
    const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const int ones = (1 << exponentBits) - 1;
    if (std::isnan(value)) {
        return static_cast<uint16_t>(sign | (ones << fractionBits) | (1 << (fractionBits - 1)));
    }
    if (std::isinf(value)) {
        return static_cast<uint16_t>(sign | (ones << fractionBits));
    }
    if (value == 0) {
        return sign;
    }
    const int exponent = std::max(std::ilogb(value), 1 - bias);
    const auto whole = static_cast<int>(std::ldexp(std::fabs(value), fractionBits - exponent));
    const int hidden = 1 << fractionBits;
    return static_cast<uint16_t>(
        sign + (whole < hidden ? whole : ((exponent + bias) << fractionBits) + whole - hidden));
}

inline double narrowValue(uint16_t bits, int fractionBits, int exponentBits) {
    const int ones = (1 << exponentBits) - 1;
    const int bias = (1 << (exponentBits - 1)) - 1;
    const int exponent = (bits >> fractionBits) & ones;
    const int fraction = bits & ((1 << fractionBits) - 1);
    const double sign = bits >= 0x8000 ? -1.0 : 1.0;
    if (exponent == ones) {
        return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    }
    return sign * (exponent == 0 ? std::ldexp(fraction, 1 - bias - fractionBits)
                                 : std::ldexp((1 << fractionBits) + fraction,
                                              exponent - bias - fractionBits));
}

template <typename T>
double numberAt(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
}

/// An element as a number; exact but for integers of more than 53 bits.
inline double numberOf(DataType type, const std::byte* at) {
    uint16_t bits = 0;
    switch (type) {
        case DataType::kFloat16:
            std::memcpy(&bits, at, sizeof bits);
            return narrowValue(bits, 10, 5);
        case DataType::kBfloat16:
            std::memcpy(&bits, at, sizeof bits);
            return narrowValue(bits, 7, 8);
        case DataType::kFloat:
            return numberAt<float>(at);
        case DataType::kDouble:
            return numberAt<double>(at);
        case DataType::kInt8:
            return numberAt<int8_t>(at);
        case DataType::kUint8:
        case DataType::kBool:
            return numberAt<uint8_t>(at);
        case DataType::kInt16:
            return numberAt<int16_t>(at);
        case DataType::kUint16:
            return numberAt<uint16_t>(at);
        case DataType::kInt32:
            return numberAt<int32_t>(at);
        case DataType::kUint32:
            return numberAt<uint32_t>(at);
        case DataType::kInt64:
            return numberAt<int64_t>(at);
        case DataType::kUint64:
            return numberAt<uint64_t>(at);
        default:
            ADD_FAILURE() << "no number has type " << static_cast<int>(type);
            return 0;
    }
}

template <typename T>
void putNumber(double value, std::byte* at) {
    const auto stored = static_cast<T>(value);
    std::memcpy(at, &stored, sizeof stored);
}

inline void putBits(uint16_t bits, std::byte* at) {
    std::memcpy(at, &bits, sizeof bits);
}

/// Writes a number that the type can hold; floating-point types round it.
inline void putNumberAs(DataType type, double value, std::byte* at) {
    switch (type) {
        case DataType::kFloat16:
            return putBits(narrowBits(roundedTo(type, value), 10, 5), at);
        case DataType::kBfloat16:
            return putBits(narrowBits(roundedTo(type, value), 7, 8), at);
        case DataType::kFloat:
            return putNumber<float>(value, at);
        case DataType::kDouble:
            return putNumber<double>(value, at);
        case DataType::kInt8:
            return putNumber<int8_t>(value, at);
        case DataType::kUint8:
        case DataType::kBool:
            return putNumber<uint8_t>(value, at);
        case DataType::kInt16:
            return putNumber<int16_t>(value, at);
        case DataType::kUint16:
            return putNumber<uint16_t>(value, at);
        case DataType::kInt32:
            return putNumber<int32_t>(value, at);
        case DataType::kUint32:
            return putNumber<uint32_t>(value, at);
        case DataType::kInt64:
            return putNumber<int64_t>(value, at);
        case DataType::kUint64:
            return putNumber<uint64_t>(value, at);
        default:
            ADD_FAILURE() << "no number has type " << static_cast<int>(type);
    }
}

inline std::vector<double> numbersOf(const OpData& tensor) {
    const size_t size = dataTypeSize(tensor.spec.type());
    std::vector<double> numbers(tensor.bytes.size() / size);
    for (size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = numberOf(tensor.spec.type(), tensor.bytes.data() + i * size);
    }
    return numbers;
}

inline OpData tensorOf(DataType type, const std::vector<int64_t>& dims,
                       const std::vector<double>& numbers, bool isKnown = false) {
    const size_t size = dataTypeSize(type);
    OpData tensor{TensorSpec(type, dims, Format::kNd),
                  std::vector<std::byte>(numbers.size() * size), isKnown};
    EXPECT_EQ(numbers.size(), tensor.spec.elementCount());
    for (size_t i = 0; i < numbers.size(); ++i) {
        putNumberAs(type, numbers[i], tensor.bytes.data() + i * size);
    }
    return tensor;
}

/// Whole numbers from -100 to 100 (from 0 without sign), of floating-point types also fractions.
template <typename Random>
OpData randomTensor(Random& random, DataType type, const std::vector<int64_t>& dims) {
    const bool isSigned = isFloatType(type) || type == DataType::kInt8 ||
                          type == DataType::kInt16 || type == DataType::kInt32 ||
                          type == DataType::kInt64;
    std::uniform_real_distribution<double> real(-100, 100);
    std::uniform_int_distribution<int> whole(isSigned ? -100 : 0,
                                             type == DataType::kBool ? 1 : 100);
    std::vector<double> numbers(TensorSpec(type, dims, Format::kNd).elementCount());
    for (double& number : numbers) {
        number = isFloatType(type) ? real(random) : whole(random);
    }
    return tensorOf(type, dims, numbers);
}

/// Equal numbers, or both are no number.
inline bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// The place of an element of a tensor that is repeated along missing dimensions in front and those
/// of size 1.
inline size_t broadcastPlace(const std::vector<int64_t>& dims, const std::vector<int64_t>& outDims,
                             size_t outPlace) {
    size_t place = 0;
    size_t stride = 1;
    for (size_t back = 1; back <= outDims.size(); ++back) {
        const auto outDim = static_cast<size_t>(outDims[outDims.size() - back]);
        const size_t index = outPlace % outDim;
        outPlace /= outDim;
        if (back <= dims.size()) {
            const auto dim = static_cast<size_t>(dims[dims.size() - back]);
            place += dim == 1 ? 0 : index * stride;
            stride *= dim;
        }
    }
    return place;
}

/// Dimensions whose product is at most about `most`.
template <typename Random>
std::vector<int64_t> randomDims(Random& random, size_t rank, int64_t most) {
    std::vector<int64_t> dims;
    for (size_t i = 0; i < rank; ++i) {
        const auto largest = std::max<int64_t>(
            1, static_cast<int64_t>(
                   std::pow(static_cast<double>(most), 1.0 / static_cast<double>(rank)) * 1.5));
        dims.push_back(std::uniform_int_distribution<int64_t>(1, largest)(random));
    }
    return dims;
}

}  // namespace belay::test
