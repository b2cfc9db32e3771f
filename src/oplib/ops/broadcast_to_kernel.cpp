// y = x, repeated along the dimensions in which y is larger.
#include "oplib/device/copy.h"
#include "oplib/device/index_values.h"

using belay::oplib::CopyTiling;
using belay::oplib::LateCopyTiling;

extern "C" __global__ __aicore__ void BroadcastTo(GM_ADDR x, GM_ADDR /*shape*/, GM_ADDR y,
                                                  CopyTiling tiling) {
    belay::oplib::copyElements(x, y, tiling);
}

// The host did not know the shape: it has to be that of the output, where it says one.
extern "C" __global__ __aicore__ void BroadcastToLate(GM_ADDR x, GM_ADDR shape, GM_ADDR y,
                                                      LateCopyTiling tiling) {
    const int64_t missing = tiling.rank - tiling.xRank;
    for (int64_t i = 0; i < tiling.rank; ++i) {
        const int64_t dim = belay::oplib::indexAt(shape, tiling.indexBytes, i);
        const bool isOwn = dim == -1 && i >= missing;
        ascendc_assert((isOwn ? tiling.xDims[i - missing] : dim) == tiling.yDims[i],
                       "BroadcastTo: shape[%ld] is %ld; the output has %ld", i, dim,
                       tiling.yDims[i]);
    }
    belay::oplib::copyElements(x, y, tiling.copy);
}
