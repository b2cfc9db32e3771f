// Lane: a thread's ability to run code of devices, and to get away from it when that fails.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "drivers/sim/block_stack.h"
#include "drivers/sim/code_failure.h"
#include "drivers/sim/device_stack.h"
#include "drivers/sim/owned_stack.h"

namespace belay::sim {

class AddressSpace;

/// How a visit to a stack ended.
enum class Leave : uintptr_t {
    kDone,    ///< with all its work
    kWaits,   ///< wants to be visited again later
    kShares,  ///< wants help of other threads, and then to be visited again
    kFailed,  ///< never to go on: Lane::failure()
};

/// For how long code may run, and where it may be stopped.
struct Watch {
    uint64_t limitNs = 0;     ///< of the thread's own time; 0: for ever
    uintptr_t codeBegin = 0;  ///< only while it executes code
    uintptr_t codeEnd = 0;    ///< in this range
    uint64_t subject = 0;     ///< for Watchdog::interrupt()
};

/// A kernel that was found at an entry address, as long as KernelImages::version() is the same.
struct KnownKernel {
    uint64_t version = 0;
    uint64_t pc = 0;
    void (*call)(const unsigned char* args) = nullptr;
    bool mayWait = false;
    uintptr_t codeBegin = 0;  ///< of the memory that its code lies in
    uintptr_t codeEnd = 0;
};

/// Every thread that runs code of devices has one, made with the first use. The thread has an
/// alternate signal stack from then on and does not block the signals that failures raise. What a
/// thread does to its signals afterwards is its own risk (docs/simulator.md).
class Lane {
  public:
    /// Of the calling thread. Null when it cannot be made safe to run code of devices.
    static Lane* ofThread() noexcept;

    /// The same if it exists. May be called in signal handlers.
    static Lane* existing() noexcept;

    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    /// Code of a device begins, or goes on, on `stack` until it leaves.
    Leave visit(DeviceStack& stack) noexcept;

    /// From code on the stack that this thread visits.
    void leave(Leave how) noexcept;

    /// Likewise, never to go on.
    [[noreturn]] void giveUp(kernel::Failure kind, const char* text) noexcept;

    /// Likewise, with everything that there is to say.
    [[noreturn]] void giveUp(const CodeFailure& failure) noexcept;

    /// Of the last visit that ended with kFailed.
    const CodeFailure& failure() const noexcept { return failure_; }

    /// What runs from now on counts against the limit.
    void watch(const Watch& watch) noexcept;

    /// So far nothing has been used of the limit.
    void restartWatch() noexcept {
        generation_ = (generation_ + 1) & kGenerationMask;
        watched_.store(serial_ << kGenerationBits | generation_, std::memory_order_release);
    }

    /// Whether Watchdog::interrupt() was called for what runs since watch().
    bool isInterrupted() const noexcept {
        return interrupted_.load(std::memory_order_relaxed) ==
               watches_.load(std::memory_order_relaxed);
    }

    void unwatch() noexcept { watched_.store(0, std::memory_order_relaxed); }

    /// For kernels of AI CPUs, which are ordinary code. Null when there is no memory.
    DeviceStack* cpuStack() noexcept;

    /// For blocks that do not wait for each other. Null when there is no memory.
    BlockStack* blockStack() noexcept;

    /// Where this thread remembers a kernel.
    KnownKernel& knownKernel(uint64_t pc) noexcept {
        constexpr uint64_t kStubBytes = 128;
        return knownKernels_[pc / kStubBytes % knownKernels_.size()];
    }

    /// Whatever runs blocks on this thread, and the memory that they may use, for the functions
    /// that kernels call.
    void* runner = nullptr;
    const AddressSpace* memory = nullptr;

    /// In a signal handler of this thread. True when the signal is the business of code of a
    /// device, which the thread then leaves when the handler returns.
    bool takeSignal(int signal, const siginfo_t& info, void* context) noexcept;

  private:
    friend class Watchdog;
    friend struct LaneAccess;

    static constexpr unsigned kGenerationBits = 24;
    static constexpr uint64_t kGenerationMask = (uint64_t{1} << kGenerationBits) - 1;

    Lane() = default;
    ~Lane();

    bool prepareThread() noexcept;

    std::atomic<DeviceStack*> running_{nullptr};
    uint64_t serial_ = 0;  // of the lane, in the process
    uint64_t generation_ = 0;
    std::atomic<uint64_t> watched_{0};  // names what runs, in the whole process; 0: nothing
    // Written before watched_ is; relaxed, because the watchdog is early or late anyway.
    std::atomic<uint64_t> limitNs_{0};
    std::atomic<uint64_t> subject_{0};
    std::atomic<uint64_t> watches_{0};  // how often watch() was called
    uintptr_t codeBegin_ = 0;
    uintptr_t codeEnd_ = 0;
    CodeFailure failure_;
    BlockStack* blockStack_ = nullptr;
    std::unique_ptr<OwnedStack> cpuStack_;
    std::array<KnownKernel, 8> knownKernels_{};
    void* ownSignalStack_ = nullptr;

    // Of the watchdog.
    std::atomic<uint64_t> interrupted_{0};  // of watches_
    clockid_t clock_{};
    pid_t threadId_ = 0;
    uint64_t seen_ = 0;         // what ran at the last look
    uint64_t seenSinceNs_ = 0;  // the thread's time when that was first seen
    uint64_t seenAtNs_ = 0;     // the same by the clock
    uint64_t lookAgainNs_ = 0;
    uint64_t tryAfterNs_ = 0;
    uint64_t triedFor_ = 0;
};

}  // namespace belay::sim
