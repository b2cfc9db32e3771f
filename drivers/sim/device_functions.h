// What kernels import from the simulator (belay/kernel/device_functions.h).
#pragma once

#include <string_view>

namespace belay::sim {

/// The address of the function of this name; null when there is none.
void* findDeviceFunction(std::string_view name) noexcept;

/// Whether a kernel that imports it may wait for other cores.
bool isWaitingFunction(std::string_view name) noexcept;

}  // namespace belay::sim
