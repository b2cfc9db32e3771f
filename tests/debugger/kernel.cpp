// What is debugged. The test looks for the lines by their marks.
#include <kernel_operator.h>

__gm__ uint64_t factor = 3;

__aicore__ inline uint64_t scaled(uint64_t number) {
    return number * factor;  // in a function
}

extern "C" __global__ __aicore__ void scale(GM_ADDR number, uint64_t more) {
    auto* target = reinterpret_cast<__gm__ uint64_t*>(number);
    uint64_t before = *target;  // first
    uint64_t after = scaled(before);
    *target = after + more;  // last
}
