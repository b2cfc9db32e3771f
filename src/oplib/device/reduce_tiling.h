// What kernels of reductions are told. Shared by planning and by kernels.
#pragma once

#include <cstdint>

#include "op/data_type.h"
#include "oplib/device/strided.h"

namespace belay::oplib {

/// The elements of a dense tensor in groups, each of which becomes one element.
struct Reduction {
    StridedWalk<1> kept;     ///< the output, with the first element of each group
    StridedWalk<1> reduced;  ///< the elements of a group
};

/// Joins dimensions that belong together. False when more than kMaxWalkDims are left.
inline bool makeReduction(const int64_t* dims, const bool* isReduced, int64_t rank, int64_t maxRank,
                          Reduction& made, int64_t* work) {
    int64_t* const keptDims = work;
    int64_t* const keptStrides = work + maxRank;
    int64_t* const reducedDims = work + 2 * maxRank;
    int64_t* const reducedStrides = work + 3 * maxRank;
    int64_t stride = 1;
    int64_t kept = 0;
    int64_t reduced = 0;
    for (int64_t dim = rank - 1; dim >= 0; --dim) {
        kept += isReduced[dim] ? 0 : 1;
    }
    int64_t keptLeft = kept;
    int64_t reducedLeft = reduced = rank - kept;
    for (int64_t dim = rank - 1; dim >= 0; --dim) {
        if (isReduced[dim]) {
            reducedDims[--reducedLeft] = dims[dim];
            reducedStrides[reducedLeft] = stride;
        } else {
            keptDims[--keptLeft] = dims[dim];
            keptStrides[keptLeft] = stride;
        }
        stride *= dims[dim];
    }
    return makeWalk<1>(keptDims, kept, {keptStrides}, made.kept) &&
           makeWalk<1>(reducedDims, reduced, {reducedStrides}, made.reduced);
}

struct ReduceTiling {
    DataType type = DataType::kUndefined;
    int32_t reserved = 0;
    Reduction reduction{};
};

/// With axes that only the device has.
struct LateReduceTiling {
    DataType type = DataType::kUndefined;
    int32_t keepsDims = 0;
    int64_t axisBytes = 0;
    int64_t axes = 0;
    int64_t rank = 0;
    int64_t outRank = 0;
    int64_t dims[kMaxWalkDims] = {};
    int64_t outDims[kMaxWalkDims] = {};
};

}  // namespace belay::oplib
