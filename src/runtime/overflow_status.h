// OverflowStatus: where kernels of a device note that a calculation has overflowed.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "runtime/lazy_memory.h"

namespace belay {

class Device;
class Stream;

/// A piece of device memory that is 0 until a kernel of the process notes an overflow there: one
/// for the device, as the documents say of this chip. Made when it is first wanted; it goes with
/// the device. Thread-safe.
class OverflowStatus {
  public:
    static constexpr uint64_t kBytes = 64;

    /// Its device address. Blocks the first time. Errors as driver::Driver::allocate();
    /// kRtContextNull (107002) when the device is closed.
    Result<void*> address(Device& device) { return memory_.get(device, kBytes); }

    /// Lets a stream copy it to device memory at `target`.
    Status submitRead(Stream& stream, void* target);

    /// Lets a stream clear it.
    Status submitReset(Stream& stream);

  private:
    LazyMemory memory_;
};

}  // namespace belay
