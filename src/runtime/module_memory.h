// ModuleMemory: which device memory the application has put down to one of its modules.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <vector>

#include "base/mutex.h"
#include "base/never_destroyed.h"

namespace belay {

/// Memory of one module on one device.
struct ModuleUse {
    uint16_t module = 0;
    uint64_t bytes = 0;      ///< now, as allocated
    uint64_t peakBytes = 0;  ///< the most since the device was opened
};

/// Devices are meant by the driver's numbers. Thread-safe.
class ModuleMemory {
  public:
    /// The process's only instance; never destroyed.
    static ModuleMemory& instance();

    /// Whether any allocation is known. One relaxed load.
    static bool isInUse() noexcept { return count.load(std::memory_order_relaxed) != 0; }

    void add(const void* start, uint64_t bytes, uint32_t device, uint16_t module);

    /// Nothing happens for memory of no module.
    void remove(const void* start);

    /// The device was closed, and its memory is gone.
    void forget(uint32_t device);

    /// Of modules that have had memory of the device, in no order.
    std::vector<ModuleUse> usesOf(uint32_t device) const;

  private:
    friend class NeverDestroyed<ModuleMemory>;

    struct Block {
        uint64_t bytes;
        uint32_t device;
        uint16_t module;
    };

    using Modules = std::map<uint16_t, ModuleUse>;

    ModuleMemory() = default;

    // Relaxed: who frees memory came by it after it was counted.
    static std::atomic<size_t> count;

    mutable Mutex mutex_{LockRank::kObject, "memory of modules"};
    std::map<const void*, Block> blocks_ BELAY_GUARDED_BY(mutex_);
    std::map<uint32_t, Modules> devices_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
