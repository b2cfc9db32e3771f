// Bell: how many times something has happened, for threads that wait for the next time.
#pragma once

#include <atomic>
#include <climits>
#include <cstdint>

#include "base/clock.h"
#include "base/futex.h"

namespace belay::hal_sim {

/// Rung by threads that may hold a lock or run a queue; takes none. What was published before
/// ring() is seen after count() has changed.
class Bell {
  public:
    uint32_t count() const noexcept { return word_.load(std::memory_order_seq_cst); }

    void ring() noexcept {
        word_.fetch_add(1, std::memory_order_seq_cst);
        if (sleepers_.load(std::memory_order_seq_cst) != 0) {
            futexWake(word_, INT_MAX);
        }
    }

    /// Returns when it was rung since count() gave `seen`, at the deadline, or for no reason.
    void wait(uint32_t seen, Deadline deadline) noexcept {
        sleepers_.fetch_add(1, std::memory_order_seq_cst);
        if (count() == seen) {
            futexWait(word_, seen, deadline);
        }
        sleepers_.fetch_sub(1, std::memory_order_relaxed);
    }

  private:
    std::atomic<uint32_t> word_{0};
    std::atomic<uint32_t> sleepers_{0};
};

}  // namespace belay::hal_sim
