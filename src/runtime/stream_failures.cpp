// How a stream learns that tasks have ended, and what it does about those that have failed.
#include <array>
#include <new>
#include <utility>

#include "base/log.h"
#include "hw/firmware_codes.h"
#include "runtime/failure_monitor.h"
#include "runtime/stream.h"
#include "runtime/subscriptions.h"

namespace belay {

// ---- ends of tasks ----

// Reads how far the queue is, and what it has to say.
void Stream::retire() {
    if (isDead_ || retired_ == submitted_) {
        return;
    }
    const Result<driver::QueueState> state = device().driver().queueState(*queue_);
    if (!state.isOk()) {
        return;
    }
    if (state.value().hasCompletions) {
        readCompletions();
    }
    retireUpTo(state.value().head, TaskEnd::kDone);
}

void Stream::retireUpTo(uint64_t serial, TaskEnd end) {
    for (; retired_ < serial; ++retired_) {
        Slot& slot = slotOf(retired_);
        if (TaskOwner* owner = std::exchange(slot.owner, nullptr)) {
            owner->ended(end);
            owner->release();
        }
        argsRing_.giveBackTo(slot.argsEnd);
    }
}

void Stream::readCompletions() {
    std::array<driver::Completion, 16> completions;
    while (true) {
        const Result<uint32_t> count =
            device().driver().receive(*queue_, completions.data(), completions.size());
        if (!count.isOk() || count.value() == 0) {
            return;
        }
        for (uint32_t i = 0; i < count.value(); ++i) {
            handleCompletion(completions[i]);
        }
    }
}

// The entry in flight that a completion is about. Its ring position is that of the entry, or of the
// next one.
std::optional<uint64_t> Stream::serialOf(const hw::LogicCqe& entry) {
    const uint64_t depth = queue_->depth;
    const uint64_t offset = (entry.sqHead + depth - retired_ % depth) % depth;
    for (const uint64_t serial : {retired_ + offset, retired_ + offset - 1}) {
        if (serial >= retired_ && serial < submitted_ && slotOf(serial).taskId == entry.taskId) {
            return serial;
        }
    }
    return std::nullopt;
}

void Stream::handleCompletion(const driver::Completion& completion) {
    const hw::LogicCqe& entry = completion.entry;
    if ((entry.errorType & hw::kErrorMask) != 0) {
        handleFailure(completion);
        return;
    }
    const std::optional<uint64_t> serial = serialOf(entry);
    if (serial && slotOf(*serial).owner != nullptr) {
        slotOf(*serial).owner->stamped(entry.timeStampOrIndex);
    }
}

// The queue stands still at the failed entry until this is done.
void Stream::handleFailure(const driver::Completion& completion) {
    const hw::LogicCqe& entry = completion.entry;
    const Code code = hw::codeOfFirmware(entry.errorCode);
    const std::optional<uint64_t> serial = serialOf(entry);
    const Slot slot = serial ? slotOf(*serial) : Slot();
    const Failure failure{code, describe(completion, code, slot)};
    if (!dueFailure_) {
        dueFailure_ = failure;
    }
    if (failure.details && reportFailure(failure.details)) {
        argsRing_.hold();
    }
    if (!serial) {
        return;
    }
    retireUpTo(*serial, TaskEnd::kDone);
    retireUpTo(*serial + 1, TaskEnd::kFailed);
    if (failureMode_ == FailureMode::kStop) {
        stoppedBy_ = failure;
        retireUpTo(submitted_, TaskEnd::kDropped);
    }
    if (const Status status = resumeQueue(); !status.isOk()) {
        BELAY_LOG(kRuntime, kError, "stream {} cannot go on: {}", id_, status.message());
    }
}

// Null without memory: the code has to do then.
Ref<TaskFailure> Stream::describe(const driver::Completion& completion, Code code,
                                  const Slot& slot) const noexcept {
    const ExceptionInfo info{
        .taskId = completion.entry.taskId,
        .streamId = id_,
        .threadId = slot.threadId,
        .deviceId = device().number(),
        .errorCode = static_cast<uint32_t>(code),
        // NOLINTNEXTLINE(performance-no-int-to-ptr): as the application wants it
        .deviceArgs = reinterpret_cast<void*>(slot.args.address),
        .deviceArgsBytes = slot.args.bytes,
        .function = slot.owner != nullptr ? slot.owner->function() : nullptr,
    };
    try {
        return makeRef<TaskFailure>(info, completion.text, completion.pc,
                                    Ref<TaskOwner>(slot.owner));
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

// Whether endReport() will be called. A stream that is being destroyed has nobody to wait for that.
bool Stream::reportFailure(const Ref<TaskFailure>& failure) {
    Ref<Stream> self(isDead_ ? nullptr : this);
    return FailureMonitor::instance().report(failure, self) && self != nullptr;
}

void Stream::endReport() {
    Lock lock(mutex_);
    argsRing_.letGo();
    const DeviceMemory args = isGone_ ? takeArgsMemory() : DeviceMemory();
    lock.unlock();
}

// Of a stream that is gone; nothing while somebody looks at the arguments.
DeviceMemory Stream::takeArgsMemory() {
    return argsRing_.isHeld() ? DeviceMemory() : argsRing_.takeMemory();
}

// The text is made without the lock.
Status Stream::takeFailure(Lock& lock) {
    const std::optional<Failure> failure = std::exchange(dueFailure_, stoppedBy_);
    lock.unlock();
    if (!failure) {
        return Status::ok();
    }
    if (failure->details) {
        return Status::error(failure->code, "{}", failure->details->text());
    }
    return Status::error(failure->code, "a task of stream {} failed on device {}", id_,
                         device().number());
}

// Lets the queue go on behind what has ended, unless someone is about to drop what is left in it.
Status Stream::resumeQueue() {
    driver::Driver& driver = device().driver();
    BELAY_TRY(driver.control(*queue_, driver::QueueAction::kSkipTo, retired_));
    return mustStandStill() ? Status::ok()
                            : driver.control(*queue_, driver::QueueAction::kEnable, 0);
}

void Stream::recover() {
    const Lock lock(mutex_);
    retire();
}

}  // namespace belay
