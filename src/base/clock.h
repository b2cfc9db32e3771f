// Host time: monotonic nanoseconds and deadlines. (Device time belongs to the driver.)
#pragma once

#include <chrono>
#include <cstdint>

namespace belay {

using SteadyClock = std::chrono::steady_clock;

/// Monotonic host time in nanoseconds; the origin is arbitrary, the clock is never set back.
inline uint64_t steadyNanoseconds() noexcept {
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(SteadyClock::now().time_since_epoch())
            .count());
}

/// A point in time to wait until, or for ever.
class Deadline {
  public:
    static Deadline never() noexcept { return Deadline(SteadyClock::time_point::max()); }

    /// `milliseconds` from now; a negative number means never, as in the public API.
    static Deadline afterMs(int64_t milliseconds) noexcept {
        if (milliseconds < 0 || milliseconds > kMaxMs) {
            return never();
        }
        return Deadline(SteadyClock::now() + std::chrono::milliseconds(milliseconds));
    }

    /// `microseconds` from now, which is not far away.
    static Deadline afterUs(int64_t microseconds) noexcept {
        return Deadline(SteadyClock::now() + std::chrono::microseconds(microseconds));
    }

    /// The earlier of two.
    static Deadline earlier(Deadline a, Deadline b) noexcept { return a.at_ < b.at_ ? a : b; }

    bool isNever() const noexcept { return at_ == SteadyClock::time_point::max(); }

    bool hasPassed() const noexcept { return !isNever() && SteadyClock::now() >= at_; }

    SteadyClock::time_point timePoint() const noexcept { return at_; }

  private:
    // Beyond about a century the addition could overflow the clock's 64 bits.
    static constexpr int64_t kMaxMs = int64_t{100} * 365 * 24 * 3600 * 1000;

    explicit Deadline(SteadyClock::time_point at) noexcept : at_(at) {}

    SteadyClock::time_point at_;
};

}  // namespace belay
