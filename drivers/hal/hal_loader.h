// loadHal: finds the vendor's library and the functions in it.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "drivers/hal/hal_api.h"

namespace belay::hal {

struct HalLibrary {
    HalApi api;
    std::string path;          ///< what was loaded, as it was asked for
    bool isSimulated = false;  ///< libascend_hal_sim.so: cores run what belay-kcc compiles
};

/// Loads the library at `path`, or without one libascend_hal.so: where the dynamic linker finds it,
/// else where driver packages put it. It stays loaded for the life of the process, since its
/// threads may. kRtDevSetupError (507033) when there is none, with each place and what was wrong
/// there, or when one lacks functions that the backend requires, with their names.
Result<HalLibrary> loadHal(const std::optional<std::string>& path);

}  // namespace belay::hal
