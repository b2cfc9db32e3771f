#include "drivers/sim/memory_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace belay::sim {
namespace {

constexpr std::byte kZonePattern{0xA5};
constexpr std::byte kFreedPattern{0xDF};

const void* printable(const std::byte* address) noexcept {
    return address;
}

}  // namespace

void MemoryCheck::begin(const Block& block) const {
    paint(block.start - zoneBytes_, zoneBytes_, kZonePattern);
    paint(block.start + block.bytes, block.rearBytes, kZonePattern);
}

std::optional<std::string> MemoryCheck::examine(const Block& block) const {
    const std::byte* damaged = nullptr;
    if (!isIntact(block.start - zoneBytes_, zoneBytes_, kZonePattern, damaged)) {
        return fmt::format(
            "something wrote to {}, {} bytes before the allocation of {} bytes at {}",
            printable(damaged), block.start - damaged, block.bytes, printable(block.start));
    }
    if (!isIntact(block.start + block.bytes, block.rearBytes, kZonePattern, damaged)) {
        return fmt::format(
            "something wrote to {}, {} bytes behind the end of the allocation of {} bytes at {}",
            printable(damaged), damaged - (block.start + block.bytes), block.bytes,
            printable(block.start));
    }
    return std::nullopt;
}

bool MemoryCheck::hold(const Block& block) {
    if (block.bytes > quarantineBytes_) {
        return false;
    }
    paint(block.start, block.bytes, kFreedPattern);
    held_.push_back(block);
    heldBytes_ += block.bytes;
    return true;
}

std::optional<MemoryCheck::Block> MemoryCheck::release(bool all,
                                                       std::optional<std::string>& damage) {
    if (held_.empty() || (!all && heldBytes_ <= quarantineBytes_)) {
        return std::nullopt;
    }
    const Block block = held_.front();
    held_.pop_front();
    heldBytes_ -= block.bytes;
    const std::byte* damaged = nullptr;
    if (!isIntact(block.start, block.bytes, kFreedPattern, damaged)) {
        damage = fmt::format(
            "something wrote to {}, at offset {} of the allocation of {} bytes at {}, after it was "
            "freed",
            printable(damaged), damaged - block.start, block.bytes, printable(block.start));
    }
    return block;
}

bool MemoryCheck::isIntact(const std::byte* start, uint64_t bytes, std::byte pattern,
                           const std::byte*& firstDamaged) const {
    range_.permit(start, bytes);
    const std::byte* view = start + range_.engineOffset();
    const std::byte* found =
        std::find_if(view, view + bytes, [&](std::byte value) { return value != pattern; });
    firstDamaged = start + (found - view);
    range_.forbid(start, bytes);
    return found == view + bytes;
}

void MemoryCheck::paint(const std::byte* start, uint64_t bytes, std::byte pattern) const {
    range_.permit(start, bytes);
    std::memset(const_cast<std::byte*>(start) + range_.engineOffset(),
                std::to_integer<int>(pattern), bytes);
    range_.forbid(start, bytes);
}

}  // namespace belay::sim
