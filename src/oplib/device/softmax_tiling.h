// What the kernel of SoftmaxV2 is told.
#pragma once

#include <cstdint>

#include "op/data_type.h"

namespace belay::oplib {

/// A tensor as `outer` times `size` times `inner` elements; those along `size` share a sum.
struct SoftmaxTiling {
    DataType in = DataType::kUndefined;
    DataType out = DataType::kUndefined;
    int64_t outer = 0;
    int64_t size = 0;
    int64_t inner = 0;
};

}  // namespace belay::oplib
