// LazyMemory: device memory that is made when it is first wanted, and goes with its device.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/result.h"

namespace belay {

class Device;

/// Belongs to one Device, whose closing takes it back. Thread-safe.
class LazyMemory {
  public:
    /// Its device address. The first call makes it, `bytes` (above 0) of zeros, and blocks. Errors
    /// as driver::Driver::allocate(); kRtContextNull (107002) when the device is closed.
    Result<void*> get(Device& device, uint64_t bytes) {
        if (void* made = memory_.load(std::memory_order_acquire)) [[likely]] {
            return made;
        }
        return make(device, bytes);
    }

  private:
    Result<void*> make(Device& device, uint64_t bytes);

    // Release when made: who sees it sees it cleared.
    std::atomic<void*> memory_{nullptr};
};

}  // namespace belay
