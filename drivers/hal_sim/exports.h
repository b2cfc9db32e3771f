// Prototypes of what libascend_hal_sim.so exports.
#pragma once

#include "drivers/hal_abi/hal_abi.h"

#define BELAY_HAL_EXPORT __attribute__((visibility("default")))

extern "C" {

#define BELAY_HAL(use, result, name, parameters) BELAY_HAL_EXPORT result name parameters;
#include "drivers/hal_abi/hal_functions.inc"
#undef BELAY_HAL

// Whatever their parameters are: what does not look at them can be called with any.
#define BELAY_HAL(result, name) BELAY_HAL_EXPORT result name();
#include "drivers/hal_abi/hal_unsupported.inc"
#undef BELAY_HAL

/// BELAY_HAL_SIM_MARK: BELAY_HAL_SIM_VERSION.
BELAY_HAL_EXPORT uint32_t belayHalSimVersion();

}  // extern "C"
