// y = x1 + x2
#include "oplib/device/binary.h"

namespace belay::oplib {

struct Sum {
    template <typename T>
    static T of(T a, T b) {
        return sum(a, b);
    }
};

}  // namespace belay::oplib

extern "C" __global__ __aicore__ void Add(GM_ADDR x1, GM_ADDR x2, GM_ADDR y,
                                          belay::oplib::BinaryTiling tiling) {
    belay::oplib::combineLike<belay::oplib::Sum>(x1, x2, y, tiling);
}

extern "C" __global__ __aicore__ void AddShort(GM_ADDR x1, GM_ADDR x2, GM_ADDR y,
                                               belay::oplib::ShortBinaryTiling tiling) {
    belay::oplib::combineLike<belay::oplib::Sum>(x1, x2, y, tiling.whole());
}
