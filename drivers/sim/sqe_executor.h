// SqeExecutor: what a simulated device does with one entry of a queue.
#pragma once

#include <cstdint>
#include <string>

#include "drivers/driver.h"
#include "drivers/sim/busy_meter.h"
#include "drivers/sim/executor_hooks.h"
#include "drivers/sim/flags.h"
#include "hw/cqe.h"
#include "hw/firmware_codes.h"
#include "hw/sqe.h"

namespace belay::sim {

class AddressSpace;
class DeviceFaults;

/// What came of an entry.
struct Outcome {
    enum class Kind : uint8_t {
        kDone,
        /// The waiter is parked at `waitsFor`; execute again when it is resumed, which another
        /// thread may do before execute() has returned.
        kWaits,
        kNeedsEngineThread,  ///< nothing has happened; the calling thread may not run this one
        kFailed,
    };

    Kind kind = Kind::kDone;
    uint8_t errorType = 0;          ///< kFailed: hw::ErrorType bits
    bool writesCqe = false;         ///< kDone: completion entry, with a time stamp
    uint32_t errorCode = 0;         ///< kFailed: of the firmware; kDone: answer in the completion
    uint32_t waitTimeoutS = 0;      ///< kWaits: 0 is for ever
    FlagTable* waitsFor = nullptr;  ///< kWaits, with flagId: for cancel()
    uint32_t flagId = 0;
    std::string text{};  ///< kFailed: why, for people
    uint64_t pc = 0;     ///< kFailed: of the instruction; 0: not known

    static Outcome done(bool writesCqe) { return Outcome{.writesCqe = writesCqe}; }

    static Outcome needsEngineThread() { return Outcome{.kind = Kind::kNeedsEngineThread}; }
};

/// Who executes, and how.
struct EntryContext {
    FlagWaiter& waiter;  ///< of the queue
    BusySpan& busy;      ///< what is in use while the thread executes entries
    /// Whether this same entry was executed before, with kWaits as outcome.
    bool isAgain = false;
    /// Whether the time limit of that wait has passed and the waiter been cancelled: the entry now
    /// ends one way or the other.
    bool waitHasExpired = false;
    driver::Lending allowed = driver::Lending::kKernels;  ///< on a thread that lends itself
    bool onEngineThread = true;                           ///< then all is allowed
    uint64_t queue = 0;                                   ///< SimQueue::number()
    /// Called with waiters to resume, a list that is never empty.
    void (*resume)(void* context, FlagWaiter* list) = nullptr;
    void* resumeContext = nullptr;
};

/// Executes entries of one device. Stateless between calls, so any number of threads may execute
/// entries of different queues at once; each queue's entries come one after the other. Takes no
/// lock but those of flag tables.
///
/// What a thread that lends itself may run: with kKernels all but AI CPU kernels, which belong to
/// the engine's own threads; with kBounded neither kernels nor copies above kBoundedBytes; with
/// kNothing nothing.
class SqeExecutor {
  public:
    static constexpr uint64_t kBoundedBytes = uint64_t{1} << 20;
    /// What the simulated firmware says when asked for its version.
    static constexpr uint32_t kFirmwareVersion = 35;

    struct Setup {
        AddressSpace& memory;
        DeviceFlags flags;  ///< of the device itself
        hw::Die die;        ///< of the device itself
        FlagDirectory& directory;
        CallbackSink& callbacks;
        DeviceFaults& faults;   ///< of the device itself
        BusyMeters& busy;       ///< likewise
        KernelRunner* kernels;  ///< null: there is none, and kernels fail
    };

    explicit SqeExecutor(const Setup& setup) noexcept : setup_(setup) {}

    /// Any 64 bytes may come: what makes no legal entry fails.
    Outcome execute(const hw::Sqe& sqe, EntryContext& context);

  private:
    Setup setup_;
};

}  // namespace belay::sim
