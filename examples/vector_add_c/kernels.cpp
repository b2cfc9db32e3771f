// The kernel of this example: each block adds its share of two vectors.
#include "kernel_operator.h"

extern "C" __global__ __aicore__ void vector_add(__gm__ const float* x, __gm__ const float* y,
                                                 __gm__ float* sum, uint32_t count) {
    const int64_t blocks = AscendC::GetBlockNum();
    const int64_t share = (count + blocks - 1) / blocks;
    const int64_t begin = AscendC::GetBlockIdx() * share;
    const int64_t end = begin + share < count ? begin + share : count;
    for (int64_t i = begin; i < end; ++i) {
        sum[i] = x[i] + y[i];
    }
}
