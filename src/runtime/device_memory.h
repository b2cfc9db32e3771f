// DeviceMemory: memory of a device that the runtime itself needs, given back with the object.
#pragma once

#include <cstdint>
#include <utility>

#include "base/ref.h"
#include "base/result.h"
#include "drivers/driver.h"
#include "runtime/device.h"

namespace belay {

/// Movable; empty after it was moved from. When the device has been closed, the memory is gone with
/// it and nothing is given back.
class DeviceMemory {
  public:
    DeviceMemory() = default;
    ~DeviceMemory();

    DeviceMemory(DeviceMemory&& other) noexcept { swap(other); }

    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        DeviceMemory(std::move(other)).swap(*this);
        return *this;
    }

    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    /// `bytes` above 0. Errors as driver::Driver::allocate(); kRtContextNull (107002) when the
    /// device was closed. Blocks.
    static Result<DeviceMemory> allocate(Device& device, uint64_t bytes, driver::MemoryKind kind);

    std::byte* start() const noexcept { return start_; }

    uint64_t bytes() const noexcept { return bytes_; }

    bool isEmpty() const noexcept { return start_ == nullptr; }

  private:
    void swap(DeviceMemory& other) noexcept {
        std::swap(device_, other.device_);
        std::swap(start_, other.start_);
        std::swap(bytes_, other.bytes_);
    }

    Ref<Device> device_;
    std::byte* start_ = nullptr;
    uint64_t bytes_ = 0;
};

}  // namespace belay
