// The kernels of this example: one gets the tiling as a value, the other one as a pointer to it.
// Each scales the rows of a matrix.
#include "kernel_operator.h"
#include "tiling.h"

namespace {

__aicore__ void scaleRows(__gm__ half* matrix, const Tiling& tiling) {
    const uint32_t first = static_cast<uint32_t>(AscendC::GetBlockIdx()) * tiling.rowsOfBlock;
    for (uint32_t row = first; row < first + tiling.rowsOfBlock && row < tiling.rows; ++row) {
        for (uint32_t column = 0; column < tiling.columns; ++column) {
            matrix[row * tiling.columns + column] *= tiling.factor;
        }
    }
}

}  // namespace

extern "C" __global__ __aicore__ void scale_by_value(__gm__ half* matrix, Tiling tiling) {
    scaleRows(matrix, tiling);
}

extern "C" __global__ __aicore__ void scale_by_pointer(__gm__ half* matrix, GM_ADDR tiling) {
    scaleRows(matrix, *reinterpret_cast<__gm__ const Tiling*>(tiling));
}
