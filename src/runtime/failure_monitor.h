// FailureMonitor: deals with failed streams and tells the application, without waiting for a
// synchronise.
#pragma once

#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/ref.h"
#include "runtime/task_failure.h"

namespace belay {

class Stream;

/// One thread, which exists from the first failure on. Thread-safe.
class FailureMonitor {
  public:
    /// The process's only instance; never destroyed.
    static FailureMonitor& instance();

    /// The queue of `stream` stands still after a failure. Never blocks.
    void notice(Ref<Stream> stream) noexcept;

    /// Logs that a task has failed and tells the application's callbacks, on the monitor's thread,
    /// with the context of `stream` current. Then calls Stream::endReport() of it. `stream` may be
    /// null. Never blocks. False without
    /// memory: nothing will happen.
    bool report(Ref<TaskFailure> failure, Ref<Stream> stream) noexcept;

    /// Returns when everything noticed and reported so far has been dealt with, at once on the
    /// monitor's own thread: there a callback asks.
    void drain();

    /// For fork() to hold.
    Mutex& mutex() { return mutex_; }

    /// In a forked child: the thread is not there.
    void forgetThread() noexcept;

  private:
    struct Report {
        Ref<TaskFailure> failure;
        Ref<Stream> stream;
    };

    static void make(const Report& report);

    void wake() BELAY_REQUIRES(mutex_);
    void run();

    Mutex mutex_{LockRank::kObject, "failure monitor"};
    CondVar changed_;
    std::vector<Ref<Stream>> streams_ BELAY_GUARDED_BY(mutex_);
    std::vector<Report> reports_ BELAY_GUARDED_BY(mutex_);
    bool isBusy_ BELAY_GUARDED_BY(mutex_) = false;
    bool isRunning_ BELAY_GUARDED_BY(mutex_) = false;
    std::thread::id thread_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
