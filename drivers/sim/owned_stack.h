// OwnedStack: a DeviceStack with memory of its own.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "drivers/sim/device_stack.h"

namespace belay::sim {

class OwnedStack {
  public:
    static constexpr size_t kGuardBytes = size_t{1} << 20;

    /// `bytes` is a multiple of the page size. Null when there is no memory.
    static std::unique_ptr<OwnedStack> create(size_t bytes) noexcept;

    ~OwnedStack();
    OwnedStack(const OwnedStack&) = delete;
    OwnedStack& operator=(const OwnedStack&) = delete;

    DeviceStack& stack() noexcept { return stack_; }

  private:
    OwnedStack(std::byte* start, size_t bytes) noexcept;

    std::byte* const start_;
    const size_t bytes_;  // without the guard
    DeviceStack stack_;
};

}  // namespace belay::sim
