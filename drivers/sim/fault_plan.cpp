#include "drivers/sim/fault_plan.h"

namespace belay::sim {

FaultPlan::FaultPlan(std::optional<uint64_t> failCall) noexcept
    : isOn_(failCall.has_value()), failCall_(failCall.value_or(0)) {}

Status FaultPlan::count(const char* function) {
    // Only the number of a call matters, nothing is published with it.
    const uint64_t call = calls_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (call != failCall_) {
        return Status::ok();
    }
    return Status::error(Code::kRtDrvInternalError,
                         "driver call {}, {}, fails because BELAY_SIM_FAIL_CALL asks for it", call,
                         function);
}

}  // namespace belay::sim
