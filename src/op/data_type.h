// DataType and Format: element types and memory layouts of tensors, with the numbers of the public
// API.
#pragma once

#include <cstddef>
#include <cstdint>

namespace belay {

/// Element type of a tensor. Any number may occur: descriptions keep what the application says.
enum class DataType : int32_t {
    kUndefined = -1,
    kFloat = 0,
    kFloat16 = 1,
    kInt8 = 2,
    kInt32 = 3,
    kUint8 = 4,
    kInt16 = 6,
    kUint16 = 7,
    kUint32 = 8,
    kInt64 = 9,
    kUint64 = 10,
    kDouble = 11,
    kBool = 12,
    kString = 13,
    kComplex64 = 16,
    kComplex128 = 17,
    kBfloat16 = 27,
    kInt4 = 29,
    kUint1 = 30,
    kComplex32 = 33,
    kHifloat8 = 34,
    kFloat8E5m2 = 35,
    kFloat8E4m3fn = 36,
    kFloat8E8m0 = 37,
    kFloat6E3m2 = 38,
    kFloat6E2m3 = 39,
    kFloat4E2m1 = 40,
    kFloat4E1m2 = 41,
};

/// Layout of a tensor in memory. Only carried around here, so only what code needs has a name.
enum class Format : int32_t { kUndefined = -1, kNchw = 0, kNhwc = 1, kNd = 2 };

/// Bytes that one element counts as. Types narrower than a byte count as 1; strings and kUndefined
/// have no size, 0; unknown numbers answer 8, as the vendor's runtime does.
size_t dataTypeSize(DataType type) noexcept;

}  // namespace belay
