// Task ids: 16 bits per stream that begin anew, and the FLIP marker that says so.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>

#include "hw/entry.h"

namespace belay::hw {

/// Numbers the tasks of a stream. The serial of a task counts from 0 and never wraps; its id is the
/// low half word. Id 0 of every epoch but the first belongs to a FLIP marker, so that whoever reads
/// the queue in order can tell the epochs apart.
class TaskIds {
  public:
    constexpr TaskIds() noexcept = default;

    /// For a stream whose next task has this serial.
    constexpr explicit TaskIds(uint64_t serial) noexcept : next_(serial) {}

    /// The marker that the stream must send before anything else, if one is due. Takes an id;
    /// `marker.flipNumber` is the low half word of the epoch.
    constexpr std::optional<FlipMarker> takeFlip(uint16_t streamId) noexcept {
        if (!isFlipDue()) {
            return std::nullopt;
        }
        ++next_;
        return FlipMarker{static_cast<uint16_t>(next_ >> 16), 0, streamId};
    }

    constexpr bool isFlipDue() const noexcept { return next_ != 0 && (next_ & 0xFFFF) == 0; }

    /// The serial of the next task; its id is idOf(). Not while a marker is due.
    constexpr uint64_t take() noexcept {
        assert(!isFlipDue());
        return next_++;
    }

    constexpr uint64_t next() const noexcept { return next_; }

    static constexpr uint16_t idOf(uint64_t serial) noexcept {
        return static_cast<uint16_t>(serial);
    }

    /// The newest serial taken so far that has this id, if one has. Exact for the last 65536 tasks,
    /// many more than a ring holds.
    constexpr std::optional<uint64_t> findSerial(uint16_t taskId) const noexcept {
        const uint64_t back = static_cast<uint16_t>(next_ - 1 - taskId);
        if (back >= next_) {
            return std::nullopt;
        }
        return next_ - 1 - back;
    }

  private:
    uint64_t next_ = 0;
};

}  // namespace belay::hw
