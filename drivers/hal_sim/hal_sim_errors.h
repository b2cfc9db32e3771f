// Codes of the simulated driver as errors of the HAL.
#pragma once

#include "base/status.h"
#include "drivers/hal_abi/hal_abi.h"

namespace belay::hal_sim {

/// The error whose code of the public interface this is; DRV_ERROR_INNER_ERR for one that has none.
drvError_t halErrorOf(Code code) noexcept;

}  // namespace belay::hal_sim
