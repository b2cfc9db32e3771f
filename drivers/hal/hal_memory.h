// HalMemory: memory of devices and of the host, as the driver's library gives it.
#pragma once

#include <map>

#include "base/mutex.h"
#include "drivers/driver.h"
#include "drivers/hal/allocation_table.h"
#include "drivers/hal/hal_api.h"

namespace belay::hal {

/// Everything of driver::Driver about memory; as it says there. The library keeps no record that
/// it can be asked for what an allocation is, so this does. Thread-safe; the library is called
/// without a lock.
class HalMemory {
  public:
    explicit HalMemory(const HalApi& api) : api_(api) {}

    HalMemory(const HalMemory&) = delete;
    HalMemory& operator=(const HalMemory&) = delete;
    ~HalMemory() = default;

    Result<void*> allocate(const DeviceNumber& number, uint64_t bytes, driver::MemoryKind kind);
    Status release(void* start);
    Status copy(void* target, const void* source, uint64_t bytes);
    Status fill(void* target, uint8_t value, uint64_t bytes);
    Status copyRows(const driver::RowCopy& copy);
    Result<driver::DmaList> makeList(uint32_t device, const driver::RowCopy& copy);
    void releaseList(const driver::DmaList& list) noexcept;
    std::byte* hostView(void* start) noexcept;
    Result<driver::MemoryUse> memoryUse(const DeviceNumber& number, driver::MemoryKind kind);
    driver::PointerInfo pointerInfo(const void* pointer) noexcept;
    Result<void*> registerHost(const DeviceNumber& number, void* start, uint64_t bytes);
    Status unregisterHost(void* start);

    /// Gives back what there is of a device that is about to be closed; how many allocations there
    /// were.
    size_t forgetDevice(const DeviceNumber& number);

  private:
    // A list of pieces, which the library wants back as it made it.
    struct List {
        uint32_t device = 0;
        DMA_ADDR pieces{};
    };

    // How much of a device's memory this process has.
    struct Use {
        uint64_t bytes = 0;
        uint64_t peakBytes = 0;
    };

    Status allocateAs(const Allocation& wanted, uint64_t flags, const char* kind, void*& start);
    Status free(const Allocation& allocation);
    void dropView(const Allocation& allocation) noexcept;
    bool destroyList(List& list) noexcept;
    void noteUse(const Allocation& allocation, bool isLive);
    bool isOrdinary(const void* address) const;
    bool isOfDevice(const void* address) const;
    Status requireWhole(const driver::RowCopy& copy) const;
    MEMCPY2D describe(const driver::RowCopy& copy) const;

    const HalApi& api_;
    AllocationTable allocations_;
    AllocationTable registered_;

    mutable Mutex mutex_{LockRank::kObject, "books of the driver's memory"};
    std::map<uint64_t, List> lists_ BELAY_GUARDED_BY(mutex_);  // by what entries name
    std::map<uint32_t, Use> uses_ BELAY_GUARDED_BY(mutex_);    // by device
};

}  // namespace belay::hal
