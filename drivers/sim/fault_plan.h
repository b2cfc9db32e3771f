// FaultPlan: makes one driver call of the process fail, to see what the callers make of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/status.h"

namespace belay::sim {

/// Each driver function that can fail for want of something asks check() first. Functions that give
/// something back (release, unregister, destroy, close) or only look at a state do not ask: giving
/// back always works. Thread-safe.
class FaultPlan {
  public:
    /// The `failCall`-th call, counted from 1, fails; 0: none fails, but they are counted; nothing:
    /// no plan.
    explicit FaultPlan(std::optional<uint64_t> failCall) noexcept;

    /// Counts a call of `function` and fails with kRtDrvInternalError (507899) when it is its turn.
    /// Without a plan this is one branch.
    Status check(const char* function) {
        if (!isOn_) [[likely]] {
            return Status::ok();
        }
        return count(function);
    }

    /// Calls so far; 0 without a plan.
    uint64_t calls() const noexcept { return calls_.load(std::memory_order_relaxed); }

    /// Whether the call that was to fail has come.
    bool hasFailed() const noexcept { return isOn_ && failCall_ != 0 && calls() >= failCall_; }

  private:
    Status count(const char* function);

    const bool isOn_;
    const uint64_t failCall_;
    std::atomic<uint64_t> calls_{0};
};

}  // namespace belay::sim
