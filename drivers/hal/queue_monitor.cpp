#include "drivers/hal/queue_monitor.h"

#include <algorithm>
#include <exception>

#include "base/fence.h"
#include "base/futex.h"

namespace belay::hal {
namespace {

constexpr int64_t kShortPauseMs = 1;
constexpr int64_t kLongPauseMs = 20;
// Looks in vain before the thread sleeps. A program that waits for each thing it submits would
// otherwise wake it each time.
constexpr int kIdleRounds = 10;

}  // namespace

Status QueueMonitor::start() {
    isStopping_.store(false, std::memory_order_seq_cst);
    try {
        thread_ = std::thread([this] { run(); });
    } catch (const std::exception& exception) {
        return Status::error(Code::kRtResourceAllocFail,
                             "no thread can be started to watch the queues of a device: {}",
                             exception.what());
    }
    return Status::ok();
}

void QueueMonitor::stop() {
    if (thread_.joinable()) {
        isStopping_.store(true, std::memory_order_seq_cst);
        wake();
        thread_.join();
    }
}

void QueueMonitor::wake() noexcept {
    wakes_.fetch_add(1, std::memory_order_seq_cst);
    futexWake(wakes_, 1);
}

void QueueMonitor::noteWork() noexcept {
    fullFence();
    if (isAsleep_.load(std::memory_order_seq_cst) &&
        isAsleep_.exchange(false, std::memory_order_seq_cst)) [[unlikely]] {
        wake();
    }
}

void QueueMonitor::pause(int64_t milliseconds) {
    const uint32_t before = wakes_.load(std::memory_order_seq_cst);
    if (!isStopping_.load(std::memory_order_seq_cst)) {
        futexWait(wakes_, before, Deadline::afterMs(milliseconds));
    }
}

void QueueMonitor::sleepUntilWork() {
    const uint32_t before = wakes_.load(std::memory_order_seq_cst);
    isAsleep_.store(true, std::memory_order_seq_cst);
    fullFence();
    if (!anyHasWork() && !isStopping_.load(std::memory_order_seq_cst)) {
        futexWait(wakes_, before, Deadline::never());
    }
    isAsleep_.store(false, std::memory_order_seq_cst);
}

void QueueMonitor::run() {
    int64_t pauseMs = kShortPauseMs;
    int idleRounds = 0;
    while (!isStopping_.load(std::memory_order_seq_cst)) {
        const Round round = lookAtAll();
        idleRounds = round.hasWork ? 0 : idleRounds + 1;
        if (idleRounds >= kIdleRounds) {
            sleepUntilWork();
            idleRounds = 0;
            pauseMs = kShortPauseMs;
            continue;
        }
        pauseMs = round.hasNews ? kShortPauseMs : std::min(pauseMs * 2, kLongPauseMs);
        pause(pauseMs);
    }
}

// No lock is held while a listener runs; the pin keeps its queue.
QueueMonitor::Round QueueMonitor::lookAtAll() {
    Round round;
    uint32_t next = 0;
    while (true) {
        const QueueList::Pin pin = queues_.findFrom(next);
        HalQueue* queue = pin.get();
        if (queue == nullptr) {
            return round;
        }
        next = queue->streamId + 1U;
        const HalQueue::Watch watch = queue->watch();
        if (watch.mustTell && queue->setup().listener != nullptr) {
            queue->setup().listener(queue->setup().listenerContext, *queue);
        }
        round.hasWork = round.hasWork || watch.hasWork;
        round.hasNews = round.hasNews || watch.mustTell;
    }
}

bool QueueMonitor::anyHasWork() {
    for (const uint16_t streamId : queues_.streamIds()) {
        const QueueList::Pin pin = queues_.find(streamId);
        if (pin.get() != nullptr && pin.get()->hasWork()) {
            return true;
        }
    }
    return false;
}

}  // namespace belay::hal
