// y = x1 * x2, of two types that may differ
#include "oplib/device/binary.h"

namespace belay::oplib {

struct Product {
    template <typename T>
    static T of(T a, T b) {
        return product(a, b);
    }
};

}  // namespace belay::oplib

extern "C" __global__ __aicore__ void Mul(GM_ADDR x1, GM_ADDR x2, GM_ADDR y,
                                          belay::oplib::BinaryTiling tiling) {
    belay::oplib::combinePromoted<belay::oplib::Product>(x1, x2, y, tiling);
}

extern "C" __global__ __aicore__ void MulShort(GM_ADDR x1, GM_ADDR x2, GM_ADDR y,
                                               belay::oplib::ShortBinaryTiling tiling) {
    belay::oplib::combinePromoted<belay::oplib::Product>(x1, x2, y, tiling.whole());
}
