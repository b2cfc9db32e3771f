#include "oplib/promotion.h"

#include <algorithm>

namespace belay::oplib {
namespace {

enum class Kind { kBool, kUnsigned, kSigned, kReal, kComplex };

Kind kindOf(DataType type) {
    switch (type) {
        case DataType::kBool:
            return Kind::kBool;
        case DataType::kUint8:
        case DataType::kUint16:
        case DataType::kUint32:
        case DataType::kUint64:
            return Kind::kUnsigned;
        case DataType::kFloat16:
        case DataType::kBfloat16:
        case DataType::kFloat:
        case DataType::kDouble:
            return Kind::kReal;
        case DataType::kComplex64:
        case DataType::kComplex128:
            return Kind::kComplex;
        default:
            return Kind::kSigned;
    }
}

DataType signedOf(size_t bytes) {
    return bytes <= 1   ? DataType::kInt8
           : bytes <= 2 ? DataType::kInt16
           : bytes <= 4 ? DataType::kInt32
                        : DataType::kInt64;
}

}  // namespace

DataType promoted(DataType a, DataType b) {
    if (a == b) {
        return a;
    }
    if (kindOf(a) > kindOf(b)) {
        std::swap(a, b);
    }
    // From here on b is of the larger kind, or of the same.
    const size_t bytesA = dataTypeSize(a);
    const size_t bytesB = dataTypeSize(b);
    const Kind kindA = kindOf(a);
    switch (kindOf(b)) {
        case Kind::kComplex:
            // A double does not go into two floats.
            return a == DataType::kDouble || a == DataType::kComplex128 ? DataType::kComplex128 : b;
        case Kind::kReal:
            if (kindA != Kind::kReal || bytesB > bytesA) {
                return b;
            }
            return bytesA == bytesB ? DataType::kFloat : a;
        case Kind::kSigned:
            if (kindA == Kind::kUnsigned) {
                return bytesB > bytesA ? b : signedOf(2 * bytesA);
            }
            return kindA == Kind::kBool || bytesB > bytesA ? b : a;
        case Kind::kUnsigned:
            return kindA == Kind::kBool || bytesB > bytesA ? b : a;
        case Kind::kBool:
            break;
    }
    return b;
}

}  // namespace belay::oplib
