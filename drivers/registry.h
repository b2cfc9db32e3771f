// Registry: which backend this process uses.
#pragma once

#include <memory>

#include "base/result.h"
#include "drivers/driver.h"

namespace belay::driver {

/// The backend that BELAY_DRIVER names: sim, hal, ioctl; auto, the default, takes the devices of
/// the machine where their device node, the library of their driver and a device are there, else
/// the simulated ones, and logs which it took and why. kRtDevSetupError (507033) for another value,
/// for a backend that is not built yet, and what the backend answers when it cannot start.
Result<std::unique_ptr<Driver>> makeDriver();

}  // namespace belay::driver
