#include "drivers/sim/engine.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/fence.h"
#include "base/futex.h"
#include "base/log.h"
#include "base/scope_exit.h"
#include "drivers/sim/cpu_pause.h"
#include "drivers/sim/lane_registry.h"
#include "drivers/sim/sim_device.h"
#include "hw/sqe_decode.h"

namespace belay::sim {
namespace {

using driver::Lending;

// Entries of one queue before a worker looks at the others again.
constexpr uint32_t kEntriesPerTurn = 256;

// A thread that waits first looks often, then lets others run, then sleeps for longer and longer:
// every wake-up is announced, but a rare one is announced late (see Backoff).
constexpr uint64_t kSpinNs = 2'000;
constexpr uint64_t kYieldNs = 50'000;

// What a waiting thread does between two looks. A consumer publishes its head and then looks
// whether anybody sleeps, without a fence between the two, so now and then it misses a thread that
// is just falling asleep; that one wakes by itself.
class Backoff {
  public:
    Backoff(SimQueue& queue, uint64_t serial, Deadline deadline) noexcept
        : queue_(queue), serial_(serial), deadline_(deadline) {}

    void progressed() noexcept { sinceNs_ = 0; }

    void pause() noexcept {
        const uint64_t now = steadyNanoseconds();
        if (sinceNs_ == 0) {
            sinceNs_ = now;
            sleepUs_ = 1'000;
        }
        if (now - sinceNs_ < kSpinNs) {
            pauseCpu();
        } else if (now - sinceNs_ < kYieldNs) {
            std::this_thread::yield();
        } else {
            queue_.sleep(serial_, Deadline::earlier(deadline_, Deadline::afterUs(sleepUs_)));
            sleepUs_ = std::min<int64_t>(sleepUs_ * 2, 50'000);
        }
    }

  private:
    SimQueue& queue_;
    uint64_t serial_;
    Deadline deadline_;
    uint64_t sinceNs_ = 0;
    int64_t sleepUs_ = 0;
};

}  // namespace

Engine::~Engine() {
    stop();
}

// ---- publishing ----

void Engine::published(SimQueue& queue) noexcept {
    // Between the new tail and the look at who sleeps; pairs with the fence in sleepAsWorker().
    fullFence();
    if (!queue.listing().isListed.load(std::memory_order_relaxed)) [[unlikely]] {
        list(queue);
    }
    if (sleepingWorkers_.load(std::memory_order_relaxed) != 0 ||
        !hasWorkers_.load(std::memory_order_relaxed)) [[unlikely]] {
        wakeWorker();
    }
}

void Engine::list(SimQueue& queue) noexcept {
    if (queue.listing().isListed.exchange(true, std::memory_order_seq_cst)) {
        return;
    }
    SimQueue* first = newcomers_.load(std::memory_order_relaxed);
    do {
        queue.listing().next = first;
    } while (!newcomers_.compare_exchange_weak(first, &queue, std::memory_order_seq_cst));
}

void Engine::collectNewcomers() {
    SimQueue* queue = newcomers_.exchange(nullptr, std::memory_order_seq_cst);
    for (; queue != nullptr; queue = queue->listing().next) {
        active_.push_back(queue);
    }
}

// Lists only what has entries. A queue that gets one while it is taken off is put back.
void Engine::dropIdle() {
    std::erase_if(active_, [](SimQueue* queue) {
        if (queue->head() != queue->tail()) {
            return false;
        }
        queue->listing().isListed.store(false, std::memory_order_seq_cst);
        fullFence();
        if (queue->head() == queue->tail()) {
            return true;
        }
        // Either the publisher has listed it again, then the stack has it, or nobody will.
        return queue->listing().isListed.exchange(true, std::memory_order_seq_cst);
    });
}

// ---- executing ----

// Executes entries of a queue whose role the caller has; gives the role back. Whether anything
// happened.
bool Engine::runOne(SimQueue& queue, Turn& turn) {
    const uint32_t count = consume(queue, turn);
    turn.busy.end();
    // The queue is not touched any more once its role is free: its owner may then destroy it.
    queue.releaseRole();
    return count != 0;
}

uint32_t Engine::consume(SimQueue& queue, Turn& turn) {
    uint32_t count = 0;
    while (count < kEntriesPerTurn) {
        if (!queue.isRunnable() || queue.head() >= turn.stopAt || !step(queue, turn)) {
            break;
        }
        ++count;
        if (turn.target != nullptr &&
            (turn.target->isRunnable() || turn.target->isOver(turn.targetSerial))) {
            break;
        }
    }
    return count;
}

// Executes the entry at the head. Whether anything happened.
bool Engine::step(SimQueue& queue, Turn& turn) {
    const hw::Sqe& sqe = queue.entryAt(queue.head());
    SimQueue::Wait& wait = queue.headWait();
    EntryContext context{.waiter = queue,
                         .busy = turn.busy,
                         .isAgain = wait.isBegun(),
                         .waitHasExpired = wait.hasExpired.load(std::memory_order_acquire),
                         .allowed = turn.lending,
                         .onEngineThread = turn.onEngineThread,
                         .queue = queue.number(),
                         .resume = resumeDuringTurn,
                         .resumeContext = &turn};
    Outcome outcome = queue.simDevice().executor().execute(sqe, context);
    switch (outcome.kind) {
        case Outcome::Kind::kDone:
            if (outcome.writesCqe) {
                complete(queue, sqe, outcome);
            }
            wait.forget();
            queue.advance();
            return true;
        case Outcome::Kind::kWaits:
            noteWait(wait, outcome);
            return false;
        case Outcome::Kind::kNeedsEngineThread:
            queue.listing().needsEngineThread.store(true, std::memory_order_relaxed);
            turn.resumedOthers = true;
            return false;
        case Outcome::Kind::kFailed:
            wait.forget();
            if (queue.isInterrupted()) {
                return false;  // stopped, and whoever has done that takes it from here
            }
            fail(queue, sqe, std::move(outcome));
            return true;
    }
    return false;
}

// The queue is parked already, and may be resumed already, but the caller still has its role.
void Engine::noteWait(SimQueue::Wait& wait, const Outcome& outcome) {
    const bool isFirst = !wait.isBegun();
    wait.id.store(outcome.flagId, std::memory_order_relaxed);
    wait.flags.store(outcome.waitsFor, std::memory_order_release);
    if (isFirst && outcome.waitTimeoutS != 0) {
        wait.expiresAtNs.store(steadyNanoseconds() + outcome.waitTimeoutS * 1'000'000'000ULL,
                               std::memory_order_release);
        wakeTick();
    }
}

void Engine::complete(SimQueue& queue, const hw::Sqe& sqe, const Outcome& outcome) {
    const hw::stars_v1::StreamAndTask ids = hw::idsOf(sqe);
    hw::LogicCqe entry;
    entry.streamId = ids.streamId;
    entry.taskId = ids.taskId;
    entry.errorCode = outcome.errorCode;
    entry.sqeType = static_cast<uint8_t>(hw::typeOf(sqe));
    entry.sqId = queue.sqId;
    entry.sqHead = static_cast<uint16_t>(queue.head() % queue.depth);
    entry.timeStampOrIndex = queue.simDevice().ticks();
    queue.pushCompletion({.entry = entry});
    queue.reportSuccess();
}

// The completion tells what failed and where; the queue stands still until its owner has dealt with
// it.
void Engine::fail(SimQueue& queue, const hw::Sqe& sqe, Outcome&& outcome) {
    const hw::stars_v1::StreamAndTask ids = hw::idsOf(sqe);
    hw::LogicCqe entry;
    entry.streamId = ids.streamId;
    entry.taskId = ids.taskId;
    entry.errorCode = outcome.errorCode;
    entry.errorType = outcome.errorType;
    entry.sqeType = static_cast<uint8_t>(hw::typeOf(sqe));
    entry.sqId = queue.sqId;
    entry.sqHead = static_cast<uint16_t>(queue.head() % queue.depth);
    entry.flags = hw::kLogicCqeError;
    BELAY_LOG(kDriver, kInfo, "device {}, stream {}, task {}: entry of type {} failed: {}",
              queue.device, ids.streamId, ids.taskId, entry.sqeType, outcome.text);
    queue.pushCompletion({.entry = entry, .text = std::move(outcome.text), .pc = outcome.pc});
    queue.setEnabled(false);
    queue.reportFailure();
}

void Engine::unparkAll(FlagWaiter* waiters) noexcept {
    while (waiters != nullptr) {
        // Read first: once unparked the queue may be parked again, on another list.
        FlagWaiter* next = waiters->nextWaiter;
        static_cast<SimQueue*>(waiters)->unpark();
        waiters = next;
    }
}

// What an entry has recorded makes other queues go on.
void Engine::resumeDuringTurn(void* turn, FlagWaiter* waiters) {
    static_cast<Turn*>(turn)->resumedOthers = true;
    unparkAll(waiters);
}

void Engine::resume(FlagWaiter* waiters) noexcept {
    if (waiters != nullptr) {
        unparkAll(waiters);
        fullFence();
        wakeWorker();
    }
}

// ---- waiting ----

bool Engine::wait(SimQueue& queue, uint64_t serial, Deadline deadline, Lending lending) {
    if (queue.isOver(serial)) {
        return true;
    }
    const bool lends = lends_ && lending != Lending::kNothing;
    Turn turn;
    Backoff backoff(queue, serial, deadline);
    while (!queue.isOver(serial)) {
        if (lends && lend(queue, serial, turn, lending)) {
            backoff.progressed();
        } else if (deadline.hasPassed()) {
            break;
        } else {
            if (turn.resumedOthers) {
                turn.resumedOthers = false;
                fullFence();
                wakeWorker();
            }
            backoff.pause();
        }
    }
    // What this thread leaves behind, others have to look at: its role kept them away.
    if (turn.resumedOthers || queue.isRunnable()) {
        fullFence();
        wakeWorker();
    }
    return queue.isOver(serial);
}

// Executes something that brings the waiting thread on: of its own queue, or of another one, for
// which the own may wait. Kernels of others are left to the workers: they could take longer than
// what is waited for. Whether anything happened.
bool Engine::lend(SimQueue& queue, uint64_t serial, Turn& turn, Lending lending) {
    if (queue.isRunnable() && !queue.needsEngineThread() && queue.tryTakeRole()) {
        turn.lending = lending;
        turn.stopAt = serial;
        turn.target = nullptr;
        return runOne(queue, turn);
    }
    SimQueue* other = pickForLender(queue);
    if (other == nullptr) {
        return false;
    }
    turn.lending = Lending::kBounded;
    turn.stopAt = UINT64_MAX;
    turn.target = &queue;
    turn.targetSerial = serial;
    return runOne(*other, turn);
}

// A queue for a thread that waits for another one, with its role taken.
SimQueue* Engine::pickForLender(const SimQueue& target) {
    if (!scanMutex_.tryLock()) {
        return nullptr;
    }
    const ScopeExit unlock([this]() BELAY_NO_THREAD_SAFETY_ANALYSIS { scanMutex_.unlock(); });
    collectNewcomers();
    for (size_t i = 0; i < active_.size(); ++i) {
        cursor_ = cursor_ + 1 < active_.size() ? cursor_ + 1 : 0;
        SimQueue* queue = active_[cursor_];
        if (queue != &target && queue->isRunnable() && !queue->needsEngineThread() &&
            queue->tryTakeRole()) {
            return queue;
        }
    }
    return nullptr;
}

// ---- stopping ----

// Waits for whoever executes an entry of the queue.
void Engine::takeRole(SimQueue& queue) {
    while (!queue.tryTakeRole()) {
        if (queue.isInterrupted()) {
            Watchdog::interrupt(queue.number());
        }
        std::this_thread::yield();
        if (!queue.roleIsFree()) {
            std::this_thread::sleep_for(std::chrono::microseconds(20));
        }
    }
}

// With the role: ends the wait of the head, if it is in one. A recorder that has the waiter already
// is about to resume it.
void Engine::endWait(SimQueue& queue) {
    SimQueue::Wait& wait = queue.headWait();
    if (queue.isParked.load(std::memory_order_acquire) && wait.cancel(queue)) {
        queue.unpark();
    }
    while (queue.isParked.load(std::memory_order_acquire)) {
        std::this_thread::yield();
    }
    wait.forget();
}

void Engine::interrupt(SimQueue& queue) {
    queue.setInterrupted(true);
    Watchdog::interrupt(queue.number());
}

void Engine::disable(SimQueue& queue) {
    queue.setEnabled(false);
    takeRole(queue);
    queue.releaseRole();
}

void Engine::skipTo(SimQueue& queue, uint64_t serial) {
    takeRole(queue);
    endWait(queue);
    queue.setHead(serial);
    queue.releaseRole();
}

void Engine::enable(SimQueue& queue) {
    queue.setInterrupted(false);
    queue.setEnabled(true);
    published(queue);
}

void Engine::remove(SimQueue& queue) {
    queue.setEnabled(false);
    queue.setInterrupted(true);
    takeRole(queue);  // and keeps it: nobody executes the queue any more
    endWait(queue);
    const Lock lock(scanMutex_);
    collectNewcomers();
    std::erase(active_, &queue);
}

}  // namespace belay::sim
