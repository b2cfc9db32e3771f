// DeviceStack: a stack of the simulator's own that code of devices runs on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "drivers/sim/stack_switch.h"

namespace belay::sim {

/// Does not own its memory. One thread at a time is on it; code that has left it and has not come
/// to its end goes on with the next visit, on the same thread. Tells the sanitizers of every
/// switch.
class DeviceStack {
  public:
    /// Both aligned to 16; below `low` lies a guard down to `guard`.
    DeviceStack(std::byte* guard, std::byte* low, std::byte* high) noexcept
        : guard_(guard), low_(low), high_(high) {}

    ~DeviceStack();
    DeviceStack(const DeviceStack&) = delete;
    DeviceStack& operator=(const DeviceStack&) = delete;

    /// The next visit begins with `main(argument)`, which must never return; what was on the stack
    /// is gone.
    void prepare(void (*main)(void* argument), void* argument) noexcept;

    /// From another stack: goes on there until the code leaves; what it left with. `value` is what
    /// its leave() returns.
    uintptr_t enter(uintptr_t value) noexcept;

    /// On the stack itself: gives the thread back to who entered. Returns with the next visit.
    uintptr_t leave(uintptr_t value) noexcept;

    /// Added to the value with which a signal handler sends the thread away from the stack, by
    /// leaveStackOnReturn(context, returnTo(), value | kAbandoned); enter() returns with both. The
    /// stack wants prepare() before the next visit.
    static constexpr uintptr_t kAbandoned = uintptr_t{1} << 63;

    StackPointer returnTo() const noexcept { return returnTo_; }

    /// Whether the address lies in the stack or its guard.
    bool holds(uintptr_t address) const noexcept {
        return address >= reinterpret_cast<uintptr_t>(guard_) &&
               address < reinterpret_cast<uintptr_t>(high_);
    }

    bool isInGuard(uintptr_t address) const noexcept {
        return holds(address) && address < reinterpret_cast<uintptr_t>(low_);
    }

    size_t bytes() const noexcept { return static_cast<size_t>(high_ - low_); }

  private:
    // What debuggers unwind through: see prepareStack().
    struct Link {
        StackPointer returnTo = nullptr;
        DeviceStack* self = nullptr;
        void (*main)(void*) = nullptr;
        void* argument = nullptr;
    };

    static void begin(void* link);
    void arrived() noexcept;

    Link link_;
    StackPointer& returnTo_ = link_.returnTo;
    StackPointer goOnAt_ = nullptr;
    std::byte* const guard_;
    std::byte* const low_;
    std::byte* const high_;
    // Of the sanitizers, where there are any.
    [[maybe_unused]] void* ownFakeStack_ = nullptr;
    [[maybe_unused]] void* otherFakeStack_ = nullptr;
    [[maybe_unused]] const void* otherBottom_ = nullptr;
    [[maybe_unused]] size_t otherBytes_ = 0;
    [[maybe_unused]] void* ownFiber_ = nullptr;
    [[maybe_unused]] void* otherFiber_ = nullptr;
};

}  // namespace belay::sim
