#include "drivers/hal_sim/hal_stream.h"

#include <array>
#include <chrono>
#include <thread>

#include "base/clock.h"

namespace belay::hal_sim {

using driver::QueueAction;
using driver::QueueState;

void HalStream::adopt(driver::Driver& driver, driver::Queue& queue) {
    const Lock lock(mutex_);
    driver_ = &driver;
    queue_ = &queue;
    hasQueue_ = false;
    base_ = 0;
}

Result<driver::Queue*> HalStream::release() {
    const Lock lock(mutex_);
    if (queue_ == nullptr) {
        return Status::error(Code::kRtParamInvalid, "the stream id is not allocated");
    }
    if (hasQueue_) {
        return Status::error(Code::kRtStreamNotComplete,
                             "the stream's queue must be freed before its id");
    }
    driver::Queue* queue = queue_;
    queue_ = nullptr;
    return queue;
}

void HalStream::abandon() {
    const Lock lock(mutex_);
    queue_ = nullptr;
    hasQueue_ = false;
}

bool HalStream::isAllocated() const {
    const Lock lock(mutex_);
    return queue_ != nullptr;
}

bool HalStream::hasQueue() const {
    const Lock lock(mutex_);
    return hasQueue_;
}

Status HalStream::requireQueue() const {
    return hasQueue_ ? Status::ok()
                     : Status::error(Code::kRtParamInvalid, "there is no such submission queue");
}

Status HalStream::openQueue(uint32_t priority) {
    const Lock lock(mutex_);
    if (queue_ == nullptr) {
        return Status::error(Code::kRtParamInvalid, "the stream id is not allocated");
    }
    if (hasQueue_) {
        return Status::error(Code::kRtParamInvalid, "the stream has a submission queue already");
    }
    BELAY_ASSIGN(const QueueState state, driver_->queueState(*queue_));
    BELAY_TRY(driver_->control(*queue_, QueueAction::kPrioritize, priority));
    BELAY_TRY(driver_->control(*queue_, QueueAction::kEnable, 0));
    base_ = state.tail;
    hasQueue_ = true;
    return Status::ok();
}

// Nobody submits meanwhile: that takes the lock.
void HalStream::empty() {
    static_cast<void>(driver_->control(*queue_, QueueAction::kStop, 0));
    static_cast<void>(driver_->control(*queue_, QueueAction::kInterrupt, 0));
    const Result<QueueState> state = driver_->queueState(*queue_);
    if (state.isOk()) {
        static_cast<void>(driver_->control(*queue_, QueueAction::kSkipTo, state.value().tail));
        base_ = state.value().tail;
    }
    std::array<driver::Completion, 8> dropped;
    while (true) {
        const Result<uint32_t> count = driver_->receive(*queue_, dropped.data(), dropped.size());
        if (!count.isOk() || count.value() == 0) {
            return;
        }
    }
}

Status HalStream::closeQueue() {
    const Lock lock(mutex_);
    BELAY_TRY(requireQueue());
    empty();
    hasQueue_ = false;
    return Status::ok();
}

Status HalStream::reset() {
    const Lock lock(mutex_);
    BELAY_TRY(requireQueue());
    empty();
    return driver_->control(*queue_, QueueAction::kEnable, 0);
}

uint32_t HalStream::positionOf(uint64_t serial) const {
    return static_cast<uint32_t>((serial - base_) % queue_->depth);
}

Result<std::optional<uint32_t>> HalStream::send(const hw::Sqe* entries, uint32_t count) {
    const Lock lock(mutex_);
    BELAY_TRY(requireQueue());
    if (count == 0 || count >= queue_->depth) {
        return Status::error(Code::kRtParamInvalid,
                             "{} entries cannot be sent at once; 1 to {} can", count,
                             queue_->depth - 1);
    }
    BELAY_ASSIGN(const QueueState before, driver_->queueState(*queue_));
    BELAY_ASSIGN(const bool fits, driver_->submit(*queue_, entries, count));
    return fits ? std::optional(positionOf(before.tail)) : std::nullopt;
}

Result<HalStream::State> HalStream::state() const {
    const Lock lock(mutex_);
    BELAY_TRY(requireQueue());
    BELAY_ASSIGN(const QueueState state, driver_->queueState(*queue_));
    return State{.head = positionOf(state.head),
                 .tail = positionOf(state.tail),
                 .isRunning = state.isEnabled || state.isBusy,
                 .hasCompletions = state.hasCompletions,
                 .depth = queue_->depth};
}

Status HalStream::enable() {
    const Lock lock(mutex_);
    BELAY_TRY(requireQueue());
    return driver_->control(*queue_, QueueAction::kEnable, 0);
}

Status HalStream::stop() {
    const Lock lock(mutex_);
    BELAY_TRY(requireQueue());
    return driver_->control(*queue_, QueueAction::kStop, 0);
}

Status HalStream::requireStopped() const {
    BELAY_TRY(requireQueue());
    BELAY_ASSIGN(const QueueState state, driver_->queueState(*queue_));
    return !state.isEnabled ? Status::ok()
                            : Status::error(Code::kRtStreamNotComplete,
                                            "the head of a queue that runs cannot be set");
}

Status HalStream::setHead(uint32_t position) {
    // A kernel that does not end would keep the caller for ever.
    constexpr int64_t kLimitMs = 3000;
    const Deadline deadline = Deadline::afterMs(kLimitMs);
    Lock lock(mutex_);
    while (true) {
        BELAY_TRY(requireStopped());
        BELAY_ASSIGN(const QueueState state, driver_->queueState(*queue_));
        if (!state.isBusy) {
            break;
        }
        if (deadline.hasPassed()) {
            return Status::error(Code::kRtStreamNotComplete,
                                 "the head cannot go to {}: an entry still runs after {} ms",
                                 position, kLimitMs);
        }
        // Others may stop or free the queue meanwhile.
        lock.unlock();
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        lock.lock();
    }
    BELAY_ASSIGN(const QueueState state, driver_->queueState(*queue_));
    if (position >= queue_->depth) {
        return Status::error(Code::kRtParamInvalid, "{} is no position of a ring of {} entries",
                             position, queue_->depth);
    }
    const uint64_t ahead = (position + queue_->depth - positionOf(state.head)) % queue_->depth;
    if (ahead > state.tail - state.head) {
        return Status::error(Code::kRtParamInvalid,
                             "the head cannot go to {}: the entries are those from {} up to {}",
                             position, positionOf(state.head), positionOf(state.tail));
    }
    return driver_->control(*queue_, QueueAction::kSkipTo, state.head + ahead);
}

uint32_t HalStream::receive(hw::LogicCqe* entries, uint32_t capacity) {
    const Lock lock(mutex_);
    if (!hasQueue_) {
        return 0;
    }
    uint32_t count = 0;
    driver::Completion completion;
    while (count < capacity) {
        const Result<uint32_t> taken = driver_->receive(*queue_, &completion, 1);
        if (!taken.isOk() || taken.value() == 0) {
            break;
        }
        entries[count] = completion.entry;
        // The simulator counts positions from the first entry that the queue ever had.
        const uint64_t shift = base_ % queue_->depth;
        entries[count].sqHead = static_cast<uint16_t>(
            (completion.entry.sqHead + queue_->depth - shift) % queue_->depth);
        ++count;
    }
    return count;
}

}  // namespace belay::hal_sim
