// Kernels that go wrong, each in its own way, and one that does not.
#include "kernel_operator.h"

extern "C" {

__global__ __aicore__ void write_value(__gm__ uint32_t* target, uint32_t value) {
    *target = value;
}

__global__ __aicore__ void loop_for_ever(__gm__ uint32_t* target) {
    __gm__ volatile uint32_t* counter = target;
    for (;;) {
        *counter = *counter + 1;
    }
}

__global__ __aicore__ void assert_small(__gm__ uint32_t* target, uint32_t value) {
    ascendc_assert(value < 100, "value is %u", value);
    *target = value;
}

// Waits for a flag that nothing sets, which would hang on a card.
__global__ __aicore__ void wait_for_nothing(__gm__ uint32_t* target) {
    AscendC::WaitFlag<AscendC::HardEvent::MTE2_V>(0);
    *target = 1;
}
}
