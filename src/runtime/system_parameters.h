// SystemParameters: switches that the application sets for a context or for the process.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace belay {

/// Each parameter is off, on, or was never set. Thread-safe: each stands for itself.
class SystemParameters {
  public:
    static constexpr uint32_t kCount = 4;

    /// `parameter` is below kCount.
    void set(uint32_t parameter, bool isOn) noexcept {
        values_[parameter].store(isOn ? kOn : kOff, std::memory_order_relaxed);
    }

    std::optional<bool> get(uint32_t parameter) const noexcept {
        const uint8_t value = values_[parameter].load(std::memory_order_relaxed);
        return value == kUnset ? std::nullopt : std::optional(value == kOn);
    }

  private:
    static constexpr uint8_t kUnset = 0;
    static constexpr uint8_t kOff = 1;
    static constexpr uint8_t kOn = 2;

    std::array<std::atomic<uint8_t>, kCount> values_{};
};

}  // namespace belay
