// Sums along dimensions.
#include "oplib/device/index_values.h"
#include "oplib/device/reduce_tiling.h"
#include "oplib/device/sums.h"

namespace belay::oplib {
namespace {

// `count` neighbouring groups, whose elements lie side by side.
template <typename T>
void sumColumns(const T* from, T* to, int64_t count, const StridedWalk<1>& reduced) {
    using Sum = typename SumOf<T>::Type;
    const int64_t stride = reduced.strides[0][reduced.rank - 1];
    for (int64_t done = 0; done < count; done += kChunk) {
        const int64_t length = std::min(kChunk, count - done);
        Sum sums[kChunk] = {};
        walk(reduced, 0, reduced.count, [&](int64_t, const int64_t* offsets, int64_t steps) {
            for (int64_t step = 0; step < steps; ++step) {
                const T* const row = from + done + offsets[0] + step * stride;
                if constexpr (kIsNarrowFloat<T>) {
                    float numbers[kChunk];
                    convert(row, numbers, length);
                    for (int64_t i = 0; i < length; ++i) {
                        sums[i] += static_cast<double>(numbers[i]);
                    }
                } else {
                    for (int64_t i = 0; i < length; ++i) {
                        sums[i] = sums[i] + widened(row[i]);
                    }
                }
            }
        });
        for (int64_t i = 0; i < length; ++i) {
            to[done + i] = narrowed<T>(sums[i]);
        }
    }
}

template <typename T>
T sumOfGroup(const T* from, const StridedWalk<1>& reduced) {
    const int64_t stride = reduced.strides[0][reduced.rank - 1];
    typename SumOf<T>::Type sum{};
    walk(reduced, 0, reduced.count, [&](int64_t, const int64_t* offsets, int64_t count) {
        sum = sum + sumOfRun(from + offsets[0], stride, count);
    });
    return narrowed<T>(sum);
}

void sumGroups(GM_ADDR x, GM_ADDR y, DataType type, const Reduction& reduction) {
    const StridedWalk<1>& kept = reduction.kept;
    const int64_t stride = kept.strides[0][kept.rank - 1];
    const Part part = partOfBlock(kept.count);
    withType(type, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (!std::is_same_v<T, Truth>) {
            const auto* const from = reinterpret_cast<const T*>(x);
            auto* const to = reinterpret_cast<T*>(y);
            walk(kept, part.begin, part.end,
                 [&](int64_t at, const int64_t* offsets, int64_t count) {
                     if (stride == 1 && count > 1) {
                         sumColumns(from + offsets[0], to + at, count, reduction.reduced);
                         return;
                     }
                     for (int64_t i = 0; i < count; ++i) {
                         to[at + i] = sumOfGroup(from + offsets[0] + i * stride, reduction.reduced);
                     }
                 });
        }
    });
}

// The axes have to lead to the output's dimensions.
void sumLate(GM_ADDR x, GM_ADDR axes, GM_ADDR y, const LateReduceTiling& tiling) {
    bool isReduced[kMaxWalkDims] = {};
    for (int64_t i = 0; i < tiling.axes; ++i) {
        const int64_t said = indexAt(axes, tiling.axisBytes, i);
        const int64_t axis = said < 0 ? said + tiling.rank : said;
        ascendc_assert(axis >= 0 && axis < tiling.rank,
                       "ReduceSum: axes[%ld] is %ld; there are %ld dimensions", i, said,
                       tiling.rank);
        isReduced[axis] = true;
    }
    int64_t outDim = 0;
    for (int64_t dim = 0; dim < tiling.rank; ++dim) {
        if (isReduced[dim] && tiling.keepsDims == 0) {
            continue;
        }
        const int64_t size = isReduced[dim] ? 1 : tiling.dims[dim];
        ascendc_assert(outDim < tiling.outRank && tiling.outDims[outDim] == size,
                       "ReduceSum: dimension %ld becomes %ld with size %ld, which the output has "
                       "not",
                       dim, outDim, size);
        ++outDim;
    }
    ascendc_assert(outDim == tiling.outRank,
                   "ReduceSum: %ld dimensions are left; the output has %ld", outDim,
                   tiling.outRank);
    Reduction reduction;
    int64_t work[4 * kMaxWalkDims];
    makeReduction(tiling.dims, isReduced, tiling.rank, kMaxWalkDims, reduction, work);
    sumGroups(x, y, tiling.type, reduction);
}

}  // namespace
}  // namespace belay::oplib

extern "C" __global__ __aicore__ void ReduceSum(GM_ADDR x, GM_ADDR /*axes*/, GM_ADDR y,
                                                belay::oplib::ReduceTiling tiling) {
    belay::oplib::sumGroups(x, y, tiling.type, tiling.reduction);
}

extern "C" __global__ __aicore__ void ReduceSumLate(GM_ADDR x, GM_ADDR axes, GM_ADDR y,
                                                    belay::oplib::LateReduceTiling tiling) {
    belay::oplib::sumLate(x, axes, y, tiling);
}
