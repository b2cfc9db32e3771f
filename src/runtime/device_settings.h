// DeviceSettings: what the application has set on an opened device.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <set>

#include "base/mutex.h"
#include "runtime/core_limits.h"
#include "runtime/kernel_buffers.h"

namespace belay {

/// What arithmetic gives that overflows.
enum class OverflowMode : uint8_t {
    kSaturation,  ///< the largest number
    kInfinity,    ///< infinity or NaN
};

/// Goes with the device: whoever sets it anew starts with the defaults. Thread-safe.
class DeviceSettings {
  public:
    explicit DeviceSettings(OverflowMode overflowMode) noexcept : overflowMode_(overflowMode) {}

    CoreLimits& coreLimits() noexcept { return coreLimits_; }

    /// Of streams that are made from now on.
    OverflowMode overflowMode() const noexcept {
        return overflowMode_.load(std::memory_order_relaxed);
    }

    void setOverflowMode(OverflowMode mode) noexcept {
        overflowMode_.store(mode, std::memory_order_relaxed);
    }

    /// As set here; 0 when it was not.
    uint64_t kernelBufferBytes(KernelBuffer buffer) const noexcept {
        return bufferBytes_[static_cast<size_t>(buffer)].load(std::memory_order_relaxed);
    }

    /// `bytes` is an effective size. For kernels that are launched from now on.
    void setKernelBufferBytes(KernelBuffer buffer, uint64_t bytes) noexcept {
        bufferBytes_[static_cast<size_t>(buffer)].store(bytes, std::memory_order_relaxed);
    }

    /// Whether the device has been let to the memory of device `peer` (the application's number).
    bool mayAccess(uint32_t peer) const {
        const Lock lock(mutex_);
        return peers_.contains(peer);
    }

    void setAccess(uint32_t peer, bool isAllowed) {
        const Lock lock(mutex_);
        if (isAllowed) {
            peers_.insert(peer);
        } else {
            peers_.erase(peer);
        }
    }

  private:
    // All relaxed: a setting concerns what comes later on the same thread; for other threads the
    // application sees to the order.
    CoreLimits coreLimits_;
    std::atomic<OverflowMode> overflowMode_;
    std::array<std::atomic<uint64_t>, kKernelBufferCount> bufferBytes_{};

    mutable Mutex mutex_{LockRank::kObject, "access between devices"};
    std::set<uint32_t> peers_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
