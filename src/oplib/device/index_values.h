// Whole numbers that an operator takes as a tensor: axes, shapes, permutations.
#pragma once

#include <cstdint>

#include "belay/kernel/kernel_operator.h"

namespace belay::oplib {

/// Element `i` of a tensor of type int32 or int64, by the size of its elements.
inline int64_t indexAt(GM_ADDR tensor, int64_t elementBytes, int64_t i) {
    return elementBytes == 8 ? reinterpret_cast<const int64_t*>(tensor)[i]
                             : reinterpret_cast<const int32_t*>(tensor)[i];
}

}  // namespace belay::oplib
