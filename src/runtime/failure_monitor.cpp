#include "runtime/failure_monitor.h"

#include <exception>
#include <new>
#include <utility>

#include "base/fork.h"
#include "base/log.h"
#include "base/never_destroyed.h"
#include "runtime/context_scope.h"
#include "runtime/stream.h"

namespace belay {
namespace {

// Without memory for the text there is no line.
void writeDown(const TaskFailure& failure) {
    try {
        BELAY_LOG(kRuntime, kError, "{} ({}: {})", failure.text(), static_cast<int>(failure.code()),
                  codeText(failure.code()));
    } catch (const std::bad_alloc&) {
        return;
    }
}

ForkLock monitorForkLock(LockRank::kObject, [] { return &FailureMonitor::instance().mutex(); });
ForkRepair monitorForkRepair([] { FailureMonitor::instance().forgetThread(); });

}  // namespace

FailureMonitor& FailureMonitor::instance() {
    static NeverDestroyed<FailureMonitor> monitor;
    return monitor.get();
}

// Without memory the next call on the stream deals with its failure, and no callback is told.
void FailureMonitor::notice(Ref<Stream> stream) noexcept {
    const Lock lock(mutex_);
    try {
        streams_.push_back(std::move(stream));
    } catch (const std::bad_alloc&) {
        return;
    }
    wake();
}

bool FailureMonitor::report(Ref<TaskFailure> failure, Ref<Stream> stream) noexcept {
    const Lock lock(mutex_);
    try {
        reports_.push_back({std::move(failure), std::move(stream)});
    } catch (const std::bad_alloc&) {
        return false;
    }
    wake();
    return true;
}

void FailureMonitor::make(const Report& report) {
    const TaskFailure& failure = *report.failure;
    writeDown(failure);
    {
        const ContextScope scope(report.stream ? &report.stream->context() : nullptr);
        failure.tellApplication();
    }
    if (report.stream) {
        report.stream->endReport();
    }
}

// The thread is never joined: it may be in a callback that never returns, and holds nothing when it
// waits.
void FailureMonitor::wake() {
    if (!isRunning_) {
        try {
            std::thread([this] { run(); }).detach();
            isRunning_ = true;
        } catch (const std::exception& exception) {
            BELAY_LOG(kRuntime, kError, "no thread can be started for failures of tasks: {}",
                      exception.what());
        }
    }
    changed_.notifyAll();
}

void FailureMonitor::run() {
    Lock lock(mutex_);
    thread_ = std::this_thread::get_id();
    while (true) {
        changed_.wait(lock, Deadline::never(), [this]() BELAY_NO_THREAD_SAFETY_ANALYSIS {
            return !streams_.empty() || !reports_.empty();
        });
        isBusy_ = true;
        std::vector<Ref<Stream>> streams = std::exchange(streams_, {});
        std::vector<Report> reports = std::exchange(reports_, {});
        lock.unlock();
        for (const Ref<Stream>& stream : streams) {
            stream->recover();
        }
        streams.clear();
        for (const Report& report : reports) {
            make(report);
        }
        reports.clear();
        lock.lock();
        isBusy_ = false;
        changed_.notifyAll();
    }
}

void FailureMonitor::drain() {
    Lock lock(mutex_);
    if (thread_ == std::this_thread::get_id()) {
        return;
    }
    changed_.wait(lock, Deadline::never(), [this]() BELAY_NO_THREAD_SAFETY_ANALYSIS {
        return !isRunning_ || (!isBusy_ && streams_.empty() && reports_.empty());
    });
}

void FailureMonitor::forgetThread() noexcept {
    ::new (static_cast<void*>(&changed_)) CondVar();
    const Lock lock(mutex_);
    isRunning_ = false;
    isBusy_ = false;
}

}  // namespace belay
