// LogicQueues: the completion queues of a device that software reads, and what has come to them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/hal_sim/bell.h"
#include "drivers/hal_sim/hal_stream.h"
#include "drivers/hal_sim/numbers.h"
#include "hw/cqe.h"

namespace belay::hal_sim {

/// A queue collects the completions of the streams that are bound to it, when somebody reads.
/// Thread-safe.
class LogicQueues {
  public:
    /// `streams` by id; they and `bell`, which rings for each completion, outlive this object.
    LogicQueues(std::span<HalStream> streams, Bell& bell)
        : streams_(streams), bell_(bell), numbers_(kLimit) {}

    LogicQueues(const LogicQueues&) = delete;
    LogicQueues& operator=(const LogicQueues&) = delete;
    ~LogicQueues() = default;

    /// The id of a new one. kRtResourceAllocFail (207005) when all are in use.
    Result<uint32_t> allocate(uint32_t depth);

    /// Streams that are bound to it are so no more.
    Status free(uint32_t id);
    void freeAll();

    /// The completions of `stream` come here from now on, and nowhere else.
    Status bind(uint32_t stream, uint32_t id);

    /// kRtParamInvalid (107000) when it is not bound.
    Status unbind(uint32_t stream);

    /// Drops what there is of a stream whose submission queue is freed.
    void forget(uint32_t stream);

    /// Whether there are completions of the stream that were collected but not read.
    bool hasCompletionsOf(uint32_t stream) const;

    Result<uint32_t> depthOf(uint32_t id) const;

    uint32_t used() const;

    struct Wanted {
        uint32_t stream = 0;
        uint32_t task = 0;
    };

    /// Takes up to entries.size() completions, oldest first; how many. Without any waits until one
    /// comes, the deadline has passed (then none), or `isOver` turns true, which rings the bell.
    /// With `wanted` it takes only completions of that task.
    template <typename Predicate>
    Result<uint32_t> receive(uint32_t id, std::span<hw::LogicCqe> entries,
                             const std::optional<Wanted>& wanted, Deadline deadline,
                             Predicate isOver) {
        while (true) {
            const uint32_t seen = bell_.count();
            BELAY_ASSIGN(const uint32_t count, take(id, entries, wanted));
            if (count != 0 || deadline.hasPassed() || isOver()) {
                return count;
            }
            bell_.wait(seen, deadline);
        }
    }

  private:
    // As many as there are streams, with room for shared ones.
    static constexpr uint32_t kLimit = 4096;

    struct LogicQueue {
        uint32_t depth = 0;
        std::vector<uint32_t> streams{};  // bound to it
        std::deque<hw::LogicCqe> entries{};
    };

    Result<uint32_t> take(uint32_t id, std::span<hw::LogicCqe> entries,
                          const std::optional<Wanted>& wanted);
    Result<LogicQueue*> find(uint32_t id) BELAY_REQUIRES(mutex_);
    void collect(LogicQueue& queue) BELAY_REQUIRES(mutex_);
    bool detach(uint32_t stream) BELAY_REQUIRES(mutex_);

    const std::span<HalStream> streams_;
    Bell& bell_;
    mutable Mutex mutex_{LockRank::kContext, "logic completion queues"};
    Numbers numbers_ BELAY_GUARDED_BY(mutex_);
    std::map<uint32_t, LogicQueue> queues_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::hal_sim
