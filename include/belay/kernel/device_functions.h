// What the simulator gives to kernels: functions that they import by these names. The library of
// kernels (kernel_operator.h) calls them; sources of kernels have no use for them. Each is called
// by a block, on its stack.
#pragma once

#include <cstdarg>
#include <cstdint>

namespace belay::kernel {

/// Why a block gives up: decides the code that the launch ends with.
enum class Failure : uint32_t {
    kException = 0,  ///< it used something as it must not be used
    kTrap = 1,       ///< an assertion does not hold
    kTimeout = 2,    ///< it waits for what can never come
};

/// How cores wait for each other by numbered flags.
enum class FlagMode : uint32_t {
    kSameKind = 0,   ///< all cores of the caller's kind in the launch
    kSameBlock = 1,  ///< the vector cores that share the caller's block
    kOtherKind = 2,  ///< the cube core and the vector cores that share a block
};

inline constexpr uint32_t kCoreFlagCount = 16;
/// So often a flag may be set before it is waited for.
inline constexpr uint32_t kMostCoreFlagSets = 15;

}  // namespace belay::kernel

extern "C" {

/// Ends the launch. `text` tells people why; at most 1023 characters of it are used.
[[noreturn]] void belayFail(belay::kernel::Failure failure, const char* text);

/// Writes text to the application's standard output as vprintf() does, at most 8191 characters at
/// once. The result is how many characters the text has.
int belayPrint(const char* format, va_list arguments);

/// Waits until all cores of the launch, or all its vector cores, have come to it. Where a core ends
/// without having done so, the launch ends with Failure::kTimeout.
void belaySyncCores(bool onlyVectors);

/// One more arrival at a flag, below kCoreFlagCount. kSameKind, kSameBlock: when all cores
/// concerned have set it, each of them can stop waiting for it once. kOtherKind: what the cube core
/// sets, each of its vector cores can wait for; what all vector cores have set, the cube core can.
void belaySetCoreFlag(belay::kernel::FlagMode mode, uint32_t flag);

/// Waits for one such arrival at the caller and takes it. A flag has one counter at each core, so
/// it does not matter with which mode it was set: kernels do not tell when they wait.
void belayWaitCoreFlag(uint32_t flag);

}  // extern "C"
