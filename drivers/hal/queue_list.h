// QueueList: the queues of one device, for threads that come upon them without owning them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/mutex.h"
#include "drivers/hal/hal_queue.h"

namespace belay::hal {

/// Owns the queues. Who takes one by a Pin keeps it there until the pin is gone: remove() waits.
/// Thread-safe.
class QueueList {
  public:
    /// A queue of the list, which stays while this exists. Null when there was none.
    class Pin {
      public:
        Pin(QueueList& list, HalQueue* queue) noexcept : list_(list), queue_(queue) {}

        Pin(const Pin&) = delete;
        Pin& operator=(const Pin&) = delete;
        ~Pin();

        HalQueue* get() const noexcept { return queue_; }

      private:
        QueueList& list_;
        HalQueue* queue_;
    };

    QueueList() = default;
    QueueList(const QueueList&) = delete;
    QueueList& operator=(const QueueList&) = delete;
    ~QueueList() = default;

    void add(std::unique_ptr<HalQueue> queue);

    /// Takes a queue out, which nobody else can find any more; null when it is not there. Blocks
    /// until nobody has it. Not from inside a listener.
    std::unique_ptr<HalQueue> remove(uint16_t streamId);

    /// The queue of a stream.
    Pin find(uint16_t streamId);

    /// The first queue whose stream id is not below `streamId`.
    Pin findFrom(uint32_t streamId);

    /// All stream ids, in order.
    std::vector<uint16_t> streamIds() const;

  private:
    struct Entry {
        std::unique_ptr<HalQueue> queue;
        uint32_t pins = 0;
    };

    HalQueue* pinLocked(std::map<uint16_t, Entry>::iterator found) BELAY_REQUIRES(mutex_);
    void unpin(const HalQueue& queue) noexcept;

    mutable Mutex mutex_{LockRank::kIds, "queues of a device"};
    CondVar unpinned_;
    std::map<uint16_t, Entry> entries_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::hal
