#include "runtime/host_threads.h"

#include <exception>
#include <new>
#include <thread>
#include <utility>

#include "base/fork.h"
#include "base/log.h"
#include "base/never_destroyed.h"

namespace belay {
namespace {

constexpr int64_t kIdleMs = 1000;

ForkLock threadsForkLock(LockRank::kObject, [] { return &HostThreads::instance().mutex(); });
ForkRepair threadsForkRepair([] { HostThreads::instance().forgetThreads(); });

}  // namespace

HostThreads& HostThreads::instance() {
    static NeverDestroyed<HostThreads> threads;
    return threads.get();
}

void HostThreads::add(Ref<HostTask> task, bool isLost) noexcept {
    const Lock lock(mutex_);
    (isLost ? lost_ : waiting_).add(std::move(task));
    if (waiting_.count() + lost_.count() > idle_ && threads_ < kMost) {
        startThread();
    }
    changed_.notifyOne();
}

// The threads are never joined: they may be in a function that never returns, and hold nothing when
// they wait. Without a thread the next task tries again.
void HostThreads::startThread() noexcept {
    try {
        std::thread([this] { run(); }).detach();
        ++threads_;
    } catch (const std::exception& exception) {
        BELAY_LOG(kRuntime, kError, "no thread can be started for host functions: {}",
                  exception.what());
    }
}

void HostThreads::run() {
    Lock lock(mutex_);
    while (true) {
        ++idle_;
        const bool hasTask = changed_.wait(lock, Deadline::afterMs(kIdleMs),
                                           [this]() BELAY_NO_THREAD_SAFETY_ANALYSIS {
                                               return !waiting_.isEmpty() || !lost_.isEmpty();
                                           });
        --idle_;
        if (!hasTask) {
            --threads_;
            return;
        }
        const bool isLost = !lost_.isEmpty();
        Ref<HostTask> task = (isLost ? lost_ : waiting_).take();
        lock.unlock();
        if (isLost) {
            task->lose();
        } else {
            task->run(/*usesContext=*/true);
        }
        task = nullptr;
        lock.lock();
    }
}

// What waited belongs to devices that the child does not have.
void HostThreads::forgetThreads() noexcept {
    ::new (static_cast<void*>(&changed_)) CondVar();
    const Lock lock(mutex_);
    ::new (static_cast<void*>(&waiting_)) HostTaskList();
    ::new (static_cast<void*>(&lost_)) HostTaskList();
    threads_ = 0;
    idle_ = 0;
}

}  // namespace belay
