// listDevices: what the vendor's library says of the devices of the machine.
#pragma once

#include <vector>

#include "base/result.h"
#include "drivers/driver.h"
#include "drivers/hal/hal_loader.h"

namespace belay::hal {

struct ListedDevice {
    uint32_t halId = 0;
    driver::DeviceInfo info;
};

/// Asks about all devices, in the order of the library; none is legal. What the library need not
/// know, or tells only of open devices, comes from what is known of the chip (hw/chips.h).
/// kRtSocVersion (507008) for a chip that is not known, kRtFeatureNotSupport (207000) on a device's
/// own processors, and what else the library answers.
Result<std::vector<ListedDevice>> listDevices(const HalLibrary& library);

}  // namespace belay::hal
