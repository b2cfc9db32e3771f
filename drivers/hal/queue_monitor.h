// QueueMonitor: finds out what nobody asks about: that a queue has failed or has completions.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include "base/result.h"
#include "drivers/hal/queue_list.h"

namespace belay::hal {

/// One thread for each open device, which looks at the queues that have something under way and
/// calls their listeners. It looks often while there is news and less often while there is none,
/// and sleeps when nothing has been under way for a while.
class QueueMonitor {
  public:
    explicit QueueMonitor(QueueList& queues) : queues_(queues) {}

    QueueMonitor(const QueueMonitor&) = delete;
    QueueMonitor& operator=(const QueueMonitor&) = delete;

    ~QueueMonitor() { stop(); }

    /// kRtResourceAllocFail (207005) when no thread can be started.
    Status start();

    /// Ends the thread. Blocks until it has returned from a listener.
    void stop();

    /// A queue has something under way. A load when the thread is awake, which it is while queues
    /// are in use. Never blocks.
    void noteWork() noexcept;

  private:
    // What one look at all queues has found.
    struct Round {
        bool hasWork = false;
        bool hasNews = false;
    };

    void run();
    Round lookAtAll();
    bool anyHasWork();
    void sleepUntilWork();
    void pause(int64_t milliseconds);
    void wake() noexcept;

    QueueList& queues_;
    std::thread thread_;
    // Sequentially consistent, as the tails of queues are: either who submits sees that the thread
    // is asleep, or the thread sees the new tail before it sleeps.
    std::atomic<bool> isAsleep_{false};
    std::atomic<bool> isStopping_{false};
    std::atomic<uint32_t> wakes_{0};  // what the thread sleeps on
};

}  // namespace belay::hal
