// KernelMemory: what kernels find in a device's memory beside their arguments.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "base/result.h"
#include "runtime/lazy_memory.h"

namespace belay {

class Device;

/// Of one device, and made with the first launch that names it. Thread-safe.
class KernelMemory {
  public:
    static constexpr uint64_t kStackStep = uint64_t{16} * 1024;
    static constexpr uint64_t kLeastStack = 2 * kStackStep;
    static constexpr uint32_t kStackLevels = 11;  ///< up to 192 KiB for each core

    /// How entries name the size of stacks that hold `bytes`, which is at most that of the last
    /// level.
    static constexpr uint32_t stackLevel(uint64_t bytes) noexcept {
        const uint64_t steps = (bytes + kStackStep - 1) / kStackStep;
        return steps <= kLeastStack / kStackStep
                   ? 0
                   : static_cast<uint32_t>(steps - kLeastStack / kStackStep);
    }

    /// Where the stacks of all cores lie that have this level. Errors as LazyMemory::get().
    Result<uint64_t> stacks(Device& device, uint32_t level);

    /// Where cube and vector cores leave flags for each other: on a card registers, which its
    /// driver maps. Errors as LazyMemory::get().
    Result<void*> syncBase(Device& device) {
        if (void* known = syncBase_.load(std::memory_order_acquire)) [[likely]] {
            return known;
        }
        return findSyncBase(device);
    }

  private:
    static constexpr uint64_t kSyncBytes = 4096;

    Result<void*> findSyncBase(Device& device);

    std::array<LazyMemory, kStackLevels> stacks_;
    LazyMemory ownSyncArea_;  // where the driver has none
    std::atomic<void*> syncBase_{nullptr};
};

}  // namespace belay
