#include "drivers/hal_sim/memory_books.h"

namespace belay::hal_sim {

Status MemoryBooks::addView(const void* start, uint32_t device) {
    const Lock lock(mutex_);
    if (!views_.emplace(start, device).second) {
        return Status::error(Code::kHostMemoryAlreadyRegistered, "{} is mapped already", start);
    }
    countLocked();
    return Status::ok();
}

bool MemoryBooks::dropView(const void* start, uint32_t device) {
    const Lock lock(mutex_);
    const auto found = views_.find(start);
    if (found == views_.end() || found->second != device) {
        return false;
    }
    views_.erase(found);
    countLocked();
    return true;
}

bool MemoryBooks::hasView(const void* start, uint32_t device) const {
    const Lock lock(mutex_);
    const auto found = views_.find(start);
    return found != views_.end() && found->second == device;
}

void MemoryBooks::forgetViewsOf(uint32_t device) {
    const Lock lock(mutex_);
    std::erase_if(views_, [device](const auto& view) { return view.second == device; });
    countLocked();
}

void MemoryBooks::addList(const driver::DmaList& list) {
    const Lock lock(mutex_);
    lists_.emplace(list.address, list);
    countLocked();
}

Result<driver::DmaList> MemoryBooks::takeList(uint64_t address) {
    const Lock lock(mutex_);
    const auto found = lists_.find(address);
    if (found == lists_.end()) {
        return Status::error(Code::kRtParamInvalid, "there is no list of pieces at {:#x}", address);
    }
    const driver::DmaList list = found->second;
    lists_.erase(found);
    countLocked();
    return list;
}

Status MemoryBooks::prepareRelease(const void* start) {
    if (count_.load(std::memory_order_relaxed) == 0) [[likely]] {
        return Status::ok();
    }
    const Lock lock(mutex_);
    if (lists_.contains(reinterpret_cast<uintptr_t>(start))) {
        return Status::error(Code::kRtParamInvalid,
                             "{} is a list of pieces, which is destroyed, not freed", start);
    }
    views_.erase(start);
    countLocked();
    return Status::ok();
}

void MemoryBooks::countLocked() {
    count_.store(views_.size() + lists_.size(), std::memory_order_relaxed);
}

}  // namespace belay::hal_sim
