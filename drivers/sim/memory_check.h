// MemoryCheck: red zones around blocks of simulated memory, and a quarantine for freed ones.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "drivers/sim/address_range.h"

namespace belay::sim {

/// What BELAY_CHECK=memory adds to a SimMemory, which calls it under its lock. Zones and freed
/// blocks are filled with patterns that a program is unlikely to write; a byte that changed is
/// reported with the block it belongs to.
class MemoryCheck {
  public:
    struct Block {
        const std::byte* start;
        uint64_t bytes;      ///< as requested
        uint64_t rearBytes;  ///< of the zone behind it
    };

    /// `range` outlives this. `zoneBytes` are kept free before each block; freed blocks of up to
    /// `quarantineBytes` in all are held back.
    MemoryCheck(const AddressRange& range, uint64_t zoneBytes, uint64_t quarantineBytes) noexcept
        : range_(range), zoneBytes_(zoneBytes), quarantineBytes_(quarantineBytes) {}

    /// A block begins its life.
    void begin(const Block& block) const;

    /// What is wrong with the zones of a block whose life ends; nothing when they are whole.
    std::optional<std::string> examine(const Block& block) const;

    /// Holds back a block that was freed, unless it alone would be too much.
    bool hold(const Block& block);

    /// The block that was held longest, when there are too many or, with `all`, at any rate; what
    /// was written to it meanwhile is described in `damage`.
    std::optional<Block> release(bool all, std::optional<std::string>& damage);

  private:
    bool isIntact(const std::byte* start, uint64_t bytes, std::byte pattern,
                  const std::byte*& firstDamaged) const;

    void paint(const std::byte* start, uint64_t bytes, std::byte pattern) const;

    const AddressRange& range_;
    uint64_t zoneBytes_;
    uint64_t quarantineBytes_;
    std::deque<Block> held_;
    uint64_t heldBytes_ = 0;
};

}  // namespace belay::sim
