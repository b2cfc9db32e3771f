// What kernels of operators are told that only move elements.
#pragma once

#include <cstdint>

#include "oplib/device/strided.h"

namespace belay::oplib {

struct CopyTiling {
    int64_t elementBytes = 0;  ///< 1, 2, 4, 8 or 16
    StridedWalk<1> walk{};
};

/// The same where the elements' way depends on numbers that only the device has. Then `walk` is
/// that of Transpose without a permutation, or of BroadcastTo as the output has to be.
struct LateCopyTiling {
    int64_t indexBytes = 0;  ///< of an element of the numbers
    int64_t rank = 0;        ///< how many there are
    int64_t xRank = 0;
    int64_t xDims[kMaxWalkDims] = {};
    int64_t yDims[kMaxWalkDims] = {};
    CopyTiling copy{};
};

}  // namespace belay::oplib
