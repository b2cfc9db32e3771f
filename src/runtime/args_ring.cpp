#include "runtime/args_ring.h"

#include <cassert>
#include <utility>

namespace belay {

void ArgsRing::adopt(DeviceMemory memory, std::byte* view) noexcept {
    assert(memory.bytes() >= kBytes && view != nullptr);
    memory_ = std::move(memory);
    view_ = view;
}

DeviceMemory ArgsRing::takeMemory() noexcept {
    view_ = nullptr;
    free_ = givenBack_ = taken_;
    return std::move(memory_);
}

std::optional<ArgsPlace> ArgsRing::take(uint32_t bytes, uint32_t alignment) noexcept {
    assert(isMade() && bytes != 0 && bytes <= kMostBytes);
    static_assert(kUnits * 2 <= UINT16_MAX, "positions in flight must differ");
    const uint32_t step = alignment / kUnit;
    const uint32_t count = (bytes + kUnit - 1) / kUnit;
    uint32_t start = (taken_ + step - 1) & ~(step - 1);
    const uint32_t untilEnd = kUnits - start % kUnits;
    if (count > untilEnd) {
        start += untilEnd;
    }
    const uint32_t end = start + count;
    if (static_cast<Position>(taken_ - free_) + (end - taken_) > kUnits) {
        return std::nullopt;
    }
    taken_ = static_cast<Position>(end);
    const size_t offset = size_t{start % kUnits} * kUnit;
    return ArgsPlace{.view = view_ + offset,
                     .address = reinterpret_cast<uintptr_t>(memory_.start()) + offset};
}

void ArgsRing::letGo() noexcept {
    assert(holders_ > 0);
    if (--holders_ == 0) {
        free_ = givenBack_;
    }
}

}  // namespace belay
