#include "runtime/host_task.h"

#include "runtime/context_scope.h"
#include "runtime/host_threads.h"
#include "runtime/stream.h"
#include "runtime/subscriptions.h"

namespace belay {
namespace {

[[gnu::tls_model("initial-exec")]] thread_local constinit RunningCall* innermost = nullptr;

}  // namespace

// ---- tasks ----

HostTask::HostTask(const Setup& setup, Ref<Subscription> subscription) noexcept
    : setup_(setup), subscription_(std::move(subscription)) {}

HostTask::~HostTask() = default;

void HostTask::place(uint64_t serial) noexcept {
    serial_ = serial;
    retain();
    // Relaxed: the submission of the entry publishes it.
    isReportOwed_.store(true, std::memory_order_relaxed);
}

// Whoever clears the mark has the report's reference.
void HostTask::endReport() noexcept {
    if (isReportOwed_.exchange(false, std::memory_order_acq_rel)) {
        release();
    }
}

void HostTask::report(Stream& stream, const driver::HostCall& call) noexcept {
    if (!isReportOwed_.exchange(false, std::memory_order_acq_rel)) {
        return;
    }
    Ref<HostTask> task = Ref<HostTask>::adopt(this);
    stream_ = Ref<Stream>(&stream);
    call_ = call;
    if (!subscription_ || !Subscriptions::instance().deliver(*subscription_, task)) {
        HostThreads::instance().add(std::move(task), /*isLost=*/static_cast<bool>(subscription_));
    }
}

bool HostTask::run(bool usesContext) {
    const Ref<Stream> stream = std::exchange(stream_, nullptr);
    if (!stream->beginCall(*this)) {
        return false;
    }
    {
        const ContextScope scope(usesContext ? &stream->context() : nullptr);
        const RunningCall running(*stream, *this);
        setup_.function(setup_.data);
    }
    stream->endCall(*this);
    return true;
}

void HostTask::lose() {
    const Ref<Stream> stream = std::exchange(stream_, nullptr);
    stream->loseCall(*this);
}

// A task that is done has been reported, or will be.
void HostTask::ended(TaskEnd end) noexcept {
    if (end != TaskEnd::kDone) {
        endReport();
    }
}

// ---- lists ----

void HostTaskList::add(Ref<HostTask> task) noexcept {
    HostTask* added = task.detach();
    added->next_ = nullptr;
    (first_ == nullptr ? first_ : last_->next_) = added;
    last_ = added;
    ++count_;
}

Ref<HostTask> HostTaskList::take() noexcept {
    HostTask* taken = first_;
    first_ = taken->next_;
    last_ = first_ == nullptr ? nullptr : last_;
    --count_;
    return Ref<HostTask>::adopt(taken);
}

HostTaskList HostTaskList::takeOf(const Subscription& subscription) noexcept {
    HostTaskList taken;
    HostTaskList kept;
    while (!isEmpty()) {
        Ref<HostTask> task = take();
        HostTaskList& target = task->subscription_.get() == &subscription ? taken : kept;
        target.add(std::move(task));
    }
    first_ = std::exchange(kept.first_, nullptr);
    last_ = std::exchange(kept.last_, nullptr);
    count_ = std::exchange(kept.count_, 0);
    return taken;
}

// ---- running ----

RunningCall::RunningCall(Stream& stream, const HostTask& task) noexcept
    : stream_(stream), task_(task), outer_(innermost) {
    innermost = this;
}

RunningCall::~RunningCall() {
    innermost = outer_;
}

bool RunningCall::holds(const Stream& stream, uint64_t from, uint64_t to) noexcept {
    for (const RunningCall* call = innermost; call != nullptr; call = call->outer_) {
        const uint64_t serial = call->task_.serial();
        if (&call->stream_ == &stream && call->task_.isBlocking() && serial >= from &&
            serial < to) {
            return true;
        }
    }
    return false;
}

bool RunningCall::holdsAnyOf(const Device& device) noexcept {
    for (const RunningCall* call = innermost; call != nullptr; call = call->outer_) {
        if (&call->stream_.device() == &device && call->task_.isBlocking() &&
            !call->stream_.hasPassed(call->task_.serial())) {
            return true;
        }
    }
    return false;
}

}  // namespace belay
