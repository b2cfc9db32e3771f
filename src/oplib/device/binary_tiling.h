// What kernels of operators with two operands are told.
#pragma once

#include <cstdint>

#include "op/data_type.h"
#include "oplib/device/strided.h"

namespace belay::oplib {

struct BinaryTiling {
    DataType type1 = DataType::kUndefined;
    DataType type2 = DataType::kUndefined;
    DataType type = DataType::kUndefined;  ///< of the output, and of what is computed
    int32_t reserved = 0;
    StridedWalk<2> walk{};
};

/// The same for a walk of one dimension, as most are: short, since each launch carries its own
/// copy.
struct ShortBinaryTiling {
    DataType type1 = DataType::kUndefined;
    DataType type2 = DataType::kUndefined;
    DataType type = DataType::kUndefined;
    int16_t strides[2] = {};  ///< 0 or 1
    int64_t count = 0;

    BinaryTiling whole() const {
        BinaryTiling all{.type1 = type1, .type2 = type2, .type = type};
        all.walk.count = count;
        all.walk.dims[0] = count;
        all.walk.strides[0][0] = strides[0];
        all.walk.strides[1][0] = strides[1];
        return all;
    }
};

}  // namespace belay::oplib
