// QueueHead: the serial of a queue's head, from what is left of it in a register of 16 bits.
#pragma once

#include <cstdint>

#include "hw/ring.h"

namespace belay::hal {

/// Counts how many entries have run. What the library tells is only the position in the ring, so it
/// must be looked at before the head can have gone once around: whoever submits sees to that. Not
/// thread-safe; written by one thread at a time.
class QueueHead {
  public:
    explicit QueueHead(uint32_t depth) noexcept : ring_(depth) {}

    uint64_t serial() const noexcept { return serial_; }

    uint32_t position() const noexcept { return ring_.positionOf(serial_); }

    /// The register reads `reading`, and no entry from `limit` on has been sent. What would lie
    /// beyond that was read before the head was set, and says nothing.
    void moveTo(uint32_t reading, uint64_t limit) noexcept {
        const uint64_t serial = ring_.retiredAt(serial_, reading % ring_.depth());
        if (serial <= limit) {
            serial_ = serial;
        }
    }

    /// The head was set.
    void set(uint64_t serial) noexcept { serial_ = serial; }

    /// Whether `count` more entries fit behind `tail`, as far as is known.
    bool hasRoomFor(uint32_t count, uint64_t tail) const noexcept {
        return tail + count - serial_ <= ring_.capacity();
    }

  private:
    hw::Ring ring_;
    uint64_t serial_ = 0;
};

}  // namespace belay::hal
