// MemoryBooks: what the HAL remembers of memory beyond allocations: views, and lists of pieces.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/driver.h"

namespace belay::hal_sim {

/// Thread-safe.
class MemoryBooks {
  public:
    // --- device memory that the host maps ---

    /// kHostMemoryAlreadyRegistered (507910) when there is a view of it already.
    Status addView(const void* start, uint32_t device);

    /// Whether there was one.
    bool dropView(const void* start, uint32_t device);

    bool hasView(const void* start, uint32_t device) const;

    void forgetViewsOf(uint32_t device);

    // --- lists that entries name ---

    void addList(const driver::DmaList& list);

    /// kRtParamInvalid (107000) for an address where no list is.
    Result<driver::DmaList> takeList(uint64_t address);

    // --- both ---

    /// The allocation at `start` is about to be given back: forgets its view. kRtParamInvalid
    /// (107000) when it is a list, which goes another way.
    Status prepareRelease(const void* start);

  private:
    void countLocked() BELAY_REQUIRES(mutex_);

    mutable Mutex mutex_{LockRank::kObject, "memory of the HAL"};
    std::map<const void*, uint32_t> views_ BELAY_GUARDED_BY(mutex_);  // the device of each
    std::map<uint64_t, driver::DmaList> lists_ BELAY_GUARDED_BY(mutex_);
    // Of both. So that giving memory back usually takes no lock; relaxed, since who makes a view of
    // memory that is being given back makes a mistake.
    std::atomic<size_t> count_{0};
};

}  // namespace belay::hal_sim
