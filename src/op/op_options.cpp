#include "op/op_options.h"

namespace belay {

void OpOptions::set(OpOption option, std::string_view value) {
    const Lock lock(mutex_);
    values_[static_cast<size_t>(option)] = value;
    if (option == OpOption::kJitCompile) {
        jit_.store(value == "enable" ? Choice::kOn : Choice::kOff, std::memory_order_relaxed);
    }
}

std::optional<std::string> OpOptions::find(OpOption option) const {
    const Lock lock(mutex_);
    return values_[static_cast<size_t>(option)];
}

}  // namespace belay
