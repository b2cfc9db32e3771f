// Size classes of simulated device memory: how requested sizes become block sizes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace belay::sim {

/// Device memory is managed in chunks of one huge page. Requests above half a chunk take whole
/// chunks of their own, as the driver gives them huge pages; smaller ones share chunks with others
/// of their class.
inline constexpr uint64_t kChunkBytes = uint64_t{2} << 20;
inline constexpr uint64_t kLargestShared = kChunkBytes / 2;

/// Every block starts at a multiple of this, as the vendor's driver is asked for (2^9).
inline constexpr uint64_t kBlockAlignment = 512;

/// Classes are multiples of 512 up to 4 KiB, then four steps to each doubling: at most a fifth of a
/// block above 2 KiB is lost to rounding.
inline constexpr size_t kSmallSteps = 8;
inline constexpr size_t kStepsPerDoubling = 4;
inline constexpr size_t kDoublings = 8;  // 4 KiB to 1 MiB
inline constexpr size_t kClassCount = kSmallSteps + kStepsPerDoubling * kDoublings;

/// Bytes of a block of class `index`.
constexpr uint64_t classBytes(size_t index) {
    if (index < kSmallSteps) {
        return (index + 1) * kBlockAlignment;
    }
    const size_t step = index - kSmallSteps;
    const uint64_t base = uint64_t{4096} << (step / kStepsPerDoubling);
    return base + base / kStepsPerDoubling * (step % kStepsPerDoubling + 1);
}

static_assert(classBytes(kSmallSteps - 1) == 4096);
static_assert(classBytes(kClassCount - 1) == kLargestShared);

/// The smallest class whose blocks hold `bytes`, which is 1 to kLargestShared.
constexpr size_t classOf(uint64_t bytes) {
    if (bytes <= 4096) {
        return static_cast<size_t>((bytes - 1) / kBlockAlignment);
    }
    // 4097..8192 is doubling 0, and so on; the two bits below the leading one of bytes-1 pick the
    // step.
    const uint64_t last = bytes - 1;
    const auto doubling = static_cast<size_t>(std::bit_width(last)) - 13;
    const auto step = static_cast<size_t>(last >> (doubling + 10)) & (kStepsPerDoubling - 1);
    return kSmallSteps + doubling * kStepsPerDoubling + step;
}

/// Whole chunks that hold `bytes`; `bytes` is far from overflow.
constexpr uint64_t chunksFor(uint64_t bytes) {
    return (bytes + kChunkBytes - 1) / kChunkBytes;
}

}  // namespace belay::sim
