// Kernels for benchmarks.
#include <kernel_operator.h>

extern "C" __global__ __aicore__ void nothing(GM_ADDR, GM_ADDR, GM_ADDR, uint64_t) {}

extern "C" __global__ __aicore__ void add(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint64_t count) {
    const auto blocks = static_cast<uint64_t>(AscendC::GetBlockNum());
    const uint64_t each = (count + blocks - 1) / blocks;
    const uint64_t first = static_cast<uint64_t>(AscendC::GetBlockIdx()) * each;
    const uint64_t last = first + each < count ? first + each : count;
    const auto* a = reinterpret_cast<const float*>(x);
    const auto* b = reinterpret_cast<const float*>(y);
    auto* __restrict__ sum = reinterpret_cast<float*>(z);
    for (uint64_t i = first; i < last; ++i) {
        sum[i] = a[i] + b[i];
    }
}
