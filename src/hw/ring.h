// Ring: index arithmetic of a submission queue.
#pragma once

#include <cassert>
#include <cstdint>

namespace belay::hw {

/// Entries of a stream's queue, and how many of them a runtime keeps free for its own use.
constexpr uint32_t kQueueDepth = 2048;
constexpr uint32_t kReservedEntries = 35;
constexpr uint32_t kMaxTasksInFlight = kQueueDepth - kReservedEntries;

/// The positions of a ring of a given depth. `head` is the next entry to run, `tail` the next to
/// fill; equal means empty, so at most depth - 1 entries are in flight. Positions are below the
/// depth; a serial counts entries since the queue was made and never wraps.
class Ring {
  public:
    /// `depth` is at least 2.
    constexpr explicit Ring(uint32_t depth) noexcept : depth_(depth) { assert(depth >= 2); }

    constexpr uint32_t depth() const noexcept { return depth_; }

    constexpr uint32_t capacity() const noexcept { return depth_ - 1; }

    /// The position `count` (at most the depth) entries after `position`.
    constexpr uint32_t advance(uint32_t position, uint32_t count) const noexcept {
        assert(position < depth_ && count <= depth_);
        const uint32_t toEnd = depth_ - position;
        return count < toEnd ? position + count : count - toEnd;
    }

    constexpr uint32_t next(uint32_t position) const noexcept { return advance(position, 1); }

    /// How many entries lie from `from` up to, but not including, `to`.
    constexpr uint32_t distance(uint32_t from, uint32_t to) const noexcept {
        assert(from < depth_ && to < depth_);
        return to >= from ? to - from : depth_ - from + to;
    }

    constexpr uint32_t inFlight(uint32_t head, uint32_t tail) const noexcept {
        return distance(head, tail);
    }

    constexpr uint32_t free(uint32_t head, uint32_t tail) const noexcept {
        return capacity() - inFlight(head, tail);
    }

    constexpr bool isEmpty(uint32_t head, uint32_t tail) const noexcept { return head == tail; }

    constexpr bool isFull(uint32_t head, uint32_t tail) const noexcept {
        return free(head, tail) == 0;
    }

    /// Whether the entry at `position` is still to run, or runs.
    constexpr bool isInFlight(uint32_t head, uint32_t tail, uint32_t position) const noexcept {
        return distance(head, position) < inFlight(head, tail);
    }

    /// Where the entry with this serial lies.
    constexpr uint32_t positionOf(uint64_t serial) const noexcept {
        return static_cast<uint32_t>(serial % depth_);
    }

    /// How many entries have run in all, when `retired` had and the head is now at `head`.
    constexpr uint64_t retiredAt(uint64_t retired, uint32_t head) const noexcept {
        return retired + distance(positionOf(retired), head);
    }

  private:
    uint32_t depth_;
};

}  // namespace belay::hw
