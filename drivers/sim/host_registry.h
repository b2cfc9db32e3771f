// HostRegistry: ordinary memory of the process that devices may use.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/driver.h"

namespace belay::sim {

/// Simulated devices reach all memory of the process at its own addresses, so that registering is
/// book-keeping: it finds the mistakes that a card would answer with an error. Thread-safe.
class HostRegistry {
  public:
    /// kRtParamInvalid (107000) for a range that is empty, wraps, does not start at a page or is
    /// not all mapped; kHostMemoryAlreadyRegistered (507910) when part of it is registered.
    Status add(uint32_t device, void* start, uint64_t bytes);

    /// kHostMemoryNotRegistered (507911) unless a registered range starts there.
    Status remove(void* start);

    /// Forgets what was registered for a device.
    void removeAll(uint32_t device);

    /// Kind kHostMapped or kUnknown.
    driver::PointerInfo find(const void* address) const noexcept;

  private:
    struct Entry {
        uint64_t bytes;
        uint32_t device;
    };

    using Entries = std::map<const std::byte*, Entry>;

    // The entry that holds the address, or the end.
    Entries::const_iterator findLocked(const std::byte* address) const BELAY_REQUIRES(mutex_);

    mutable Mutex mutex_{LockRank::kAllocationMap, "registered host memory"};
    Entries entries_ BELAY_GUARDED_BY(mutex_);
    // So that most look-ups need no lock. Relaxed: who asks about an address that is being
    // registered at that moment may get either answer.
    std::atomic<size_t> count_{0};
};

}  // namespace belay::sim
