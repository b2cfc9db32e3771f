// KernelArgs: a list of arguments for a kernel as the application holds it, by a handle of ours or
// by the address of its own memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <utility>

#include "base/handle_cell.h"
#include "base/mutex.h"
#include "base/result.h"
#include "kernel/args_list.h"

namespace belay {

class Function;

/// Can be found until its function is unloaded, or it is recycled: see ArgsOfFunction. Thread-safe.
class KernelArgs final : public Handled {
  public:
    static constexpr HandleType kHandleType{"argument list"};

    /// How much memory the application gives for a handle: only its address is used.
    static constexpr size_t kPlaceBytes = 64;

    /// Of finishedBytes().
    static constexpr uint32_t kUnfinished = UINT32_MAX;

    /// In memory of its own, with a handle.
    static Result<Ref<KernelArgs>> create(Function& function);

    /// In `memory` of the application, at least ArgsList::memoryFor(0) bytes, to be found by the
    /// address `place`, where nothing is written. One that was there before is gone.
    static Ref<KernelArgs> createAt(const void* place, Function& function,
                                    std::span<std::byte> memory);

    /// Null when there is none at this address.
    static Ref<KernelArgs> findAt(const void* place);

    ~KernelArgs() override;
    KernelArgs(const KernelArgs&) = delete;
    KernelArgs& operator=(const KernelArgs&) = delete;

    /// Whether they are for this function.
    bool isFor(const Function& function) const noexcept { return function_ == &function; }

    /// Calls `work(list)` with the list locked; the result is what that returns.
    template <typename Work>
    auto use(Work work) {
        const Lock lock(mutex_);
        auto result = work(list_);
        const size_t bytes = list_.isFinished() ? list_.block().size() : kUnfinished;
        finishedBytes_.store(static_cast<uint32_t>(bytes), std::memory_order_relaxed);
        return result;
    }

    /// How long the block is that a launch copies; kUnfinished when the list is not finished. Takes
    /// no lock: another thread may change the list at any time.
    uint32_t finishedBytes() const noexcept {
        return finishedBytes_.load(std::memory_order_relaxed);
    }

    /// They have served a launch, and may be recycled.
    void markLaunched() noexcept { wasLaunched_.store(true, std::memory_order_relaxed); }

    bool wasLaunched() const noexcept { return wasLaunched_.load(std::memory_order_relaxed); }

    /// Nobody finds them from here on.
    void close();

  private:
    explicit KernelArgs(const Function& function);
    KernelArgs(const void* place, const Function& function, std::span<std::byte> memory);

    const Function* const function_;  // for comparison only: it does not live as long
    const void* const place_;         // null with a handle
    std::atomic<bool> wasLaunched_{false};
    // Relaxed: a launch looks again with the lock.
    std::atomic<uint32_t> finishedBytes_{kUnfinished};
    Mutex mutex_{LockRank::kObject, "argument list"};
    ArgsList list_ BELAY_GUARDED_BY(mutex_);
};

/// The lists of one function. The interface has no call that destroys a list, so the oldest ones
/// that have been launched make room for new ones. Thread-safe.
class ArgsOfFunction {
  public:
    /// So many are kept however often they were launched.
    static constexpr size_t kKept = 256;

    /// After closeAll() they are closed at once.
    void add(Ref<KernelArgs> args);

    void closeAll();

  private:
    Ref<KernelArgs> takeOldestLaunched() BELAY_REQUIRES(mutex_);

    Mutex mutex_{LockRank::kObject, "argument lists of a function"};
    std::deque<Ref<KernelArgs>> lists_ BELAY_GUARDED_BY(mutex_);
    bool isClosed_ BELAY_GUARDED_BY(mutex_) = false;
};

}  // namespace belay
