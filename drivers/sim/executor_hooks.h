// What the entry executor needs of others: who runs kernels, who takes callbacks, who knows the
// flags of other devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "drivers/driver.h"
#include "drivers/sim/flags.h"
#include "hw/entry.h"
#include "hw/event_table.h"

namespace belay::sim {

/// How a kernel ended.
struct KernelOutcome {
    uint8_t errorType = 0;   ///< hw::ErrorType bits; 0: well
    uint32_t errorCode = 0;  ///< of the firmware; 0: what follows from the bits and the unit
    std::string text{};      ///< for people, on failure
    uint64_t pc = 0;         ///< on failure: of the instruction; 0: not known
    /// The calling thread cannot run kernels; nothing has happened. Never on the engine's own
    /// threads.
    bool needsEngineThread = false;
};

/// Where a kernel runs.
struct RunContext {
    bool onEngineThread = true;
    uint64_t queue = 0;  ///< SimQueue::number(), by which Watchdog::interrupt() finds it
};

/// Runs kernels to their end, on the calling thread and others as it likes. Called by several
/// threads at once, with no lock held. Never throws.
class KernelRunner {
  public:
    KernelRunner() = default;
    virtual ~KernelRunner() = default;
    KernelRunner(const KernelRunner&) = delete;
    KernelRunner& operator=(const KernelRunner&) = delete;

    virtual KernelOutcome run(const hw::AicoreKernel& kernel, const RunContext& context) = 0;
    virtual KernelOutcome run(const hw::MixKernel& kernel, const hw::MixContext& context,
                              const RunContext& run) = 0;
    /// Only on the engine's threads.
    virtual KernelOutcome run(const hw::AicpuKernel& kernel, const RunContext& context) = 0;

    /// Memory is being given back: whatever is known of code in it is wrong from here on.
    virtual void forget(std::span<std::byte> memory) = 0;
};

/// Takes host callback entries to whoever calls the function. One that blocks its queue is released
/// by a record of the event that it names.
class CallbackSink {
  public:
    CallbackSink() = default;
    virtual ~CallbackSink() = default;
    CallbackSink(const CallbackSink&) = delete;
    CallbackSink& operator=(const CallbackSink&) = delete;

    /// Called on the thread that executes the entry, with no lock held; does not call the function
    /// itself. False when nobody takes callbacks of this queue: the entry then fails.
    virtual bool report(const hw::HostCallback& callback) = 0;
};

/// Where the flags of all devices are, for entries that record a notify of another one.
class FlagDirectory {
  public:
    FlagDirectory() = default;
    virtual ~FlagDirectory() = default;
    FlagDirectory(const FlagDirectory&) = delete;
    FlagDirectory& operator=(const FlagDirectory&) = delete;

    /// Null when no device is there. What is found stays valid as long as the directory. Takes no
    /// lock.
    virtual DeviceFlags* find(hw::Die die) noexcept = 0;
};

}  // namespace belay::sim
