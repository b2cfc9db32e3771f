#include "drivers/sim/flags.h"

#include <cassert>

namespace belay::sim {
namespace {

// Bits of Flag::state.
constexpr uint32_t kAllocated = 1;
constexpr uint32_t kRecorded = 2;
constexpr uint32_t kHasWaiters = 4;  // changes only under the mutex

}  // namespace

FlagTable::FlagTable(uint32_t limit, Code exhausted, const char* name)
    : limit_(limit), exhausted_(exhausted), name_(name), mutex_(LockRank::kObject, name) {
    assert(limit <= kMaxFlags);
}

FlagTable::~FlagTable() = default;

Result<uint32_t> FlagTable::allocate() {
    const Lock lock(mutex_);
    uint32_t id = fresh_;
    if (!freed_.empty()) {
        id = freed_.back();
        freed_.pop_back();
    } else if (fresh_ == limit_) {
        return Status::error(exhausted_, "all {} {} ids of the device are in use", limit_, name_);
    } else {
        std::atomic<Page*>& page = pages_[fresh_ / kPageFlags];
        if (page.load(std::memory_order_relaxed) == nullptr) {
            freed_.reserve(fresh_ + kPageFlags);  // so that giving back needs no memory
            ownedPages_.push_back(std::make_unique<Page>());
            // Release: who finds the page finds zeros in it.
            page.store(ownedPages_.back().get(), std::memory_order_release);
        }
        ++fresh_;
    }
    // Relaxed: whoever is told the id is told it in an ordered way.
    find(id)->state.store(kAllocated, std::memory_order_relaxed);
    return id;
}

FlagTable::Flag* FlagTable::find(uint32_t id) const noexcept {
    if (id >= kMaxFlags) {
        return nullptr;
    }
    Page* page = pages_[id / kPageFlags].load(std::memory_order_acquire);
    return page == nullptr ? nullptr : &(*page)[id % kPageFlags];
}

FlagWaiter* FlagTable::detachLocked(Flag& flag) noexcept {
    FlagWaiter* list = flag.first;
    flag.first = nullptr;
    flag.last = nullptr;
    return list;
}

Result<FlagWaiter*> FlagTable::free(uint32_t id) {
    const Lock lock(mutex_);
    Flag* flag = find(id);
    // Relaxed: the mutex orders everything about allocation.
    if (flag == nullptr || (flag->state.load(std::memory_order_relaxed) & kAllocated) == 0) {
        return Status::error(Code::kRtParamInvalid, "{} id {} is not allocated", name_, id);
    }
    flag->state.store(0, std::memory_order_relaxed);
    freed_.push_back(id);
    return detachLocked(*flag);
}

FlagWaiter* FlagTable::freeAll() {
    const Lock lock(mutex_);
    FlagWaiter* all = nullptr;
    FlagWaiter** end = &all;
    for (uint32_t id = 0; id < fresh_; ++id) {
        Flag& flag = *find(id);
        flag.state.store(0, std::memory_order_relaxed);
        FlagWaiter* last = flag.last;
        *end = detachLocked(flag);
        end = last == nullptr ? end : &last->nextWaiter;
    }
    freed_.clear();
    fresh_ = 0;
    return all;
}

bool FlagTable::isAllocated(uint32_t id) const noexcept {
    const Flag* flag = find(id);
    return flag != nullptr && (flag->state.load(std::memory_order_relaxed) & kAllocated) != 0;
}

uint32_t FlagTable::inUse() const {
    const Lock lock(mutex_);
    return fresh_ - static_cast<uint32_t>(freed_.size());
}

bool FlagTable::isRecorded(uint32_t id) const noexcept {
    const Flag* flag = find(id);
    // Acquire, with the release in record(): what the recorder's stream did comes before.
    return flag != nullptr && (flag->state.load(std::memory_order_acquire) & kRecorded) != 0;
}

bool FlagTable::take(uint32_t id) noexcept {
    if (!isRecorded(id)) {
        return false;
    }
    // One of those who come at once gets the bit. Acquire as in isRecorded().
    return (find(id)->state.fetch_and(~kRecorded, std::memory_order_acquire) & kRecorded) != 0;
}

FlagWaiter* FlagTable::record(uint32_t id) noexcept {
    Flag* flag = find(id);
    if (flag == nullptr) {
        return nullptr;
    }
    // Release for those who see the flag; that a waiter is not missed follows from the order of the
    // writes to this one word.
    const uint32_t before = flag->state.fetch_or(kRecorded, std::memory_order_acq_rel);
    if ((before & kHasWaiters) == 0) [[likely]] {
        return nullptr;
    }
    const Lock lock(mutex_);
    flag->state.fetch_and(~kHasWaiters, std::memory_order_relaxed);
    return detachLocked(*flag);
}

void FlagTable::reset(uint32_t id) noexcept {
    if (Flag* flag = find(id)) {
        // Acquire: a reset that follows the record it undoes comes after what that published.
        flag->state.fetch_and(~kRecorded, std::memory_order_acq_rel);
    }
}

bool FlagTable::park(uint32_t id, FlagWaiter& waiter) noexcept {
    Flag* flag = find(id);
    if (flag == nullptr) {
        return false;
    }
    const Lock lock(mutex_);
    const uint32_t before = flag->state.fetch_or(kHasWaiters, std::memory_order_acq_rel);
    if ((before & kRecorded) != 0 || (before & kAllocated) == 0) {
        if (flag->first == nullptr) {
            flag->state.fetch_and(~kHasWaiters, std::memory_order_relaxed);
        }
        return false;
    }
    // From here a recorder sees the bit, and the mutex makes it wait for the list.
    waiter.nextWaiter = nullptr;
    waiter.isParked.store(true, std::memory_order_relaxed);
    (flag->first == nullptr ? flag->first : flag->last->nextWaiter) = &waiter;
    flag->last = &waiter;
    return true;
}

bool FlagTable::cancel(uint32_t id, FlagWaiter& waiter) noexcept {
    Flag* flag = find(id);
    if (flag == nullptr) {
        return false;
    }
    const Lock lock(mutex_);
    FlagWaiter* before = nullptr;
    FlagWaiter* at = flag->first;
    while (at != nullptr && at != &waiter) {
        before = at;
        at = at->nextWaiter;
    }
    if (at == nullptr) {
        return false;
    }
    (before == nullptr ? flag->first : before->nextWaiter) = waiter.nextWaiter;
    flag->last = flag->last == &waiter ? before : flag->last;
    if (flag->first == nullptr) {
        flag->state.fetch_and(~kHasWaiters, std::memory_order_relaxed);
    }
    waiter.nextWaiter = nullptr;
    return true;
}

}  // namespace belay::sim
