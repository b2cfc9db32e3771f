#include "runtime/managed_memory.h"

#include <algorithm>

namespace belay {

std::atomic<size_t> ManagedMemory::count{0};

ManagedMemory& ManagedMemory::instance() {
    static NeverDestroyed<ManagedMemory> memory;
    return memory.get();
}

void ManagedMemory::add(void* start, uint64_t bytes) {
    const Lock lock(mutex_);
    allocations_[reinterpret_cast<uintptr_t>(start)] = {
        .bytes = bytes, .pages = std::vector<Page>((bytes + kPageBytes - 1) / kPageBytes)};
    count.store(allocations_.size(), std::memory_order_relaxed);
}

void ManagedMemory::remove(const void* start) {
    const Lock lock(mutex_);
    allocations_.erase(reinterpret_cast<uintptr_t>(start));
    count.store(allocations_.size(), std::memory_order_relaxed);
}

// The pages that a part of is in the range.
Result<ManagedMemory::Pages> ManagedMemory::pagesOf(const void* start, uint64_t bytes) {
    const auto address = reinterpret_cast<uintptr_t>(start);
    auto found = allocations_.upper_bound(address);
    if (found != allocations_.begin()) {
        --found;
        const uint64_t offset = address - found->first;
        Allocation& allocation = found->second;
        if (offset < allocation.bytes && bytes <= allocation.bytes - offset) {
            Page* pages = allocation.pages.data();
            return Pages{pages + offset / kPageBytes,
                         pages + (offset + bytes + kPageBytes - 1) / kPageBytes};
        }
    }
    return Status::error(Code::kRtParamInvalid,
                         "{} bytes from {} do not lie in one block of managed memory", bytes,
                         start);
}

Status ManagedMemory::requireRange(const void* start, uint64_t bytes) const {
    const Lock lock(mutex_);
    return const_cast<ManagedMemory*>(this)->pagesOf(start, bytes).takeStatus();
}

Status ManagedMemory::setReadMostly(const void* start, uint64_t bytes, bool isReadMostly) {
    const Lock lock(mutex_);
    BELAY_ASSIGN(const Pages pages, pagesOf(start, bytes));
    std::for_each(pages.begin, pages.end, [&](Page& page) { page.isReadMostly = isReadMostly; });
    return Status::ok();
}

Status ManagedMemory::setPreferred(const void* start, uint64_t bytes, Place place) {
    const Lock lock(mutex_);
    BELAY_ASSIGN(const Pages pages, pagesOf(start, bytes));
    std::for_each(pages.begin, pages.end, [&](Page& page) { page.preferred = place; });
    return Status::ok();
}

Status ManagedMemory::setPrefetched(const void* start, uint64_t bytes, Place place) {
    const Lock lock(mutex_);
    BELAY_ASSIGN(const Pages pages, pagesOf(start, bytes));
    std::for_each(pages.begin, pages.end, [&](Page& page) { page.prefetched = place; });
    return Status::ok();
}

Status ManagedMemory::setAccessedBy(const void* start, uint64_t bytes, Place place,
                                    bool isAccessed) {
    const Lock lock(mutex_);
    BELAY_ASSIGN(const Pages pages, pagesOf(start, bytes));
    std::for_each(pages.begin, pages.end, [&](Page& page) {
        std::erase(page.accessedBy, place);
        if (isAccessed) {
            page.accessedBy.push_back(place);
        }
    });
    return Status::ok();
}

Result<RangeFacts> ManagedMemory::factsOf(const void* start, uint64_t bytes) const {
    const Lock lock(mutex_);
    BELAY_ASSIGN(const Pages pages, const_cast<ManagedMemory*>(this)->pagesOf(start, bytes));
    RangeFacts facts{.isReadMostly = pages.begin->isReadMostly,
                     .preferred = pages.begin->preferred,
                     .prefetched = pages.begin->prefetched,
                     .accessedBy = pages.begin->accessedBy};
    std::for_each(pages.begin + 1, pages.end, [&](const Page& page) {
        facts.isReadMostly = facts.isReadMostly && page.isReadMostly;
        facts.preferred = facts.preferred == page.preferred ? facts.preferred : Place{};
        facts.prefetched = facts.prefetched == page.prefetched ? facts.prefetched : Place{};
        std::erase_if(facts.accessedBy, [&](const Place& place) {
            return std::find(page.accessedBy.begin(), page.accessedBy.end(), place) ==
                   page.accessedBy.end();
        });
    });
    return facts;
}

}  // namespace belay
