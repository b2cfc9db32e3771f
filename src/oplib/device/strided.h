// Walks over tensors in step with an output that lies densely in memory. Shared by planning and by
// kernels.
#pragma once

#include <algorithm>
#include <cstdint>

namespace belay::oplib {

/// Dimensions that kernels go through, after those that belong together were joined.
inline constexpr int kMaxWalkDims = 8;

/// The elements of an output in order, and where those of `Inputs` tensors lie that go with them.
template <int Inputs>
struct StridedWalk {
    int64_t count = 0;  ///< elements of the output
    int64_t rank = 1;   ///< 1 to kMaxWalkDims
    int64_t dims[kMaxWalkDims] = {};
    int64_t strides[Inputs][kMaxWalkDims] = {};  ///< in elements; 0: one element for all
};

/// A walk over an output of these dimensions; strides[i][d] is the distance of neighbours along
/// dimension d in input i. Dimensions that all inputs pass without a jump are joined, those of size
/// 1 left out. The count fits 63 bits. False when more than kMaxWalkDims are left.
template <int Inputs>
bool makeWalk(const int64_t* dims, int64_t rank, const int64_t* const (&strides)[Inputs],
              StridedWalk<Inputs>& made) {
    made = {};
    made.count = 1;
    made.rank = 0;
    for (int64_t dim = 0; dim < rank; ++dim) {
        made.count *= dims[dim];
        if (dims[dim] == 1) {
            continue;
        }
        const int64_t last = made.rank - 1;
        bool joins = made.rank > 0;
        for (int input = 0; input < Inputs && joins; ++input) {
            joins = made.strides[input][last] == strides[input][dim] * dims[dim];
        }
        if (!joins && made.rank == kMaxWalkDims) {
            return false;
        }
        const int64_t at = joins ? last : made.rank++;
        made.dims[at] = joins ? made.dims[at] * dims[dim] : dims[dim];
        for (int input = 0; input < Inputs; ++input) {
            made.strides[input][at] = strides[input][dim];
        }
    }
    if (made.rank == 0) {
        made.rank = 1;
        made.dims[0] = made.count;
    }
    return true;
}

/// Adds to `offsets` where the elements of each input lie that go with element `place` of the
/// output, and gives the index of that in each dimension.
template <int Inputs>
void locate(const StridedWalk<Inputs>& steps, int64_t place, int64_t* offsets,
            int64_t* index = nullptr) {
    for (auto dim = static_cast<int>(steps.rank) - 1; dim >= 0; --dim) {
        const int64_t at = place % steps.dims[dim];
        place /= steps.dims[dim];
        for (int input = 0; input < Inputs; ++input) {
            offsets[input] += at * steps.strides[input][dim];
        }
        if (index != nullptr) {
            index[dim] = at;
        }
    }
}

/// Calls body(out, offsets, length) for pieces of the output's elements from `begin` to `end`: each
/// lies within the last dimension and begins at `out` and at offsets[i] of input i.
template <int Inputs, typename Body>
void walk(const StridedWalk<Inputs>& steps, int64_t begin, int64_t end, Body&& body) {
    if (begin >= end) {
        return;
    }
    const auto last = static_cast<int>(steps.rank) - 1;
    int64_t index[kMaxWalkDims] = {};
    int64_t offsets[Inputs] = {};
    locate(steps, begin, offsets, index);
    for (int64_t out = begin; out < end;) {
        const int64_t length = std::min(steps.dims[last] - index[last], end - out);
        body(out, offsets, length);
        out += length;
        if (out >= end) {
            return;
        }
        // The piece went to the end of the last dimension: on to the next place of those before.
        for (int input = 0; input < Inputs; ++input) {
            offsets[input] -= index[last] * steps.strides[input][last];
        }
        index[last] = 0;
        for (int dim = last - 1; dim >= 0; --dim) {
            ++index[dim];
            for (int input = 0; input < Inputs; ++input) {
                offsets[input] += steps.strides[input][dim];
            }
            if (index[dim] < steps.dims[dim]) {
                break;
            }
            for (int input = 0; input < Inputs; ++input) {
                offsets[input] -= steps.dims[dim] * steps.strides[input][dim];
            }
            index[dim] = 0;
        }
    }
}

}  // namespace belay::oplib
