#include "drivers/sim/device_faults.h"

#include <algorithm>

namespace belay::sim {
namespace {

using driver::FaultKind;
using driver::MemoryRange;

bool overlap(const MemoryRange& range, const void* start, uint64_t bytes) {
    const auto* bad = static_cast<const std::byte*>(range.start);
    const auto* touched = static_cast<const std::byte*>(start);
    return bad < touched + bytes && touched < bad + range.bytes;
}

bool covers(const MemoryRange& outer, const MemoryRange& inner) {
    const auto* outerStart = static_cast<const std::byte*>(outer.start);
    const auto* innerStart = static_cast<const std::byte*>(inner.start);
    return outerStart <= innerStart && innerStart + inner.bytes <= outerStart + outer.bytes;
}

}  // namespace

std::optional<FaultKind> parseFaultKind(std::string_view name) noexcept {
    if (name == "memory") {
        return FaultKind::kMemory;
    }
    if (name == "l2") {
        return FaultKind::kCache;
    }
    return name == "link" ? std::optional(FaultKind::kLink) : std::nullopt;
}

bool DeviceFaults::touchesBadMemory(const void* start, uint64_t bytes) const {
    return start != nullptr &&
           std::ranges::any_of(fault_.ranges, [start, bytes](const MemoryRange& range) {
               return overlap(range, start, bytes);
           });
}

FaultKind DeviceFaults::meet(void* target, const void* source, uint64_t bytes) {
    const bool isItsTurn = trigger_.count();
    const Lock lock(mutex_);
    if (isItsTurn) {
        fault_.kind = trigger_.kind();
        fault_.canRepair = fault_.kind != FaultKind::kLink;
        if (fault_.kind == FaultKind::kMemory) {
            fault_.ranges.push_back({.start = target, .bytes = std::min(bytes, kPageBytes)});
        }
        return fault_.kind;
    }
    return touchesBadMemory(target, bytes) || touchesBadMemory(source, bytes) ? FaultKind::kMemory
                                                                              : FaultKind::kNone;
}

driver::DeviceFault DeviceFaults::current() const {
    const Lock lock(mutex_);
    return fault_;
}

Status DeviceFaults::repair(std::span<const MemoryRange> ranges) {
    const Lock lock(mutex_);
    if (fault_.kind == FaultKind::kLink) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "a link that is down cannot be repaired: this is not supported");
    }
    if (ranges.empty() && fault_.kind == FaultKind::kCache) {
        fault_ = {};
        return Status::ok();
    }
    for (const MemoryRange& range : ranges) {
        const size_t repaired = std::erase_if(
            fault_.ranges, [&range](const MemoryRange& bad) { return covers(range, bad); });
        if (repaired == 0) {
            return Status::error(Code::kRtParamInvalid,
                                 "the {} bytes at {} hold no memory with an error as a whole",
                                 range.bytes, range.start);
        }
    }
    if (ranges.empty() && fault_.kind == FaultKind::kNone) {
        return Status::error(Code::kRtParamInvalid, "the device has no fault");
    }
    if (fault_.ranges.empty()) {
        fault_ = {};
    }
    return Status::ok();
}

void DeviceFaults::clear() {
    const Lock lock(mutex_);
    fault_ = {};
}

}  // namespace belay::sim
