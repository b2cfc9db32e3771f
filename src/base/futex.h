// Futex: sleeping on a 32-bit word and waking who sleeps there.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/clock.h"

namespace belay {

/// Sleeps while `word` holds `expected`, at most until the deadline. May return early for no
/// reason, so the caller looks again. The word orders nothing beyond its own loads and stores.
void futexWait(const std::atomic<uint32_t>& word, uint32_t expected, Deadline deadline) noexcept;

/// Wakes up to `count` threads of this process that sleep on `word`. A system call in any case.
void futexWake(const std::atomic<uint32_t>& word, int count) noexcept;

}  // namespace belay
