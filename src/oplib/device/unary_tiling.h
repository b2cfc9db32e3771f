// What kernels of operators are told that make each element of one element.
#pragma once

#include <cstdint>

#include "op/data_type.h"

namespace belay::oplib {

struct UnaryTiling {
    DataType from = DataType::kUndefined;
    DataType to = DataType::kUndefined;
    int64_t count = 0;
};

}  // namespace belay::oplib
