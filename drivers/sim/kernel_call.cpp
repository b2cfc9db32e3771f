#include "drivers/sim/kernel_call.h"

namespace belay::sim {

void runCore(const KernelCall& call, BlockStack& stack, Lane& lane) {
    stack.record = call.recordOf(stack.core);
    lane.memory = call.memory;
    lane.restartWatch();
    const KernelCall::Half& half = call.halfOf(stack.record.side);
    half.call(half.args);
}

}  // namespace belay::sim
