// CallReader: takes the reports of entries that want calls of the host, and hands them on.
#pragma once

#include <atomic>
#include <cstdint>
#include <set>
#include <thread>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/hal/device_number.h"
#include "drivers/hal/hal_api.h"
#include "drivers/hal/hal_queue.h"
#include "drivers/hal/queue_list.h"

namespace belay::hal {

/// A device's completion queue for such entries, and one thread that waits at it, from the first
/// such entry on.
class CallReader {
  public:
    CallReader(const HalApi& api, QueueList& queues) : api_(api), queues_(queues) {}

    CallReader(const CallReader&) = delete;
    CallReader& operator=(const CallReader&) = delete;

    ~CallReader() { static_cast<void>(close()); }

    /// Takes the completion queue of the device. A library that has none is no error here: start()
    /// tells then.
    void open(const DeviceNumber& number);

    /// Ends the thread and gives the completion queue back. Blocks for some milliseconds.
    Status close();

    /// What entries name that want calls.
    CallQueue callQueue() const noexcept { return calls_; }

    /// Before the first entry that wants a call is sent. kRtFeatureNotSupport (207000) and what
    /// else the library had against the completion queue, kRtResourceAllocFail (207005) when no
    /// thread can be started. One load when the thread is there.
    Status ensureRunning();

  private:
    Status openQueue();
    void run();
    bool waitForReports();
    bool takeReport();
    void handOn(const HalCallReport& report);
    void makeCalls(HalQueue& queue);
    void makeKeptCalls();

    const HalApi& api_;
    QueueList& queues_;
    DeviceNumber number_;
    CallQueue calls_;
    uint32_t sqId_ = 0;
    bool isOpen_ = false;
    Status refusal_;  // why there is no completion queue

    // Streams with reports that could not be handed on at once. Of the thread alone.
    std::set<uint16_t> keepers_;

    // Release, when the thread was started.
    std::atomic<bool> isRunning_{false};
    std::atomic<bool> isStopping_{false};
    Mutex mutex_{LockRank::kQueue, "starting the reader of calls"};
    std::thread thread_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::hal
