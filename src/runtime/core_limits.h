// CoreLimits: how many cores of each kind work may use.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "drivers/driver.h"

namespace belay {

enum class CoreKind : uint8_t { kCube, kVector };

/// How many cores of a kind a device has.
inline uint32_t coresOf(const driver::DeviceInfo& info, CoreKind kind) noexcept {
    return kind == CoreKind::kCube ? info.cubeCores : info.vectorCores;
}

/// A limit for each kind of core, or none. Thread-safe: each limit stands for itself, and what is
/// submitted while one changes may go either way.
class CoreLimits {
  public:
    /// `count` is above 0.
    void set(CoreKind kind, uint32_t count) noexcept {
        at(kind).store(count, std::memory_order_relaxed);
    }

    /// Removes all limits.
    void reset() noexcept {
        for (std::atomic<uint32_t>& limit : limits_) {
            limit.store(0, std::memory_order_relaxed);
        }
    }

    /// 0: none.
    uint32_t of(CoreKind kind) const noexcept {
        return limits_[static_cast<size_t>(kind)].load(std::memory_order_relaxed);
    }

  private:
    std::atomic<uint32_t>& at(CoreKind kind) noexcept { return limits_[static_cast<size_t>(kind)]; }

    std::array<std::atomic<uint32_t>, 2> limits_{};
};

}  // namespace belay
