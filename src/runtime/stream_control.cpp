// What changes a stream as a whole: its modes, aborts and its end.
#include <chrono>
#include <thread>
#include <utility>

#include "hw/sqe_encode.h"
#include "runtime/insist.h"
#include "runtime/state_callbacks.h"
#include "runtime/stream.h"
#include "runtime/stream_end.h"
#include "runtime/subscriptions.h"

namespace belay {

// ---- modes ----

Status Stream::setPriority(uint32_t priority) {
    const Lock lock(mutex_);
    BELAY_TRY(requireUsable());
    BELAY_TRY(device().driver().control(*queue_, driver::QueueAction::kPrioritize, priority));
    priority_.store(priority, std::memory_order_relaxed);
    return Status::ok();
}

// The device is told in stream order, so that tasks before keep what they had.
Status Stream::setOverflowCheck(bool isOn) {
    const auto encode = [&](const hw::Common& common, uint64_t,
                            hw::Sqe& sqe) BELAY_NO_THREAD_SAFETY_ANALYSIS {
        const hw::OverflowSwitch payload{.streamId = id_, .on = isOn};
        device().encoder().encode(hw::makePlaceholder(common, payload), sqe);
        return Status::ok();
    };
    BELAY_TRY(submit(nullptr, encode).takeStatus());
    const Lock lock(mutex_);
    checksOverflow_ = isOn;
    return Status::ok();
}

bool Stream::checksOverflow() const {
    const Lock lock(mutex_);
    return checksOverflow_;
}

Status Stream::setTag(uint32_t tag) {
    const Lock lock(mutex_);
    BELAY_TRY(requireUsable());
    tag_ = tag;
    return Status::ok();
}

uint32_t Stream::tag() const {
    const Lock lock(mutex_);
    return tag_;
}

Status Stream::setKeepsOperatorInfo(bool keeps) {
    const Lock lock(mutex_);
    BELAY_TRY(requireUsable());
    keepsOperatorInfo_ = keeps;
    return Status::ok();
}

bool Stream::keepsOperatorInfo() const {
    const Lock lock(mutex_);
    return keepsOperatorInfo_;
}

FailureMode Stream::failureMode() const {
    const Lock lock(mutex_);
    return failureMode_;
}

Status Stream::setFailureMode(FailureMode mode) {
    const Lock lock(mutex_);
    BELAY_TRY(requireUsable());
    if (failureMode_ == FailureMode::kStop && mode == FailureMode::kContinue) {
        return Status::error(Code::kRtParamInvalid,
                             "a stream that stops on failure cannot be made to continue");
    }
    failureMode_ = mode;
    return Status::ok();
}

// ---- dropping and stopping ----

// With the queue disabled: nothing that is in it will run, nor functions that it has called for.
void Stream::dropAll() {
    const Result<driver::QueueState> state = device().driver().queueState(*queue_);
    if (state.isOk()) {
        readCompletions();
        retireUpTo(state.value().head, TaskEnd::kDone);
    }
    retireUpTo(submitted_, TaskEnd::kDropped);
    droppedBefore_ = submitted_;
    // A function may have returned without the queue having seen it.
    if (callEvent_) {
        device().tryControlId(driver::IdType::kEvent, *callEvent_, driver::IdAction::kReset);
    }
}

Status Stream::abort() {
    BELAY_TRY(beginDrop());
    return endDrop(Code::kRtStreamAbort, Deadline::never());
}

Status Stream::beginDrop() {
    const Lock lock(mutex_);
    if (isDead_ || stoppedBy_) {
        return requireUsable();
    }
    driver::Driver& driver = device().driver();
    BELAY_TRY(driver.control(*queue_, driver::QueueAction::kStop, 0));
    BELAY_TRY(driver.control(*queue_, driver::QueueAction::kInterrupt, 0));
    ++waiters_;
    ++droppers_;
    return Status::ok();
}

Status Stream::endDrop(Code reason, Deadline deadline) {
    const Status status = waitUntilStill(deadline);
    const Lock lock(mutex_);
    if (--waiters_ == 0) {
        waitersGone_.notifyAll();
    }
    if (status.isOk() && !isDead_) {
        dropAll();
        isStopped_ = false;
        dropReason_ = reason;
        ++dropCount_;
    }
    if (--droppers_ == 0) {
        dropped_.notifyAll();
    }
    if (isDead_) {
        return Status::error(Code::kRtStreamContext, "the stream is being destroyed");
    }
    if (status.isOk()) {
        return resumeQueue();
    }
    if (!mustStandStill()) {
        BELAY_TRY(device().driver().control(*queue_, driver::QueueAction::kEnable, 0));
    }
    return Status::error(status.code(), "{}", status.message());
}

// Until no entry of the queue, which is stopped, is being executed. Without the lock.
Status Stream::waitUntilStill(Deadline deadline) {
    driver::Driver& driver = device().driver();
    if (deadline.isNever()) {
        return driver.control(*queue_, driver::QueueAction::kDisable, 0);
    }
    while (true) {
        BELAY_ASSIGN(const driver::QueueState state, driver.queueState(*queue_));
        if (!state.isBusy) {
            return Status::ok();
        }
        if (deadline.hasPassed()) {
            return Status::error(Code::kRtWaitTimeout,
                                 "the running task of stream {} did not end in time", id_);
        }
        BELAY_TRY(driver.control(*queue_, driver::QueueAction::kInterrupt, 0));
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
}

Status Stream::stop() {
    Lock lock(mutex_);
    BELAY_TRY(requireUsable());
    isStopped_ = true;
    ++waiters_;
    lock.unlock();
    const Status status = device().driver().control(*queue_, driver::QueueAction::kDisable, 0);
    lock.lock();
    if (--waiters_ == 0) {
        waitersGone_.notifyAll();
    }
    return status.isOk() ? Status::ok() : Status::error(status.code(), "{}", status.message());
}

Status Stream::cleanPersistent() {
    const Lock lock(mutex_);
    BELAY_TRY(requireUsable());
    if (!isPersistent()) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'stream' is stream {}, which was not created with "
                             "ACL_STREAM_PERSISTENT",
                             id_);
    }
    dropAll();
    return resumeQueue();
}

// ---- callbacks ----

void Stream::onHostCall(void* stream, driver::Queue&, const driver::HostCall& call) {
    // The number that launch() gave. The task is alive: the report that is owed refers to it.
    auto* task = reinterpret_cast<HostTask*>(call.data);  // NOLINT(performance-no-int-to-ptr)
    task->report(*static_cast<Stream*>(stream), call);
}

Status Stream::launch(const Ref<HostTask>& task) {
    const auto encode = [&](hw::Common common, uint64_t serial, hw::Sqe& sqe)
                            BELAY_NO_THREAD_SAFETY_ANALYSIS -> Status {
        if (task->isBlocking() && !callEvent_) {
            BELAY_ASSIGN(const uint32_t id, device().allocateId(driver::IdType::kEvent));
            callEvent_ = static_cast<uint16_t>(id);
        }
        common.writeCqe = true;
        task->place(serial);
        device().encoder().encode(
            hw::HostCallback{.common = common,
                             .cqId = queue_->callCqId,
                             .cqGroupId = queue_->callGroupId,
                             .deviceId = static_cast<uint16_t>(device().driverNumber()),
                             .streamId = id_,
                             .eventId = callEvent_.value_or(0),
                             .isBlocking = task->isBlocking() ? uint16_t{1} : uint16_t{0},
                             .taskId = common.taskId,
                             .function = reinterpret_cast<uint64_t>(task->setup().function),
                             .data = reinterpret_cast<uint64_t>(task.get()),
                             .kernelCredit = hw::kUnlimitedCredit},
            sqe);
        return Status::ok();
    };
    Result<uint64_t> serial = submit(task.get(), encode);
    if (!serial.isOk()) {
        task->unplace();
    }
    return serial.takeStatus();
}

Status Stream::subscribe(uint64_t threadId) {
    const Lock lock(mutex_);
    BELAY_TRY(requireUsable());
    if (subscription_) {
        return Status::error(Code::kRtStreamSubscribe,
                             "thread {} is subscribed to stream {} already; a stream has one",
                             subscription_->threadId(), id_);
    }
    BELAY_ASSIGN(subscription_, Subscriptions::instance().add(threadId, device()));
    return Status::ok();
}

Status Stream::unsubscribe(uint64_t threadId) {
    Ref<Subscription> ended;
    {
        const Lock lock(mutex_);
        if (!subscription_) {
            return Status::error(Code::kRtStreamSubscribe, "no thread is subscribed to stream {}",
                                 id_);
        }
        if (subscription_->threadId() != threadId) {
            return Status::error(Code::kRtThreadSubscribe,
                                 "thread {} is subscribed to stream {}, not thread {}",
                                 subscription_->threadId(), id_, threadId);
        }
        ended = std::exchange(subscription_, nullptr);
    }
    HostTaskList lost = Subscriptions::instance().end(*ended);
    while (!lost.isEmpty()) {
        lost.take()->lose();
    }
    return Status::ok();
}

Result<Ref<Subscription>> Stream::subscription() const {
    const Lock lock(mutex_);
    if (!subscription_) {
        return Status::error(
            Code::kRtStreamNoCbReg,
            "no thread is subscribed to stream {}; call aclrtSubscribeReport first", id_);
    }
    return subscription_;
}

// Whether the stream still knows of the call: nobody has dropped it.
bool Stream::isOwed(const HostTask& task) const {
    return !isDead_ && task.serial() >= (task.isBlocking() ? retired_ : droppedBefore_);
}

void Stream::settle(const HostTask& task) {
    if (task.isBlocking()) {
        // Else the queue would stand still for ever.
        insist([&] { return device().driver().finishCall(*queue_, task.call()); });
    }
}

bool Stream::beginCall(const HostTask& task) {
    const Lock lock(mutex_);
    return isOwed(task);
}

void Stream::endCall(const HostTask& task) {
    const Lock lock(mutex_);
    if (isOwed(task)) {
        settle(task);
    }
}

void Stream::loseCall(const HostTask& task) {
    const Lock lock(mutex_);
    if (!isOwed(task)) {
        return;
    }
    if (!dueFailure_) {
        dueFailure_ = {Code::kRtStreamNoCbReg, nullptr};
    }
    settle(task);
}

// ---- the end ----

void Stream::announceCreation() {
    isAnnounced_.store(true, std::memory_order_relaxed);
    announce(*this, StreamPhase::kCreated);
}

void Stream::announceEnd() {
    if (isAnnounced_.exchange(false, std::memory_order_relaxed)) {
        announce(*this, StreamPhase::kBeforeDestroy);
    }
}

bool Stream::isDestroyed() const {
    const Lock lock(mutex_);
    return isDead_;
}

Result<bool> Stream::shutDown(Deadline deadline) {
    Ref<Subscription> ended;
    Lock lock(mutex_);
    if (queue_ == nullptr) {
        return false;
    }
    static_cast<void>(waitUntilRetired(lock, submitted_, deadline));
    if (std::exchange(isDead_, true)) {
        gone_.wait(lock, Deadline::never(),
                   [this]() BELAY_NO_THREAD_SAFETY_ANALYSIS { return isGone_; });
        return false;
    }
    ended = std::exchange(subscription_, nullptr);
    driver::Driver& driver = device().driver();
    lock.unlock();
    if (ended) {
        // Callbacks that the thread has not begun go with the list.
        static_cast<void>(Subscriptions::instance().end(*ended));
    }
    // Makes those return who wait in the driver, also for a kernel that would never end.
    static_cast<void>(driver.control(*queue_, driver::QueueAction::kStop, 0));
    static_cast<void>(driver.control(*queue_, driver::QueueAction::kInterrupt, 0));
    static_cast<void>(driver.control(*queue_, driver::QueueAction::kDisable, 0));
    lock.lock();
    waitersGone_.wait(lock, Deadline::never(),
                      [this]() BELAY_NO_THREAD_SAFETY_ANALYSIS { return waiters_ == 0; });
    dropAll();
    lock.unlock();
    Status destroyed = driver.destroyQueue(*queue_);
    {
        const EpochGuard guard;
        HandleFault fault = HandleFault::kNone;
        closeHandle<Stream>(handle(), fault);
    }
    lock.lock();
    if (callEvent_) {
        device().tryControlId(driver::IdType::kEvent, *callEvent_, driver::IdAction::kFree);
        callEvent_.reset();
    }
    isGone_ = true;
    gone_.notifyAll();
    const DeviceMemory args = takeArgsMemory();
    lock.unlock();
    tellStreamEnd(*this);
    BELAY_TRY(std::move(destroyed));
    return true;
}

}  // namespace belay
