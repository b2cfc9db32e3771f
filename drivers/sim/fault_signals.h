// FaultSignals: the signals that failing code raises, taken from the application only where code of
// a device raised them.
#pragma once

#include <array>
#include <csignal>

#include "base/status.h"

namespace belay::sim {

/// Handlers are installed once and stay: whatever does not come from code of a device goes to the
/// handler that was there before, as if ours were not there. Thread-safe.
class FaultSignals {
  public:
    static constexpr std::array kAll = {
        SIGSEGV,
        SIGBUS,
        SIGFPE,
        SIGILL,
        SIGABRT
#if defined(__aarch64__)
        ,
        SIGTRAP  // what __builtin_trap() raises
#endif
    };

    /// Leaves all signals alone from now on, if called before anything else.
    static void renounce() noexcept;

    static bool areWanted() noexcept;

    /// Installs the handlers, or puts them back in front of those that others have installed
    /// meanwhile. Where that is impossible, failing code ends the process; the log says so once.
    static void takeOver() noexcept;

    /// takeOver() again, once it was called, now and then. For whoever does something often while
    /// kernels may run.
    static void stayInFront() noexcept;
};

}  // namespace belay::sim
