// DeviceNumber: a device by the numbers that the driver interface and the vendor's library use.
#pragma once

#include <cstdint>

namespace belay::hal {

struct DeviceNumber {
    uint32_t device = 0;  ///< of driver::Driver
    uint32_t halId = 0;   ///< of the library; another one where it does not list all devices

    bool operator==(const DeviceNumber&) const = default;
};

}  // namespace belay::hal
