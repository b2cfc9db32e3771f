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
            convert(reinterpret_cast<const From*>(x) + part.begin,
                    reinterpret_cast<To*>(y) + part.begin, part.end - part.begin);
        });
    });
}

}  // namespace
}  // namespace belay::oplib

extern "C" __global__ __aicore__ void Cast(GM_ADDR x, GM_ADDR y, belay::oplib::UnaryTiling tiling) {
    belay::oplib::cast(x, y, tiling);
}
