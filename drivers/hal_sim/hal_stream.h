// HalStream: a stream id of a device, and the queue that may be behind it.
#pragma once

#include <cstdint>
#include <optional>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/driver.h"
#include "drivers/hal_abi/hal_abi.h"
#include "hw/cqe.h"
#include "hw/sqe.h"

namespace belay::hal_sim {

/// Exists as long as the process, so that any number may be asked about at any time; what it stands
/// for comes and goes. The simulated queue comes with the id and stays until the id is given back:
/// a submission queue that is freed is only emptied, and stands ready for the next one.
/// Thread-safe.
///
/// Positions count from where the ring was when its submission queue was allocated or reset.
class HalStream {
  public:
    HalStream() = default;
    HalStream(const HalStream&) = delete;
    HalStream& operator=(const HalStream&) = delete;
    ~HalStream() = default;

    // --- the id ---

    /// From here on it stands for `queue`, until release() or abandon().
    void adopt(driver::Driver& driver, driver::Queue& queue);

    /// The id is given back; the caller destroys what it stood for. kRtStreamNotComplete (507004)
    /// while its submission queue is not freed.
    Result<driver::Queue*> release();

    /// The device is about to be closed, which ends the queue.
    void abandon();

    bool isAllocated() const;

    // --- the submission queue ---

    Status openQueue(uint32_t priority);

    /// Gives up what is executed and drops the rest.
    Status closeQueue();

    bool hasQueue() const;

    /// Where the first of the entries lies in the ring; nothing when they do not fit now.
    Result<std::optional<uint32_t>> send(const hw::Sqe* entries, uint32_t count);

    struct State {
        uint32_t head = 0;
        uint32_t tail = 0;
        bool isRunning = false;  ///< enabled, or stopped but in the middle of an entry
        bool hasCompletions = false;
        uint32_t depth = 0;
    };

    Result<State> state() const;

    Status enable();

    /// Returns at once; see State::isRunning.
    Status stop();

    /// The queue, which is stopped, goes on at `position` when it is enabled. Waits for an entry
    /// that is being executed. kRtStreamNotComplete (507004) when the queue runs, or
    /// the entry goes on for three seconds.
    Status setHead(uint32_t position);

    /// closeQueue() and openQueue() in one.
    Status reset();

    // --- completions ---

    /// Takes up to `capacity`, oldest first; none when there is no queue.
    uint32_t receive(hw::LogicCqe* entries, uint32_t capacity);

  private:
    Status requireQueue() const BELAY_REQUIRES(mutex_);
    Status requireStopped() const BELAY_REQUIRES(mutex_);
    uint32_t positionOf(uint64_t serial) const BELAY_REQUIRES(mutex_);
    void empty() BELAY_REQUIRES(mutex_);

    mutable Mutex mutex_{LockRank::kStream, "stream of the HAL"};
    driver::Driver* driver_ BELAY_GUARDED_BY(mutex_) = nullptr;
    driver::Queue* queue_ BELAY_GUARDED_BY(mutex_) = nullptr;  // null: not allocated
    bool hasQueue_ BELAY_GUARDED_BY(mutex_) = false;
    uint64_t base_ BELAY_GUARDED_BY(mutex_) = 0;  // serial of position 0
};

}  // namespace belay::hal_sim
