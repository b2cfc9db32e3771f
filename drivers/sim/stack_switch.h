// Leaving one stack for another, and getting a thread back from a stack that it must not go on
// with.
#pragma once

#include <cstdint>

namespace belay::sim {

/// What a context switch keeps lies on the stack that was left: the registers that calls preserve
/// and the control words of floating-point arithmetic.
using StackPointer = void*;

/// Leaves the current stack, whose place goes to `*from`, for `to`; what the other side gets is
/// `value`. Returns with the value that somebody else passes who comes back to `*from`. Takes about
/// two nanoseconds; no system call.
extern "C" uintptr_t belaySwitchStack(StackPointer* from, StackPointer to, uintptr_t value) noexcept
    __attribute__((visibility("hidden")));

/// A stack whose first visit calls `main(argument)`, which never returns. `top` is aligned to 16.
/// Debuggers find the caller's frames through the StackPointer that lies at `argument`: it must be
/// that of whoever came to this stack last. Floating-point control starts with the defaults.
StackPointer prepareStack(void* top, void (*main)(void* argument), void* argument) noexcept;

/// Gives floating-point control its defaults, as a new stack has them: the code that ran on this
/// stack before may have left it otherwise.
void resetArithmetic() noexcept;

/// Sends a thread that was interrupted by a signal away from its stack when the handler returns: as
/// if somebody had called belaySwitchStack(, to, value). `context` is the handler's third argument.
void leaveStackOnReturn(void* context, StackPointer to, uintptr_t value) noexcept;

/// Of the interrupted code.
struct InterruptedCode {
    uintptr_t pc;
    uintptr_t sp;
    bool wasWrite;  ///< only meaningful for a page fault, and only where the processor says it
};

InterruptedCode interruptedCode(const void* context) noexcept;

}  // namespace belay::sim
