// The engine's own threads: workers and the tick.
#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "base/fence.h"
#include "base/futex.h"
#include "base/log.h"
#include "drivers/sim/cpu_pause.h"
#include "drivers/sim/engine.h"
#include "drivers/sim/fault_signals.h"
#include "drivers/sim/lane_registry.h"

namespace belay::sim {
namespace {

// How long a worker leaves a fresh entry to whoever may be about to wait for it.
constexpr uint64_t kOwnersHeadStartNs = 3'000;
// A worker looks at the queues this often; looking all the time would take their cache lines away
// from those who use them.
constexpr uint64_t kLookEveryNs = 1'000;
// Without anything to do for this long, a worker sleeps; while others do all there is, it dozes.
constexpr uint64_t kSleepAfterNs = 60'000;
constexpr int64_t kDozeUs = 100;
constexpr int64_t kTickUs = 1'000;
// Ticks without anything to do before the tick sleeps.
constexpr int kIdleTicks = 4;
// Bodies that never end each keep a worker; beyond this many nobody else gets one.
constexpr size_t kMaxWorkers = 64;

void pauseFor(uint64_t ns) noexcept {
    const uint64_t end = steadyNanoseconds() + ns;
    while (steadyNanoseconds() < end) {
        pauseCpu();
    }
}

}  // namespace

// ---- workers ----

// The most urgent queue that nobody has touched for a while, with its role taken.
Engine::Look Engine::lookForWork() {
    const Lock lock(scanMutex_);
    collectNewcomers();
    const uint64_t now = steadyNanoseconds();
    SimQueue* best = nullptr;
    Look look;
    for (size_t i = 0; i < active_.size(); ++i) {
        SimQueue* queue = active_[(cursor_ + 1 + i) % active_.size()];
        look.activity += queue->head() + queue->tail();
        if (!queue->isRunnable() || !queue->roleIsFree()) {
            continue;
        }
        look.sawPending = true;
        SimQueue::Listing& listing = queue->listing();
        if (listing.seenHead != queue->head() || listing.seenTail != queue->tail()) {
            listing.seenHead = queue->head();
            listing.seenTail = queue->tail();
            listing.seenAtNs = now;
        }
        const bool isRipe =
            now - listing.seenAtNs >= kOwnersHeadStartNs || queue->needsEngineThread() || !lends_;
        if (isRipe && (best == nullptr || queue->priority() < best->priority())) {
            best = queue;
        }
    }
    if (!active_.empty()) {
        cursor_ = (cursor_ + 1) % active_.size();
    }
    look.queue = best != nullptr && best->tryTakeRole() ? best : nullptr;
    return look;
}

bool Engine::anythingToTake() {
    collectNewcomers();
    return std::any_of(active_.begin(), active_.end(), [](const SimQueue* queue) {
        return queue->isRunnable() && queue->roleIsFree();
    });
}

void Engine::wakeWorker() noexcept {
    if (!hasWorkers_.load(std::memory_order_acquire)) {
        const Lock lock(threadMutex_);
        if (workers_.empty() && !stopping_.load(std::memory_order_relaxed)) {
            startWorker();
        }
        return;
    }
    uint32_t sleeping = sleepingWorkers_.load(std::memory_order_relaxed);
    while (sleeping != 0) {
        // Who lowers the count has promised to wake one.
        if (sleepingWorkers_.compare_exchange_weak(sleeping, sleeping - 1,
                                                   std::memory_order_seq_cst)) {
            wakePermits_.fetch_add(1, std::memory_order_release);
            futexWake(wakePermits_, 1);
            return;
        }
    }
}

// Without a thread the next publisher tries again; who waits lends itself meanwhile.
void Engine::startWorker() {
    try {
        if (!tick_.joinable()) {
            tick_ = std::thread([this] { tick(); });
        }
        workers_.emplace_back([this] { work(); });
        hasWorkers_.store(true, std::memory_order_release);
    } catch (const std::exception& exception) {
        BELAY_LOG(kDriver, kError, "no thread can be started for the simulated devices: {}",
                  exception.what());
    }
}

// Three ways to pass the time: looking about once a microsecond while there may be something to
// take; dozing, with a look now and then, while others do all there is; and sleeping until a
// submission wakes the worker, which costs that submission a system call.
void Engine::work() {
    uint64_t tookSomethingNs = steadyNanoseconds();
    uint64_t sawSomethingNs = tookSomethingNs;
    uint64_t activity = 0;
    while (!stopping_.load(std::memory_order_acquire)) {
        const Look look = lookForWork();
        const uint64_t now = steadyNanoseconds();
        if (look.sawPending || look.activity != std::exchange(activity, look.activity)) {
            sawSomethingNs = now;
        }
        if (look.queue != nullptr) {
            wakeTick();
            look.queue->listing().needsEngineThread.store(false, std::memory_order_relaxed);
            Turn turn;
            turn.onEngineThread = true;
            runOne(*look.queue, turn);
            tookSomethingNs = steadyNanoseconds();
        } else if (now - sawSomethingNs > kSleepAfterNs) {
            sleepAsWorker();
            tookSomethingNs = sawSomethingNs = steadyNanoseconds();
        } else if (now - tookSomethingNs > kSleepAfterNs) {
            futexWait(dozeWord_, 0, Deadline::afterUs(kDozeUs));
        } else {
            pauseFor(kLookEveryNs);
        }
    }
}

void Engine::sleepAsWorker() {
    {
        const Lock lock(scanMutex_);
        collectNewcomers();
        dropIdle();
        // What others execute may never end: somebody has to see that.
        if (!active_.empty()) {
            wakeTick();
        }
    }
    sleepingWorkers_.fetch_add(1, std::memory_order_seq_cst);
    // Between announcing sleep and the last look; pairs with the fence in published().
    fullFence();
    bool found = stopping_.load(std::memory_order_acquire);
    if (!found) {
        const Lock lock(scanMutex_);
        found = anythingToTake();
    }
    if (found) {
        wakeWorker();  // takes back one announcement: this thread's or that of another sleeper
    }
    while (true) {
        uint32_t permits = wakePermits_.load(std::memory_order_acquire);
        if (permits == 0) {
            futexWait(wakePermits_, 0, Deadline::never());
        } else if (wakePermits_.compare_exchange_weak(permits, permits - 1,
                                                      std::memory_order_acquire)) {
            return;
        }
    }
}

// ---- tick ----

void Engine::wakeTick() noexcept {
    if (tickSleeps_.load(std::memory_order_relaxed) &&
        tickSleeps_.exchange(false, std::memory_order_seq_cst)) {
        tickWord_.fetch_add(1, std::memory_order_seq_cst);
        futexWake(tickWord_, 1);
    }
}

void Engine::tick() {
    int idleTicks = kIdleTicks;
    while (true) {
        // First the word: stop() sets its flag before it changes that, so it is either seen here,
        // or ends the wait for another word.
        const uint32_t word = tickWord_.load(std::memory_order_acquire);
        if (stopping_.load(std::memory_order_acquire)) {
            return;
        }
        if (idleTicks >= kIdleTicks) {
            tickSleeps_.store(true, std::memory_order_seq_cst);
            if (!lookOnTick()) {
                futexWait(tickWord_, word, Deadline::never());
            }
            tickSleeps_.store(false, std::memory_order_relaxed);
            idleTicks = 0;
        }
        futexWait(tickWord_, tickWord_.load(std::memory_order_acquire), Deadline::afterUs(kTickUs));
        idleTicks = lookOnTick() ? 0 : idleTicks + 1;
    }
}

// Gives queues that nobody gets to a worker, and ends waits. Whether another look is needed.
bool Engine::lookOnTick() {
    const uint64_t now = steadyNanoseconds();
    bool needsWorker = false;
    bool isBusy = false;
    {
        const Lock lock(scanMutex_);
        collectNewcomers();
        for (SimQueue* queue : active_) {
            SimQueue::Listing& listing = queue->listing();
            const uint64_t expiresAt =
                queue->headWait().expiresAtNs.load(std::memory_order_relaxed);
            if (queue->isParked.load(std::memory_order_acquire) && expiresAt != 0) {
                isBusy = true;
                if (now >= expiresAt) {
                    expireWait(*queue);
                    needsWorker = true;
                }
            }
            const bool waits = queue->isRunnable() && queue->roleIsFree();
            isBusy = isBusy || queue->isRunnable();
            needsWorker = needsWorker ||
                          (waits && listing.waitedForTick && listing.tickHead == queue->head());
            listing.waitedForTick = waits;
            listing.tickHead = queue->head();
        }
    }
    if (needsWorker) {
        if (sleepingWorkers_.load(std::memory_order_relaxed) != 0) {
            wakeWorker();
        } else {
            const Lock lock(threadMutex_);
            if (workers_.size() < kMaxWorkers && !stopping_.load(std::memory_order_relaxed)) {
                startWorker();
            }
        }
    }
    FaultSignals::stayInFront();
    return Watchdog::look() || isBusy;
}

// What was read of the wait may be of an older one than the queue is in now; once the waiter is
// taken back, the queue stands still, and the time limit is looked at again.
void Engine::expireWait(SimQueue& queue) {
    SimQueue::Wait& wait = queue.headWait();
    if (!wait.cancel(queue)) {
        return;
    }
    const uint64_t expiresAt = wait.expiresAtNs.load(std::memory_order_acquire);
    if (expiresAt != 0 && steadyNanoseconds() >= expiresAt) {
        wait.hasExpired.store(true, std::memory_order_release);
    }
    queue.unpark();
}

// ---- ends ----

void Engine::stop() {
    std::vector<std::thread> threads;
    {
        const Lock lock(threadMutex_);
        stopping_.store(true, std::memory_order_seq_cst);
        threads.swap(workers_);
        if (tick_.joinable()) {
            threads.push_back(std::move(tick_));
        }
    }
    wakePermits_.fetch_add(static_cast<uint32_t>(threads.size()), std::memory_order_seq_cst);
    futexWake(wakePermits_, static_cast<int>(threads.size()));
    tickWord_.fetch_add(1, std::memory_order_seq_cst);
    futexWake(tickWord_, 1);
    for (std::thread& thread : threads) {
        thread.join();
    }
    const Lock lock(threadMutex_);
    wakePermits_.store(0, std::memory_order_relaxed);
    sleepingWorkers_.store(0, std::memory_order_relaxed);
    tickSleeps_.store(true, std::memory_order_relaxed);
    hasWorkers_.store(false, std::memory_order_relaxed);
    stopping_.store(false, std::memory_order_seq_cst);
}

size_t Engine::threadCount() const {
    const Lock lock(threadMutex_);
    return workers_.size() + (tick_.joinable() ? 1 : 0);
}

}  // namespace belay::sim
