// CallbackQueues: the completion queues of a device for calls of the host that entries ask for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/hal_abi/hal_abi.h"
#include "drivers/hal_sim/bell.h"
#include "drivers/hal_sim/numbers.h"
#include "hw/entry.h"

namespace belay::hal_sim {

/// Each belongs to a group, for which one thread waits. Thread-safe.
class CallbackQueues {
  public:
    /// How many groups there are, numbered from 0.
    static constexpr uint32_t kGroups = 256;

    CallbackQueues() : numbers_(kLimit) {}

    CallbackQueues(const CallbackQueues&) = delete;
    CallbackQueues& operator=(const CallbackQueues&) = delete;
    ~CallbackQueues() = default;

    /// The id of a new one. kRtParamInvalid (107000) for a group that is not there,
    /// kRtResourceAllocFail (207005) when all queues are in use.
    Result<uint32_t> allocate(uint32_t group);

    Status free(uint32_t id);
    void freeAll();

    /// What an entry asks for, on the thread that executes it. False when it names no queue, or
    /// not the group of the queue.
    bool report(const hw::HostCallback& callback);

    /// Waits until a queue of the group has a report that get() has not given yet, and sets a bit
    /// in `bitmap` for each such queue. False when the deadline has passed, or `isOver` has turned
    /// true, which rings the bell. kRtParamInvalid (107000) for a bitmap too small for a queue's
    /// id.
    template <typename Predicate>
    Result<bool> wait(uint32_t group, std::span<std::byte> bitmap, Deadline deadline,
                      Predicate isOver) {
        while (true) {
            const uint32_t seen = bell_.count();
            BELAY_ASSIGN(const bool isAny, look(group, bitmap));
            if (isAny || deadline.hasPassed() || isOver()) {
                return isAny;
            }
            bell_.wait(seen, deadline);
        }
    }

    void wakeAll() noexcept { bell_.ring(); }

    /// The next report of a queue, valid until it is released; null when there is none.
    Result<HalCallReport*> get(uint32_t id);

    /// Gives up the oldest `count` reports that get() has given.
    Status release(uint32_t id, uint32_t count);

  private:
    static constexpr uint32_t kLimit = 1024;  // of a report's twelve bits for an id

    struct CallbackQueue {
        uint32_t group = 0;
        size_t given = 0;                     // of the reports, from the front
        std::deque<HalCallReport> reports{};  // elements stay where they are
        uint16_t sequence = 0;
    };

    Result<bool> look(uint32_t group, std::span<std::byte> bitmap) const;
    Result<CallbackQueue*> find(uint32_t id) BELAY_REQUIRES(mutex_);

    mutable Mutex mutex_{LockRank::kObject, "callback queues"};
    Bell bell_;
    Numbers numbers_ BELAY_GUARDED_BY(mutex_);
    std::map<uint32_t, CallbackQueue> queues_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::hal_sim
