// What a kernel may use beside itself: functions that the simulator binds.
#pragma once

#include <string_view>

namespace belay::kcc {

/// Whether the simulator binds a function of this name.
bool isAllowedImport(std::string_view name);

}  // namespace belay::kcc
