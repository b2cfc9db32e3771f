// Where event and notify flags lie in the physical address space of STARS v1; entries that reset an
// event or record a notify of another process write there.
#pragma once

#include <cstdint>
#include <optional>

namespace belay::hw {

/// Which die of which chip a device is.
struct Die {
    uint8_t chip = 0;
    uint8_t die = 0;
};

namespace stars_v1 {

constexpr uint64_t kEventTable = 0x0006A0200000;
constexpr uint64_t kNotifyTable = 0x0006A0100000;
constexpr uint64_t kChipStride = uint64_t{8} << 40;
constexpr uint64_t kDieStride = uint64_t{1} << 40;
constexpr uint64_t kFlagStride = 4;
constexpr uint64_t kFlagPage = 0x10000;
constexpr uint64_t kEventsPerPage = 4096;
constexpr uint64_t kNotifiesPerPage = 512;

constexpr uint64_t flagAddr(uint64_t table, uint64_t perPage, uint16_t id, Die die) {
    return table + die.chip * kChipStride + die.die * kDieStride + id / perPage * kFlagPage +
           id % perPage * kFlagStride;
}

constexpr std::optional<uint16_t> findFlag(uint64_t table, uint64_t perPage, uint64_t idLimit,
                                           uint64_t address, Die die) {
    const uint64_t start = flagAddr(table, perPage, 0, die);
    if (address < start) {
        return std::nullopt;
    }
    const uint64_t page = (address - start) / kFlagPage;
    const uint64_t inPage = (address - start) % kFlagPage;
    const uint64_t id = page * perPage + inPage / kFlagStride;
    if (inPage % kFlagStride != 0 || inPage / kFlagStride >= perPage || id >= idLimit) {
        return std::nullopt;
    }
    return static_cast<uint16_t>(id);
}

constexpr uint64_t eventAddr(uint16_t eventId, Die die) {
    return flagAddr(kEventTable, kEventsPerPage, eventId, die);
}

constexpr uint64_t notifyAddr(uint16_t notifyId, Die die) {
    return flagAddr(kNotifyTable, kNotifiesPerPage, notifyId, die);
}

/// The event whose flag lies at `address`, if one does.
constexpr std::optional<uint16_t> findEvent(uint64_t address, Die die) {
    return findFlag(kEventTable, kEventsPerPage, 0x10000, address, die);
}

/// The notify whose flag lies at `address`, if one does.
constexpr std::optional<uint16_t> findNotify(uint64_t address, Die die) {
    return findFlag(kNotifyTable, kNotifiesPerPage, 0x2000, address, die);
}

}  // namespace stars_v1
}  // namespace belay::hw
