// Engine: runs the queues of all simulated devices, on its own threads and on those that wait.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "drivers/driver.h"
#include "drivers/sim/sim_queue.h"
#include "drivers/sim/sqe_executor.h"

namespace belay::sim {

/// Any thread can run a queue: whoever takes its consumer role. A thread that waits for a queue
/// lends itself and executes entries instead of sleeping; a background worker takes what nobody
/// waits for, after leaving it to its owner for a few microseconds, and sleeps when there is
/// nothing. While something runs, a tick of one millisecond adds a worker when a queue has entries
/// that no thread gets to, and ends waits whose time is up.
///
/// Nothing here is locked while an entry is executed, but for the role of its queue.
class Engine {
  public:
    /// `lends`: whether threads that wait execute entries.
    explicit Engine(bool lends) : lends_(lends) {}

    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Entries were pushed to `queue`, by the calling thread.
    void published(SimQueue& queue) noexcept;

    /// As driver::Driver::wait().
    bool wait(SimQueue& queue, uint64_t serial, Deadline deadline, driver::Lending lending);

    /// The heads of these queues may go on. The list comes from a FlagTable.
    void resume(FlagWaiter* waiters) noexcept;

    /// Stops `queue`, waits for an entry that is being executed, and forgets it.
    void remove(SimQueue& queue);

    /// Gives up what `queue`, which is stopped, executes.
    static void interrupt(SimQueue& queue);

    /// Stops `queue` before its next entry and waits for one that is being executed.
    void disable(SimQueue& queue);

    /// Lets a disabled queue go on, at entry `serial`.
    void skipTo(SimQueue& queue, uint64_t serial);
    void enable(SimQueue& queue);

    /// Ends the engine's threads. Nothing may be running; the engine starts them again when needed.
    void stop();

    size_t threadCount() const;

  private:
    // One thread's turn at executing entries.
    struct Turn {
        driver::Lending lending = driver::Lending::kKernels;
        bool onEngineThread = false;
        uint64_t stopAt = UINT64_MAX;      // of the queue that runs
        const SimQueue* target = nullptr;  // when running another queue: the one waited for
        uint64_t targetSerial = 0;
        bool resumedOthers = false;  // so somebody has to look at them
        BusySpan busy;
    };

    // What a worker sees.
    struct Look {
        SimQueue* queue = nullptr;  // to execute, with its role taken
        bool sawPending = false;    // there is one that will have to be taken soon
        uint64_t activity = 0;      // changes whenever anything is submitted or executed
    };

    void list(SimQueue& queue) noexcept;
    void collectNewcomers() BELAY_REQUIRES(scanMutex_);
    void dropIdle() BELAY_REQUIRES(scanMutex_);

    bool runOne(SimQueue& queue, Turn& turn);
    uint32_t consume(SimQueue& queue, Turn& turn);
    bool step(SimQueue& queue, Turn& turn);
    void noteWait(SimQueue::Wait& wait, const Outcome& outcome);
    static void endWait(SimQueue& queue);
    static void takeRole(SimQueue& queue);
    static void complete(SimQueue& queue, const hw::Sqe& sqe, const Outcome& outcome);
    static void fail(SimQueue& queue, const hw::Sqe& sqe, Outcome&& outcome);
    static void unparkAll(FlagWaiter* waiters) noexcept;
    static void resumeDuringTurn(void* turn, FlagWaiter* waiters);

    bool lend(SimQueue& queue, uint64_t serial, Turn& turn, driver::Lending lending);
    // Takes the scan lock if it is free; the analysis does not see it given back.
    SimQueue* pickForLender(const SimQueue& target) BELAY_NO_THREAD_SAFETY_ANALYSIS;
    Look lookForWork();
    bool anythingToTake() BELAY_REQUIRES(scanMutex_);

    void wakeWorker() noexcept;
    void startWorker() BELAY_REQUIRES(threadMutex_);
    void work();
    void sleepAsWorker();
    void wakeTick() noexcept;
    void tick();
    bool lookOnTick();
    static void expireWait(SimQueue& queue);

    const bool lends_;
    std::atomic<SimQueue*> newcomers_{nullptr};

    // Which queues may have work. Held for looking only, never while an entry is executed.
    Mutex scanMutex_{LockRank::kQueue, "queues of the engine"};
    std::vector<SimQueue*> active_ BELAY_GUARDED_BY(scanMutex_);
    size_t cursor_ BELAY_GUARDED_BY(scanMutex_) = 0;

    // Workers that sleep and that nobody has decided to wake yet. A publisher fences between its
    // tail and this, a worker between this and its last look at the queues.
    alignas(64) std::atomic<uint32_t> sleepingWorkers_{0};
    std::atomic<uint32_t> wakePermits_{0};
    std::atomic<bool> hasWorkers_{false};
    std::atomic<bool> tickSleeps_{true};
    std::atomic<uint32_t> tickWord_{0};
    std::atomic<uint32_t> dozeWord_{0};  // never changes: only for sleeping with a time limit
    std::atomic<bool> stopping_{false};

    mutable Mutex threadMutex_{LockRank::kQueue, "threads of the engine"};
    std::vector<std::thread> workers_ BELAY_GUARDED_BY(threadMutex_);
    std::thread tick_ BELAY_GUARDED_BY(threadMutex_);
};

}  // namespace belay::sim
