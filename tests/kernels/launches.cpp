// Kernels that tests of launches use.
#include "belay/kernel/kernel_operator.h"

/// More than a small launch copies.
struct LargeValue {
    uint8_t bytes[4000];
};

extern "C" __global__ __aicore__ void nothing() {}

extern "C" __global__ __aicore__ void oneArgument(GM_ADDR) {}

extern "C" __global__ __aicore__ void add(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint32_t count) {
    auto* a = reinterpret_cast<float*>(x);
    auto* b = reinterpret_cast<float*>(y);
    auto* sum = reinterpret_cast<float*>(z);
    const uint32_t each = (count + AscendC::GetBlockNum() - 1) / AscendC::GetBlockNum();
    const uint32_t first = AscendC::GetBlockIdx() * each;
    const uint32_t last = first + each < count ? first + each : count;
    for (uint32_t i = first; i < last; ++i) {
        sum[i] = a[i] + b[i];
    }
}

/// Writes a number at `to`.
extern "C" __global__ __aicore__ void store(GM_ADDR to, uint64_t value) {
    __builtin_memcpy(to, &value, sizeof value);
}

/// Copies what a pointer leads to, which may lie among the arguments.
extern "C" __global__ __aicore__ void copy(GM_ADDR to, GM_ADDR from, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; ++i) {
        to[i] = from[i];
    }
}

extern "C" __global__ __aicore__ void copyValue(GM_ADDR to, LargeValue value) {
    __builtin_memcpy(to, &value, sizeof value);
}

/// Each block notes at its place who it is: index, count, vector cores for each cube core, side.
extern "C" __global__ __aicore__ void who(GM_ADDR to) {
    auto* place = reinterpret_cast<uint32_t*>(to) + 4 * AscendC::GetBlockIdx();
    place[0] = AscendC::GetBlockIdx();
    place[1] = AscendC::GetBlockNum();
    place[2] = AscendC::GetTaskRatio();
    place[3] = g_coreType;
}

extern "C" __global__ __aicore__ __cube__ void whoCube(GM_ADDR to) {
    who(to);
}

/// Cube cores write at `to`, vector cores at `toVectors`.
extern "C" __global__ __aicore__ __mix__(1, 2) void whoMix(GM_ADDR to, GM_ADDR toVectors) {
    who(g_coreType == AscendC::AIC ? to : toVectors);
}

/// Ends when somebody has written something else than 0 at `flag`.
extern "C" __global__ __aicore__ void waitFor(GM_ADDR flag) {
    while (*reinterpret_cast<volatile uint32_t*>(flag) == 0) {
    }
}

extern "C" __global__ __aicore__ void readAt(GM_ADDR from, GM_ADDR to) {
    *to = *from;
}

extern "C" __global__ __aicore__ __cube__ void readAtCube(GM_ADDR from, GM_ADDR to) {
    *to = *from;
}

extern "C" __global__ __aicore__ __mix__(1, 2) void readAtMix(GM_ADDR from, GM_ADDR to) {
    *to = *from;
}
