// Subscriptions: threads of the application that call the callbacks of streams.
#pragma once

#include <cstdint>
#include <map>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/ref.h"
#include "base/result.h"
#include "runtime/device.h"
#include "runtime/host_task.h"

namespace belay {

/// Of one stream to one thread. What there is to know of it is Subscriptions' business.
class Subscription final : public RefCounted {
  public:
    ~Subscription() override;
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;

    uint64_t threadId() const noexcept { return threadId_; }

  private:
    friend class Subscriptions;
    struct Thread;

    Subscription(uint64_t threadId, Ref<Thread> thread) noexcept;

    const uint64_t threadId_;
    const Ref<Thread> thread_;
    bool isOver_ = false;  // guarded by the mutex of Subscriptions
};

/// Which threads are subscribed, and the callbacks that wait for them. A thread is known by the
/// number that the application gives for it, takes callbacks of any number of streams of one
/// device, and need not exist yet. Thread-safe.
class Subscriptions {
  public:
    /// The process's only instance; never destroyed.
    static Subscriptions& instance();

    /// kRtThreadSubscribe (107012) when the thread takes callbacks of another device.
    Result<Ref<Subscription>> add(uint64_t threadId, Device& device);

    /// The tasks that the thread has not begun are the caller's. A thread that waits for reports
    /// and has no other subscription left is woken.
    HostTaskList end(Subscription& subscription) noexcept;

    /// Gives a task to the thread; false when the subscription has ended.
    bool deliver(Subscription& subscription, Ref<HostTask>& task) noexcept;

    /// Waits until there are callbacks for thread `threadId`, which is the calling one, and calls
    /// those that are there. kRtThreadSubscribe (107012) at once when it is not subscribed, or
    /// while it waits not any more; kRtReportTimeout (507012) at the deadline.
    Status process(uint64_t threadId, Deadline deadline);

    /// For fork() to hold.
    Mutex& mutex() { return mutex_; }

  private:
    Mutex mutex_{LockRank::kObject, "subscriptions"};
    std::map<uint64_t, Ref<Subscription::Thread>> threads_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
