#include "drivers/sim/host_registry.h"

#include <sys/mman.h>

#include "drivers/device_facts.h"

namespace belay::sim {
namespace {

Status requireMapped(void* start, uint64_t bytes) {
    // Asks for nothing to be done, but fails when there is a hole.
    if (::msync(start, bytes, MS_ASYNC) != 0) {
        return Status::error(
            Code::kRtParamInvalid,
            "{} bytes from {} cannot be registered: not all of it is memory of the process", bytes,
            start);
    }
    return Status::ok();
}

}  // namespace

HostRegistry::Entries::const_iterator HostRegistry::findLocked(const std::byte* address) const {
    auto next = entries_.upper_bound(address);
    if (next == entries_.begin()) {
        return entries_.end();
    }
    --next;
    const auto offset = static_cast<uint64_t>(address - next->first);
    return offset < next->second.bytes ? next : entries_.end();
}

Status HostRegistry::add(uint32_t device, void* start, uint64_t bytes) {
    BELAY_TRY(driver::requireRegistrable(start, bytes));
    BELAY_TRY(requireMapped(start, bytes));
    const auto* first = static_cast<const std::byte*>(start);
    const Lock lock(mutex_);
    const auto before = findLocked(first);
    const auto next = entries_.lower_bound(first);
    const bool reachesNext =
        next != entries_.end() && static_cast<uint64_t>(next->first - first) < bytes;
    if (before != entries_.end() || reachesNext) {
        const auto& taken = before != entries_.end() ? *before : *next;
        return Status::error(Code::kHostMemoryAlreadyRegistered,
                             "{} bytes from {} cannot be registered: {} bytes from {} are already",
                             bytes, start, taken.second.bytes,
                             static_cast<const void*>(taken.first));
    }
    entries_.emplace(first, Entry{bytes, device});
    count_.store(entries_.size(), std::memory_order_relaxed);
    return Status::ok();
}

Status HostRegistry::remove(void* start) {
    const Lock lock(mutex_);
    if (entries_.erase(static_cast<const std::byte*>(start)) == 0) {
        return Status::error(Code::kHostMemoryNotRegistered, "no registered memory starts at {}",
                             start);
    }
    count_.store(entries_.size(), std::memory_order_relaxed);
    return Status::ok();
}

void HostRegistry::removeAll(uint32_t device) {
    const Lock lock(mutex_);
    std::erase_if(entries_, [&](const auto& entry) { return entry.second.device == device; });
    count_.store(entries_.size(), std::memory_order_relaxed);
}

driver::PointerInfo HostRegistry::find(const void* address) const noexcept {
    if (count_.load(std::memory_order_relaxed) == 0) [[likely]] {
        return {};
    }
    const Lock lock(mutex_);
    const auto found = findLocked(static_cast<const std::byte*>(address));
    if (found == entries_.end()) {
        return {};
    }
    return {.kind = driver::PointerKind::kHostMapped,
            .device = found->second.device,
            .start = const_cast<std::byte*>(found->first),
            .bytes = found->second.bytes};
}

}  // namespace belay::sim
