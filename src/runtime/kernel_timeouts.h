// KernelTimeouts: how long kernels may run, for the whole process.
#pragma once

#include <atomic>
#include <cstdint>

namespace belay {

/// Limits are multiples of the device's unit, at most 254 of them, as the queue's entries count
/// them. Thread-safe.
class KernelTimeouts {
  public:
    static constexpr uint64_t kNone = UINT64_MAX;

    /// The process's only instance.
    static KernelTimeouts& instance();

    /// A limit above 0 in units, rounded up; at most the longest that there is.
    static uint8_t creditFor(uint64_t limitUs, uint64_t unitNs) noexcept;

    /// Limits kernels on AI cores and AI CPUs that are launched from now on. Rounded up to a whole
    /// number of units; 0 asks for the longest limit that there is, which is none at all where the
    /// unit is short. The result is what takes effect, in microseconds; kNone without a limit.
    uint64_t set(uint64_t limitUs, uint64_t unitNs) noexcept;

    /// The limit of kernels on AI cores, in microseconds; kNone without a limit.
    uint64_t limitUs(uint64_t unitNs) const noexcept;

    /// The limit for the entry of a kernel, in units; hw::kUnlimitedCredit without.
    uint8_t aicoreCredit() const noexcept { return aicore_.load(std::memory_order_relaxed); }

    uint8_t aicpuCredit() const noexcept { return aicpu_.load(std::memory_order_relaxed); }

  private:
    static constexpr uint8_t kMostCredit = 254;
    // 28 seconds, which is what AI CPU kernels have unless it is set.
    static constexpr uint8_t kAicpuDefault = 7;

    // Relaxed: each stands for itself.
    std::atomic<uint8_t> aicore_{kMostCredit};
    std::atomic<uint8_t> aicpu_{kAicpuDefault};
};

}  // namespace belay
