#include "runtime/kernel_timeouts.h"

#include <algorithm>

#include "base/never_destroyed.h"
#include "hw/entry.h"

namespace belay {
namespace {

constexpr uint64_t kNsPerUs = 1000;
// Below this, the longest limit would be so short that none is wanted instead.
constexpr uint64_t kShortUnitNs = 100'000 * kNsPerUs;

// Too much to count in nanoseconds is too much for a limit as well.
uint64_t unitsOf(uint64_t limitUs, uint64_t unitNs) noexcept {
    const uint64_t limitNs = limitUs > UINT64_MAX / kNsPerUs ? UINT64_MAX : limitUs * kNsPerUs;
    return limitNs / unitNs + (limitNs % unitNs != 0 ? 1 : 0);
}

uint64_t usOf(uint8_t credit, uint64_t unitNs) noexcept {
    return credit == hw::kUnlimitedCredit ? KernelTimeouts::kNone : credit * unitNs / kNsPerUs;
}

}  // namespace

KernelTimeouts& KernelTimeouts::instance() {
    static NeverDestroyed<KernelTimeouts> timeouts;
    return timeouts.get();
}

uint8_t KernelTimeouts::creditFor(uint64_t limitUs, uint64_t unitNs) noexcept {
    return static_cast<uint8_t>(std::min<uint64_t>(unitsOf(limitUs, unitNs), kMostCredit));
}

uint64_t KernelTimeouts::set(uint64_t limitUs, uint64_t unitNs) noexcept {
    uint8_t credit = kMostCredit;
    if (limitUs != 0) {
        credit = creditFor(limitUs, unitNs);
    } else if (unitNs < kShortUnitNs) {
        credit = hw::kUnlimitedCredit;
    }
    aicore_.store(credit, std::memory_order_relaxed);
    aicpu_.store(credit, std::memory_order_relaxed);
    return usOf(credit, unitNs);
}

uint64_t KernelTimeouts::limitUs(uint64_t unitNs) const noexcept {
    return usOf(aicoreCredit(), unitNs);
}

}  // namespace belay
