// ArgsRing: the piece of device memory that a stream's kernels find their arguments in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "runtime/device_memory.h"

namespace belay {

/// A place for the arguments of one launch.
struct ArgsPlace {
    std::byte* view = nullptr;  ///< where the host writes them
    uint64_t address = 0;       ///< where the device reads them
};

/// Where a kernel finds its arguments.
struct KernelArgsRange {
    uint64_t address = 0;  ///< on the device
    uint32_t bytes = 0;
};

/// Places are taken in the order of tasks and given back in the same order. Not thread-safe: its
/// stream's lock guards it.
class ArgsRing {
  public:
    static constexpr uint32_t kUnit = 64;
    static constexpr uint32_t kBytes = 256 * 1024;
    /// What is larger gets memory of its own.
    static constexpr uint32_t kMostBytes = kBytes / 4;

    /// A point in the ring, in units, that counts up for ever and wraps. Two points that tasks in
    /// flight have are never so far apart that this matters.
    using Position = uint16_t;

    /// `memory` has kBytes; `view` is where the host sees it.
    void adopt(DeviceMemory memory, std::byte* view) noexcept;

    bool isMade() const noexcept { return view_ != nullptr; }

    /// Gives the memory back. Nothing that was taken is used any more.
    DeviceMemory takeMemory() noexcept;

    /// `bytes` (above 0, at most kMostBytes) in one piece, aligned to `alignment` (kUnit or 128);
    /// nothing when they are not free now.
    std::optional<ArgsPlace> take(uint32_t bytes, uint32_t alignment) noexcept;

    /// Behind what was taken last.
    Position position() const noexcept { return taken_; }

    /// Undoes what was taken since then.
    void rewind(Position position) noexcept { taken_ = position; }

    /// Everything that was taken before is free, or will be when nobody holds it.
    void giveBackTo(Position position) noexcept {
        givenBack_ = position;
        if (holders_ == 0) {
            free_ = position;
        }
    }

    /// What is in use stays untouched until letGo(), for somebody who looks at it. Nests.
    void hold() noexcept { ++holders_; }

    void letGo() noexcept;

    bool isHeld() const noexcept { return holders_ != 0; }

  private:
    static constexpr uint32_t kUnits = kBytes / kUnit;

    DeviceMemory memory_;
    std::byte* view_ = nullptr;
    uint32_t holders_ = 0;
    Position taken_ = 0;      // up to here
    Position free_ = 0;       // what lies before can be taken again
    Position givenBack_ = 0;  // at least free_
};

}  // namespace belay
