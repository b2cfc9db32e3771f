// The kernel of this example: each block scales its share of the rows. Its parameters are what
// custom operators get: the addresses of inputs and outputs, then the tiling.
#include "kernel_operator.h"
#include "tiling.h"

extern "C" __global__ __aicore__ void scaled_rows(__gm__ const float* matrix,
                                                  __gm__ const float* factors, __gm__ float* result,
                                                  Tiling tiling) {
    const uint32_t first = static_cast<uint32_t>(AscendC::GetBlockIdx()) * tiling.rowsOfBlock;
    for (uint32_t row = first; row < first + tiling.rowsOfBlock && row < tiling.rows; ++row) {
        for (uint32_t column = 0; column < tiling.columns; ++column) {
            const uint32_t i = row * tiling.columns + column;
            result[i] = matrix[i] * factors[row];
        }
    }
}
