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

}  // namespace belay::oplib
