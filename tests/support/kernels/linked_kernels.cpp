// Kernels and variables that the conformance program is linked with.
#include <kernel_operator.h>

__gm__ uint64_t linkedFactor = 3;
__gm__ uint32_t linkedTable[4] = {10, 11, 12, 13};

extern "C" __global__ __aicore__ void linkedScale(GM_ADDR number) {
    *reinterpret_cast<uint64_t*>(number) *= linkedFactor;
}

__global__ __aicore__ void linkedAdd(GM_ADDR number, uint64_t more) {
    *reinterpret_cast<uint64_t*>(number) += more;
}
