// Kernels that fail, each in a way of its own, on whatever cores.
#include "kernel_operator.h"

namespace {

__attribute__((noinline)) uint64_t descend(uint64_t depth) {
    volatile uint64_t frame[64] = {depth};
    return depth == 0 ? frame[0] : descend(depth - 1) + frame[0];
}

__aicore__ void failLike(uint32_t what, __gm__ volatile uint64_t* at) {
    switch (what) {
        case 0:
            *at = 1;
            break;
        case 1:
            at[1] = at[0];
            break;
        case 2:
            __builtin_trap();
        case 3:
            at[1] = descend(at[0]);
            break;
        case 4:
            at[1] = at[1] / at[0];
            break;
        case 5:
            while (at[0] == 0) {
            }
            break;
        default:
            break;
    }
}

}  // namespace

extern "C" {

__global__ __aicore__ void failVector(uint32_t what, __gm__ uint64_t* at) {
    failLike(what, at);
}

__global__ __aicore__ __cube__ void failCube(uint32_t what, __gm__ uint64_t* at) {
    failLike(what, at);
}

__global__ __aicore__ __mix__(1, 2) void failMix(uint32_t what, __gm__ uint64_t* at) {
    if ASCEND_IS_AIC {
        failLike(what, at);
    }
}

// Each block notes which one of all it was to come.
__global__ __aicore__ void noteTurn(__gm__ uint32_t* turns, __gm__ uint32_t* next,
                                    uint32_t length) {
    turns[AscendC::GetBlockIdx()] = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED);
    for (volatile uint32_t i = 0; i < length; i = i + 1) {
    }
}

}  // extern "C"
