// AllocationTable: ranges of memory that a driver has given out or taken in, by their addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/driver.h"
#include "drivers/hal/device_number.h"

namespace belay::hal {

struct Allocation {
    driver::PointerKind kind = driver::PointerKind::kUnknown;
    DeviceNumber number{};  ///< that it goes with; of managed and pinned memory without meaning
    std::byte* start = nullptr;
    uint64_t bytes = 0;             ///< as requested
    std::byte* hostView = nullptr;  ///< where the host reaches memory of a device, once asked for

    bool holds(const void* address) const noexcept {
        return static_cast<uint64_t>(static_cast<const std::byte*>(address) - start) < bytes;
    }

    driver::PointerInfo info() const noexcept {
        return {.kind = kind, .device = number.device, .start = start, .bytes = bytes};
    }
};

/// No two ranges in it overlap. Thread-safe; its lock is held for looking only.
class AllocationTable {
  public:
    /// A range that overlaps none in the table.
    void add(const Allocation& allocation);

    /// Adds a range unless it overlaps another one, which is then the result.
    std::optional<Allocation> addUnlessTaken(const Allocation& allocation);

    /// Takes out the range that starts exactly there.
    std::optional<Allocation> take(const void* start);

    /// Takes out all ranges that go with the device: memory of the device and memory registered
    /// for it.
    std::vector<Allocation> takeAllOf(uint32_t device);

    /// The range that holds the address.
    std::optional<Allocation> find(const void* address) const;

    /// Remembers a view of the range that starts there; false when there is none any more.
    bool setHostView(const void* start, std::byte* view);

    /// kRtParamInvalid (107000) when [address, address + bytes) lies in one of the ranges with one
    /// end only. `what` names it, as in "the target". Memory that is in no range is not the
    /// table's business.
    Status requireWhole(const char* what, const void* address, uint64_t bytes) const;

  private:
    // By their starts.
    using Allocations = std::map<const std::byte*, Allocation>;

    Allocations::const_iterator findLocked(const std::byte* address) const BELAY_REQUIRES(mutex_);
    Allocations::const_iterator findOverlapLocked(const std::byte* start, uint64_t bytes) const
        BELAY_REQUIRES(mutex_);

    mutable Mutex mutex_{LockRank::kAllocationMap, "allocations of the driver"};
    Allocations allocations_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::hal
