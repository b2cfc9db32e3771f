#include "runtime/stream.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/scope_exit.h"
#include "base/thread_id.h"
#include "hw/ring.h"
#include "hw/sqe_encode.h"
#include "runtime/failure_monitor.h"
#include "runtime/subscriptions.h"

namespace belay {
namespace {

constexpr uint32_t kReserved = hw::kReservedEntries;

// No task has this number.
constexpr uint32_t kNoTask = UINT32_MAX;

[[gnu::tls_model("initial-exec")]] thread_local constinit uint32_t lastTask = kNoTask;

}  // namespace

void Stream::FreeSlots::operator()(Slot* slots) const noexcept {
    std::free(slots);
}

Stream::Stream(Context& context, const StreamSetup& setup)
    : context_(&context), setup_(setup), priority_(setup.priority) {}

Stream::~Stream() {
    static_cast<void>(shutDown(Deadline::afterMs(0)));
}

Result<Ref<Stream>> Stream::create(Context& context, const StreamSetup& setup) {
    Ref<Stream> stream(new Stream(context, setup));
    Device& device = context.device();
    // From calloc, so that a stream costs only the pages of it that have been used.
    stream->slots_.reset(static_cast<Slot*>(std::calloc(device.info().queueDepth, sizeof(Slot))));
    if (stream->slots_ == nullptr) {
        throw std::bad_alloc();
    }
    BELAY_ASSIGN(stream->queue_, device.driver().createQueue(device.driverNumber(),
                                                             {.priority = setup.priority,
                                                              .flags = setup.flags,
                                                              .listener = &Stream::onQueueFailed,
                                                              .callListener = &Stream::onHostCall,
                                                              .listenerContext = stream.get()}));
    stream->id_ = stream->queue_->streamId;
    assert(std::has_single_bit(stream->queue_->depth));
    stream->slotMask_ = stream->queue_->depth - 1;
    if (stream->isPersistent()) {
        BELAY_TRY(device.driver().control(*stream->queue_, driver::QueueAction::kStop, 0));
    }
    BELAY_TRY(openHandle(stream).takeStatus());
    return stream;
}

void Stream::onQueueFailed(void* stream, driver::Queue&) {
    // The queue exists, so its stream has not been shut down, so it lives.
    FailureMonitor::instance().notice(Ref<Stream>(static_cast<Stream*>(stream)));
}

// ---- submitting ----

bool Stream::isFull() const {
    return submitted_ - retired_ >= queue_->depth - kReserved;
}

Status Stream::requireUsable() const {
    if (isDead_) {
        return Status::error(Code::kRtStreamContext, "the stream has been destroyed");
    }
    if (stoppedBy_) {
        return Status::error(stoppedBy_->code,
                             "the stream has stopped after a failure, as its failure mode asks");
    }
    if (isStopped_) {
        return Status::error(Code::kRtTaskAbortStop,
                             "stream {} was stopped by aclrtStreamStop; aclrtStreamAbort drops its "
                             "tasks and makes it usable again",
                             id_);
    }
    return Status::ok();
}

// Whether waiting for the entries before `serial`, which have not ended, can ever end.
Status Stream::requireWaitable(uint64_t serial) const {
    if (isStopped_) {
        return requireUsable();
    }
    if (isPersistent()) {
        return Status::error(Code::kRtStreamModel,
                             "stream {} was created with ACL_STREAM_PERSISTENT: its tasks run only "
                             "as part of a model",
                             id_);
    }
    if (RunningCall::holds(*this, retired_, serial)) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "called from a host function for which stream {} waits: the call "
                             "would wait for itself",
                             id_);
    }
    return Status::ok();
}

Status Stream::beginTask(Lock& lock, hw::Common& common) {
    BELAY_TRY(requireUsable());
    if (isFull()) [[unlikely]] {
        BELAY_TRY(makeRoom(lock));
    }
    if (taskIds_.isFlipDue()) [[unlikely]] {
        BELAY_TRY(sendFlip());
    }
    common.streamId = id_;
    common.taskId = hw::TaskIds::idOf(taskIds_.next());
    return Status::ok();
}

Status Stream::sendFlip() {
    hw::TaskIds next = taskIds_;
    const hw::FlipMarker marker = *next.takeFlip(id_);
    const hw::Common common{.streamId = id_, .taskId = hw::TaskIds::idOf(taskIds_.next())};
    hw::Sqe sqe;
    device().encoder().encode(hw::makePlaceholder(common, marker), sqe);
    BELAY_TRY(push(&sqe, 1, common.taskId, nullptr));
    taskIds_ = next;
    return Status::ok();
}

Result<uint64_t> Stream::finishTask(const hw::Sqe& sqe, const hw::Common& common,
                                    TaskOwner* owner) {
    const uint64_t serial = submitted_;
    BELAY_TRY(finishKernel(sqe, common, owner, {}));
    return serial;
}

Status Stream::finishKernel(const hw::Sqe& sqe, const hw::Common& common, TaskOwner* owner,
                            const KernelArgsRange& args) {
    BELAY_TRY(push(&sqe, 1, common.taskId, owner, args));
    taskIds_.take();
    noteTask(common.taskId);
    return Status::ok();
}

void Stream::noteTask(uint32_t taskId) const noexcept {
    if (!setup_.isDefault) {
        lastTask = taskId;
    }
}

std::optional<uint16_t> Stream::lastTaskOfThread() noexcept {
    return lastTask == kNoTask ? std::nullopt : std::optional(static_cast<uint16_t>(lastTask));
}

uint32_t Stream::roomFor(uint64_t wanted) const {
    const uint64_t inRing = queue_->depth - kReserved - (submitted_ - retired_);
    // The next flip takes the id 0.
    const uint64_t untilFlip = 0x10000 - hw::TaskIds::idOf(taskIds_.next());
    return static_cast<uint32_t>(std::min({wanted, inRing, untilFlip, uint64_t{kMostAtOnce}}));
}

Status Stream::finishTasks(const hw::Sqe* sqes, uint32_t count, TaskOwner* owner) {
    const uint16_t firstTaskId = hw::TaskIds::idOf(taskIds_.next());
    BELAY_TRY(push(sqes, count, firstTaskId, owner));
    for (uint32_t i = 0; i < count; ++i) {
        taskIds_.take();
    }
    noteTask(firstTaskId + count - 1);
    return Status::ok();
}

// The owner is kept by the last of them.
Status Stream::push(const hw::Sqe* sqes, uint32_t count, uint16_t firstTaskId, TaskOwner* owner,
                    const KernelArgsRange& args) {
    // Filled first: the entries may have run before the driver returns.
    const uint32_t threadId = currentThreadId();
    for (uint32_t i = 0; i < count; ++i) {
        Slot& slot = slotOf(submitted_ + i);
        slot = {.owner = i + 1 == count ? owner : nullptr,
                .args = args,
                .threadId = threadId,
                .taskId = static_cast<uint16_t>(firstTaskId + i),
                .argsEnd = argsRing_.position()};
    }
    BELAY_ASSIGN(const bool fits, device().driver().submit(*queue_, sqes, count));
    if (!fits) {
        // The reserve is there so that this cannot happen.
        return Status::error(Code::kRtStreamTaskFull, "the stream's queue is full");
    }
    if (owner != nullptr) {
        owner->retain();
    }
    submitted_ += count;
    return Status::ok();
}

Status Stream::makeRoom(Lock& lock) {
    retire();
    while (isFull()) {
        if (const Status status = requireWaitable(submitted_); !status.isOk()) {
            return Status::error(Code::kRtStreamTaskFull,
                                 "the stream has no room for another task: {}", status.message());
        }
        BELAY_TRY(waitUnlocked(lock, retired_ + (submitted_ - retired_) / 2, Deadline::never()));
        retire();
        BELAY_TRY(requireUsable());
    }
    return Status::ok();
}

bool Stream::takeArgs(uint32_t bytes, uint32_t alignment, ArgsPlace& place) {
    if (!argsRing_.isMade()) [[unlikely]] {
        return false;
    }
    const std::optional<ArgsPlace> taken = argsRing_.take(bytes, alignment);
    if (!taken) [[unlikely]] {
        return false;
    }
    place = *taken;
    return true;
}

// Whether trying again can help, after waiting without the lock.
Result<bool> Stream::makeArgsRoom(Lock& lock) {
    if (!argsRing_.isMade()) {
        return makeArgsRing(lock);
    }
    const uint64_t before = retired_;
    retire();
    if (argsRing_.isHeld()) {
        return false;
    }
    if (retired_ != before) {
        return true;
    }
    if (const Status status = requireWaitable(submitted_); !status.isOk()) {
        return Status::error(Code::kRtStreamTaskFull,
                             "the stream has no room for the arguments of another kernel: {}",
                             status.message());
    }
    BELAY_TRY(waitUnlocked(lock, retired_ + (submitted_ - retired_ + 1) / 2, Deadline::never()));
    retire();
    BELAY_TRY(requireUsable());
    return true;
}

// Several threads may do it at once; one ring stays.
Result<bool> Stream::makeArgsRing(Lock& lock) {
    lock.unlock();
    DeviceMemory memory;
    std::byte* view = nullptr;
    {
        Result<DeviceMemory> made =
            DeviceMemory::allocate(device(), ArgsRing::kBytes, driver::MemoryKind::kDevice);
        Status failure = made.takeStatus();
        if (failure.isOk()) {
            memory = std::move(made).value();
            view = device().driver().hostView(memory.start());
        }
        lock.lock();
        BELAY_TRY(std::move(failure));
    }
    BELAY_TRY(requireUsable());
    if (view == nullptr) {
        return false;
    }
    if (!argsRing_.isMade()) {
        argsRing_.adopt(std::move(memory), view);
    }
    return true;
}

// ---- waiting ----

Status Stream::waitUnlocked(Lock& lock, uint64_t serial, Deadline deadline) {
    ++waiters_;
    lock.unlock();
    // A thread with a limit must be able to keep it, so it executes nothing that may take long.
    const auto lending = deadline.isNever() ? driver::Lending::kKernels : driver::Lending::kBounded;
    Result<bool> arrived = device().driver().wait(*queue_, serial, deadline, lending);
    lock.lock();
    if (--waiters_ == 0) {
        waitersGone_.notifyAll();
    }
    return arrived.takeStatus();
}

// Until the entries before `serial` have ended.
Status Stream::waitUntilRetired(Lock& lock, uint64_t serial, Deadline deadline) {
    retire();
    while (retired_ < serial && !isDead_) {
        if (deadline.hasPassed()) {
            return Status::error(Code::kRtStreamSyncTimeout,
                                 "tasks of the stream that did not end in time: {}",
                                 submitted_ - retired_);
        }
        BELAY_TRY(requireWaitable(serial));
        if (droppers_ != 0) {
            dropped_.wait(lock, deadline,
                          [this]() BELAY_NO_THREAD_SAFETY_ANALYSIS { return droppers_ == 0; });
        } else {
            BELAY_TRY(waitUnlocked(lock, serial, deadline));
        }
        retire();
    }
    return Status::ok();
}

Status Stream::synchronize(Deadline deadline) {
    Lock lock(mutex_);
    if (isDead_) {
        return Status::error(Code::kRtStreamContext, "the stream has been destroyed");
    }
    const uint64_t drops = dropCount_;
    BELAY_TRY(waitUntilRetired(lock, submitted_, deadline));
    if (drops != dropCount_) {
        return Status::error(dropReason_, "the tasks of {} were dropped while this call waited",
                             dropReason_ == Code::kRtDeviceTaskAbort ? "the device" : "the stream");
    }
    if (isDead_) {
        return Status::error(Code::kRtStreamContext,
                             "the stream was destroyed while this call waited for it");
    }
    return takeFailure(lock);
}

Status Stream::waitFor(uint64_t serial, Deadline deadline) {
    Lock lock(mutex_);
    return waitUntilRetired(lock, serial + 1, deadline);
}

bool Stream::isIdle() {
    const Lock lock(mutex_);
    retire();
    return retired_ == submitted_;
}

bool Stream::hasPassed(uint64_t serial) {
    const Lock lock(mutex_);
    if (retired_ <= serial) {
        retire();
    }
    return retired_ > serial;
}

}  // namespace belay
