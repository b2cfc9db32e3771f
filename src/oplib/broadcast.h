// Plans walks over tensors that are repeated along dimensions.
#pragma once

#include <cstdint>
#include <span>

#include "op/op_view.h"
#include "oplib/device/strided.h"

namespace belay::oplib {

/// Where a walk goes along each dimension of an input: the distance, in elements, of neighbours.
using Strides = std::vector<int64_t>;

/// Strides of a dense tensor of `dims`, seen with the rank of `outDims`; 0 where it is repeated.
Strides broadcastStrides(std::span<const int64_t> dims, std::span<const int64_t> outDims);

/// Joins dimensions that all inputs pass without a jump, and leaves those of size 1 out. Dimensions
/// are known and the count fits 63 bits. An error when more than kMaxWalkDims are left.
Result<StridedWalk<1>> planWalk(const OpView& view, std::span<const int64_t> outDims,
                                const Strides& input);
Result<StridedWalk<2>> planWalk(const OpView& view, std::span<const int64_t> outDims,
                                const Strides& first, const Strides& second);

}  // namespace belay::oplib
