// HostThreads: belay's own threads, which call functions of the application for streams.
#pragma once

#include <cstdint>

#include "base/mutex.h"
#include "base/ref.h"
#include "runtime/host_task.h"

namespace belay {

/// As many threads as functions run at once, up to kMost, so that functions of different streams
/// may wait for each other. A thread that had nothing to do for a second ends. Thread-safe.
class HostThreads {
  public:
    static constexpr uint32_t kMost = 64;

    /// The process's only instance; never destroyed.
    static HostThreads& instance();

    /// Runs the task, or with `isLost` loses it. Never blocks.
    void add(Ref<HostTask> task, bool isLost) noexcept;

    /// For fork() to hold.
    Mutex& mutex() { return mutex_; }

    /// In a forked child: the threads are not there.
    void forgetThreads() noexcept;

  private:
    void startThread() noexcept BELAY_REQUIRES(mutex_);
    void run();

    Mutex mutex_{LockRank::kObject, "threads for host functions"};
    CondVar changed_;
    HostTaskList waiting_ BELAY_GUARDED_BY(mutex_);
    HostTaskList lost_ BELAY_GUARDED_BY(mutex_);
    uint32_t threads_ BELAY_GUARDED_BY(mutex_) = 0;
    uint32_t idle_ BELAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace belay
