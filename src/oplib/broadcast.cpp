#include "oplib/broadcast.h"

#include <iterator>

namespace belay::oplib {
namespace {

Status tooManyDims(const OpView& view, std::span<const int64_t> dims) {
    return view.refuse("shape {} has too many dimensions; it takes {} that cannot be joined",
                       shapeText(dims), kMaxWalkDims);
}

}  // namespace

Strides broadcastStrides(std::span<const int64_t> dims, std::span<const int64_t> outDims) {
    Strides strides(outDims.size(), 0);
    const size_t missing = outDims.size() - dims.size();
    int64_t stride = 1;
    for (size_t dim = dims.size(); dim-- > 0;) {
        if (dims[dim] != 1) {
            strides[missing + dim] = stride;
            stride *= dims[dim];
        }
    }
    return strides;
}

Result<StridedWalk<1>> planWalk(const OpView& view, std::span<const int64_t> outDims,
                                const Strides& input) {
    StridedWalk<1> walk;
    if (!makeWalk<1>(outDims.data(), std::ssize(outDims), {input.data()}, walk)) {
        return tooManyDims(view, outDims);
    }
    return walk;
}

Result<StridedWalk<2>> planWalk(const OpView& view, std::span<const int64_t> outDims,
                                const Strides& first, const Strides& second) {
    StridedWalk<2> walk;
    if (!makeWalk<2>(outDims.data(), std::ssize(outDims), {first.data(), second.data()}, walk)) {
        return tooManyDims(view, outDims);
    }
    return walk;
}

}  // namespace belay::oplib
