#include "runtime/kernel_memory.h"

#include <cassert>

#include "runtime/device.h"

namespace belay {
namespace {

// Cores are numbered by place, and chips whose cores do not all work leave out numbers: so many
// there are on the largest chip of the family.
constexpr uint64_t kCorePlaces = 25 + 50;

}  // namespace

Result<uint64_t> KernelMemory::stacks(Device& device, uint32_t level) {
    assert(level < kStackLevels);
    const uint64_t bytes = (kLeastStack + level * kStackStep) * kCorePlaces;
    BELAY_ASSIGN(const void* start, stacks_[level].get(device, bytes));
    return reinterpret_cast<uintptr_t>(start);
}

Result<void*> KernelMemory::findSyncBase(Device& device) {
    driver::MemoryRange area;
    BELAY_TRY(useDevice(device, [&]() -> Status {
        BELAY_ASSIGN(area, device.driver().syncArea(device.driverNumber()));
        return Status::ok();
    }));
    if (area.start == nullptr) {
        BELAY_ASSIGN(area.start, ownSyncArea_.get(device, kSyncBytes));
    }
    syncBase_.store(area.start, std::memory_order_release);
    return area.start;
}

}  // namespace belay
