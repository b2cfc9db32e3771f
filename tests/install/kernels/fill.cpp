#include "kernel_operator.h"
#include "value.h"

extern "C" __global__ __aicore__ void fill(GM_ADDR x, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        x[i] = VALUE;
    }
}
