#include "drivers/sim/kernel_call.h"

#include "drivers/sim/stack_switch.h"

namespace belay::sim {

void runCore(const KernelCall& call, BlockStack& stack, Lane& lane) {
    stack.record = call.recordOf(stack.core);
    lane.memory = call.memory;
    lane.restartWatch();
    const KernelCall::Half& half = call.halfOf(stack.record.side);
    resetArithmetic();
    half.call(half.args);
}

}  // namespace belay::sim
