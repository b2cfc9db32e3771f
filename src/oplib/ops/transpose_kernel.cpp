// The same elements with dimensions in another order.
#include "oplib/device/copy.h"
#include "oplib/device/index_values.h"

namespace belay::oplib {
namespace {

// The host did not know the order: it has to lead to the output's dimensions.
void transposeLate(GM_ADDR x, GM_ADDR perm, GM_ADDR y, LateCopyTiling& tiling) {
    int64_t strides[kMaxWalkDims] = {};
    int64_t stride = 1;
    for (int64_t i = tiling.rank - 1; i >= 0; --i) {
        strides[i] = stride;
        stride *= tiling.xDims[i];
    }
    int64_t permuted[kMaxWalkDims] = {};
    bool isUsed[kMaxWalkDims] = {};
    for (int64_t i = 0; i < tiling.rank; ++i) {
        const int64_t said = indexAt(perm, tiling.indexBytes, i);
        const int64_t dim = said < 0 ? said + tiling.rank : said;
        ascendc_assert(dim >= 0 && dim < tiling.rank && !isUsed[dim],
                       "Transpose: perm[%ld] is %ld; it takes each of %ld dimensions once", i, said,
                       tiling.rank);
        ascendc_assert(tiling.xDims[dim] == tiling.yDims[i],
                       "Transpose: dimension %ld has size %ld; the output has %ld there", dim,
                       tiling.xDims[dim], tiling.yDims[i]);
        isUsed[dim] = true;
        permuted[i] = strides[dim];
    }
    makeWalk<1>(tiling.yDims, tiling.rank, {permuted}, tiling.copy.walk);
    copyElements(x, y, tiling.copy);
}

}  // namespace
}  // namespace belay::oplib

extern "C" __global__ __aicore__ void Transpose(GM_ADDR x, GM_ADDR /*perm*/, GM_ADDR y,
                                                belay::oplib::CopyTiling tiling) {
    belay::oplib::copyElements(x, y, tiling);
}

extern "C" __global__ __aicore__ void TransposeLate(GM_ADDR x, GM_ADDR perm, GM_ADDR y,
                                                    belay::oplib::LateCopyTiling tiling) {
    belay::oplib::transposeLate(x, perm, y, tiling);
}
