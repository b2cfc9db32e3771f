// deviceFact: what halGetDeviceInfo() tells of a simulated device.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "drivers/driver.h"
#include "drivers/hal_sim/hal_device.h"

namespace belay::hal_sim {

/// By the HAL's numbers of modules and kinds of information. kRtFeatureNotSupport (207000) for a
/// pair that simulated devices know nothing of.
Result<int64_t> deviceFact(driver::Driver& driver, const HalDevice& device, int32_t module,
                           int32_t info);

}  // namespace belay::hal_sim
