#include "drivers/hal/allocation_table.h"

namespace belay::hal {
namespace {

const std::byte* byteAt(const void* address) {
    return static_cast<const std::byte*>(address);
}

bool goesWithDevice(driver::PointerKind kind) {
    return kind == driver::PointerKind::kDevice || kind == driver::PointerKind::kHostMapped;
}

}  // namespace

AllocationTable::Allocations::const_iterator AllocationTable::findLocked(
    const std::byte* address) const {
    auto next = allocations_.upper_bound(address);
    if (next == allocations_.begin()) {
        return allocations_.end();
    }
    --next;
    return next->second.holds(address) ? next : allocations_.end();
}

// The first range that has a byte in common with another one.
AllocationTable::Allocations::const_iterator AllocationTable::findOverlapLocked(
    const std::byte* start, uint64_t bytes) const {
    const auto before = findLocked(start);
    if (before != allocations_.end()) {
        return before;
    }
    const auto next = allocations_.lower_bound(start);
    const bool isReached =
        next != allocations_.end() && static_cast<uint64_t>(next->first - start) < bytes;
    return isReached ? next : allocations_.end();
}

void AllocationTable::add(const Allocation& allocation) {
    const Lock lock(mutex_);
    // What was there is gone without having been released here.
    allocations_.insert_or_assign(allocation.start, allocation);
}

std::optional<Allocation> AllocationTable::addUnlessTaken(const Allocation& allocation) {
    const Lock lock(mutex_);
    const auto taken = findOverlapLocked(allocation.start, allocation.bytes);
    if (taken != allocations_.end()) {
        return taken->second;
    }
    allocations_.emplace(allocation.start, allocation);
    return std::nullopt;
}

std::optional<Allocation> AllocationTable::take(const void* start) {
    const Lock lock(mutex_);
    const auto found = allocations_.find(byteAt(start));
    if (found == allocations_.end()) {
        return std::nullopt;
    }
    const Allocation taken = found->second;
    allocations_.erase(found);
    return taken;
}

std::vector<Allocation> AllocationTable::takeAllOf(uint32_t device) {
    const Lock lock(mutex_);
    std::vector<Allocation> taken;
    for (auto each = allocations_.begin(); each != allocations_.end();) {
        if (each->second.number.device == device && goesWithDevice(each->second.kind)) {
            taken.push_back(each->second);
            each = allocations_.erase(each);
        } else {
            ++each;
        }
    }
    return taken;
}

std::optional<Allocation> AllocationTable::find(const void* address) const {
    const Lock lock(mutex_);
    const auto found = findLocked(byteAt(address));
    return found != allocations_.end() ? std::optional(found->second) : std::nullopt;
}

bool AllocationTable::setHostView(const void* start, std::byte* view) {
    const Lock lock(mutex_);
    const auto found = allocations_.find(byteAt(start));
    if (found == allocations_.end()) {
        return false;
    }
    found->second.hostView = view;
    return true;
}

Status AllocationTable::requireWhole(const char* what, const void* address, uint64_t bytes) const {
    const Lock lock(mutex_);
    const auto found = findOverlapLocked(byteAt(address), bytes);
    if (found == allocations_.end()) {
        return Status::ok();
    }
    const Allocation& allocation = found->second;
    if (!allocation.holds(address)) {
        return Status::error(Code::kRtParamInvalid,
                             "{}, {} bytes from {}, begins outside the allocation of {} bytes from "
                             "{} that it runs into",
                             what, bytes, address, allocation.bytes,
                             static_cast<const void*>(allocation.start));
    }
    const auto offset = static_cast<uint64_t>(byteAt(address) - allocation.start);
    if (bytes > allocation.bytes - offset) {
        return Status::error(Code::kRtParamInvalid,
                             "{}, {} bytes from {}, leaves its allocation of {} bytes from {}",
                             what, bytes, address, allocation.bytes,
                             static_cast<const void*>(allocation.start));
    }
    return Status::ok();
}

}  // namespace belay::hal
