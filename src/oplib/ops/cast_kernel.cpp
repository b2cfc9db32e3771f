// Elements as numbers of another type.
#include "oplib/device/blocks.h"
#include "oplib/device/convert.h"
#include "oplib/device/unary_tiling.h"

namespace belay::oplib {
namespace {

void cast(GM_ADDR x, GM_ADDR y, const UnaryTiling& tiling) {
    const Part part = partOfBlock(tiling.count, kGrain);
    withType(tiling.from, [&](auto from) {
        using From = decltype(from);
        withType(tiling.to, [&](auto to) {
            using To = decltype(to);
            const auto* const first = reinterpret_cast<const From*>(x) + part.begin;
            auto* const out = reinterpret_cast<To*>(y) + part.begin;
            if constexpr (std::is_same_v<From, Truth> && std::is_same_v<To, Truth>) {
                // Whatever says true in one byte becomes 1.
                for (int64_t i = 0; i < part.end - part.begin; ++i) {
                    out[i] = Truth::make(first[i].isTrue());
                }
            } else {
                convert(first, out, part.end - part.begin);
            }
        });
    });
}

}  // namespace
}  // namespace belay::oplib

extern "C" __global__ __aicore__ void Cast(GM_ADDR x, GM_ADDR y, belay::oplib::UnaryTiling tiling) {
    belay::oplib::cast(x, y, tiling);
}
