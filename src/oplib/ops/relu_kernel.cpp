// y = x where x is more than 0, else 0
#include "oplib/device/blocks.h"
#include "oplib/device/numbers.h"
#include "oplib/device/unary_tiling.h"

namespace belay::oplib {
namespace {

template <typename T>
T relu(T x) {
    if constexpr (kIsNarrowFloat<T>) {
        // Negative, and no NaN.
        const int infinity = std::is_same_v<T, half> ? 0xFC00 : 0xFF80;
        T y = x;
        y.bits = x.bits >= 0x8000 && x.bits <= infinity ? uint16_t{0} : x.bits;
        return y;
    } else {
        return x < T{0} ? T{0} : x;
    }
}

void relu(GM_ADDR x, GM_ADDR y, const UnaryTiling& tiling) {
    const Part part = partOfBlock(tiling.count, kGrain);
    withRealType(tiling.from, [&](auto zero) {
        using T = decltype(zero);
        const auto* const from = reinterpret_cast<const T*>(x);
        auto* const to = reinterpret_cast<T*>(y);
#pragma GCC ivdep
        for (int64_t i = part.begin; i < part.end; ++i) {
            to[i] = relu(from[i]);
        }
    });
}

}  // namespace
}  // namespace belay::oplib

extern "C" __global__ __aicore__ void Relu(GM_ADDR x, GM_ADDR y, belay::oplib::UnaryTiling tiling) {
    belay::oplib::relu(x, y, tiling);
}
