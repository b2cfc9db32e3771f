// DeviceFaults: faults of the hardware that a simulated device meets on request, until repaired.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/mutex.h"
#include "base/status.h"
#include "drivers/driver.h"

namespace belay::sim {

/// What BELAY_SIM_FAULT asks for.
struct FaultRequest {
    driver::FaultKind kind = driver::FaultKind::kMemory;
    uint64_t copy = 1;  ///< which copy of a stream meets it, counted over all devices from 1
};

/// "memory", "l2", "link".
std::optional<driver::FaultKind> parseFaultKind(std::string_view name) noexcept;

/// The request of a process, which one device meets, once. Thread-safe.
class FaultTrigger {
  public:
    explicit FaultTrigger(const std::optional<FaultRequest>& request) noexcept
        : request_(request) {}

    bool isOn() const noexcept { return request_.has_value(); }

    driver::FaultKind kind() const noexcept { return request_->kind; }

    /// Counts a copy; true when it is the one. Only the number matters, nothing is published.
    bool count() noexcept {
        return copies_.fetch_add(1, std::memory_order_relaxed) + 1 == request_->copy;
    }

  private:
    const std::optional<FaultRequest> request_;
    std::atomic<uint64_t> copies_{0};
};

/// Of one device. A copy that meets a fault fails; one that touches memory with an error fails
/// again until the memory is repaired or the device is closed. Thread-safe.
class DeviceFaults {
  public:
    /// Where memory goes bad, at most so much of it does.
    static constexpr uint64_t kPageBytes = 4096;

    explicit DeviceFaults(FaultTrigger& trigger) noexcept : trigger_(trigger) {}

    /// Whether there can be faults at all: one branch for each copy.
    bool isOn() const noexcept { return trigger_.isOn(); }

    /// A copy is about to write to one range and read another (null: none), by the addresses of the
    /// application. The fault that it meets, or kNone. Only when isOn().
    driver::FaultKind meet(void* target, const void* source, uint64_t bytes);

    driver::DeviceFault current() const;

    /// Forgets errors of the memory in `ranges`, or without any an error of the cache.
    /// kRtParamInvalid (107000) when there is no error, kRtFeatureNotSupport (207000) when it is
    /// none of these.
    Status repair(std::span<const driver::MemoryRange> ranges);

    /// Forgets everything: the device is closed.
    void clear();

  private:
    bool touchesBadMemory(const void* start, uint64_t bytes) const BELAY_REQUIRES(mutex_);

    FaultTrigger& trigger_;
    mutable Mutex mutex_{LockRank::kObject, "faults of a simulated device"};
    driver::DeviceFault fault_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::sim
