// HalQueue: a stream's submission queue with its completion queues, in the vendor's library.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "base/mutex.h"
#include "drivers/driver.h"
#include "drivers/hal/device_number.h"
#include "drivers/hal/hal_api.h"
#include "drivers/hal/queue_head.h"

namespace belay::hal {

/// Where reports of entries go that want calls of the host.
struct CallQueue {
    uint16_t cqId = 0;
    uint16_t groupId = 0;
};

/// The library tells little without being asked: where the head is, whether the queue runs, and
/// what lies in its logic completion queue. This asks, and remembers what it was told. One thread
/// at a time submits; everything else may be called by any number.
class HalQueue final : public driver::Queue {
  public:
    /// Makes the queue with its stream id. What was taken is given back when something is refused.
    static Result<std::unique_ptr<HalQueue>> create(const HalApi& api, const DeviceNumber& number,
                                                    uint32_t depth, const driver::QueueSetup& setup,
                                                    const CallQueue& calls);

    ~HalQueue() = default;
    HalQueue(const HalQueue&) = delete;
    HalQueue& operator=(const HalQueue&) = delete;

    const driver::QueueSetup& setup() const noexcept { return setup_; }

    /// Stops the queue, waits for what is being executed (unless it was given up, in vain for some
    /// seconds), and gives everything back to the library.
    /// The first error; what could not be given back stays behind until the device is closed.
    Status giveBack();

    // As driver::Driver says of the functions of these names.
    Result<bool> submit(const hw::Sqe* entries, uint32_t count);
    Result<driver::QueueState> state();
    Status control(driver::QueueAction action, uint64_t value);
    Result<uint32_t> receive(driver::Completion* completions, uint32_t capacity);
    Result<bool> wait(uint64_t serial, Deadline deadline);

    /// What a thread that watches over queues finds.
    struct Watch {
        bool mustTell = false;  ///< the listener is to be called; once for each reason
        bool hasWork = false;   ///< there may soon be something else to tell
    };

    Watch watch();

    /// Whether watching makes sense, without asking the library.
    bool hasWork() const;

    // --- for the one thread that reads reports of entries that want calls ---

    /// The library has reported the call. False when it is of no entry of this queue that is still
    /// owed one: then nobody may hear of it.
    bool noteReport(const driver::HostCall& call);

    /// The oldest reported call that may be made now; endCall() when the listener has heard of it.
    /// A stopped queue makes no call whose entry may be dropped.
    std::optional<driver::HostCall> beginCall();

    void endCall();

    /// Whether there are reported calls that may not be made yet.
    bool keepsReports() const;

  private:
    HalQueue(const HalApi& api, const DeviceNumber& number, uint32_t queueDepth,
             const driver::QueueSetup& setup);

    Status open(const CallQueue& calls);
    Status allocateStream();
    Status allocateNormal();
    Status allocateLogic();
    Status free(int32_t type, uint32_t freedSqId, uint32_t freedCqId);
    Status freeAll();

    Result<uint32_t> query(int32_t property) const;
    Status configure(int32_t property, uint32_t value) const;

    // An entry whose completion carries what it is for: the time of an event.
    struct Expected {
        uint64_t serial;
        uint16_t taskId;
    };

    // An entry that wants a call of the host, until its listener has heard of it.
    struct OwedCall {
        uint64_t serial;
        driver::HostCall call{};
        bool isReported = false;
        bool isBeingMade = false;
    };

    Status look() BELAY_REQUIRES(mutex_);
    Status drain() BELAY_REQUIRES(mutex_);
    Status refresh() BELAY_REQUIRES(mutex_);
    void take(const hw::LogicCqe& entry) BELAY_REQUIRES(mutex_);
    std::optional<uint64_t> findOverdue() const BELAY_REQUIRES(mutex_);
    bool isBehindTheHead(uint64_t serial) const BELAY_REQUIRES(mutex_);
    void giveUp(uint64_t serial) BELAY_REQUIRES(mutex_);
    bool isSettled() BELAY_REQUIRES(mutex_);
    uint64_t reportedHead() BELAY_REQUIRES(mutex_);
    void skipTo(uint64_t serial) BELAY_REQUIRES(mutex_);
    bool mayReceive() const BELAY_REQUIRES(mutex_);
    bool hasWorkLocked() const BELAY_REQUIRES(mutex_);
    Result<bool> isOver(uint64_t serial);
    Status stopAndSettle();
    void noteEntries(const hw::Sqe* entries, uint32_t count, uint64_t first) BELAY_REQUIRES(mutex_);
    void noteCompletion(const hw::Sqe& entry, uint64_t serial) BELAY_REQUIRES(mutex_);
    void takeBack(uint64_t first);

    const HalApi& api_;
    const DeviceNumber number_;
    const driver::QueueSetup setup_;
    uint32_t logicCqId_ = 0;

    // What was taken from the library, for giving it back.
    bool hasStream_ = false;
    bool hasNormal_ = false;
    bool hasLogic_ = false;
    bool isBound_ = false;

    // Written by the thread that submits. Sequentially consistent: see QueueMonitor.
    std::atomic<uint64_t> tail_{0};

    mutable Mutex mutex_{LockRank::kQueue, "queue of the driver"};
    QueueHead head_ BELAY_GUARDED_BY(mutex_);
    // Behind the last entry that has been sent, or is just being sent.
    uint64_t limit_ BELAY_GUARDED_BY(mutex_) = 0;
    bool isRunning_ BELAY_GUARDED_BY(mutex_) = true;   // as the library said last
    bool isStopped_ BELAY_GUARDED_BY(mutex_) = false;  // as control() asked
    // Since when nobody wants what is being executed.
    std::optional<SteadyClock::time_point> givenUpAt_ BELAY_GUARDED_BY(mutex_);
    bool isTold_ BELAY_GUARDED_BY(mutex_) = false;  // the listener, of what is in completions_
    // Behind the last entry that asks for a completion, and the head when all had been received.
    uint64_t completionsUntil_ BELAY_GUARDED_BY(mutex_) = 0;
    uint64_t drainedUntil_ BELAY_GUARDED_BY(mutex_) = 0;
    std::deque<Expected> expected_ BELAY_GUARDED_BY(mutex_);
    std::deque<OwedCall> calls_ BELAY_GUARDED_BY(mutex_);
    // Since when the first of these two has been before the head without what is due.
    std::optional<SteadyClock::time_point> overdueSince_ BELAY_GUARDED_BY(mutex_);
    std::deque<driver::Completion> completions_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::hal
