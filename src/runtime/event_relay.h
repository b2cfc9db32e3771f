// EventRelay: waits of one device's streams for another device's events.
#pragma once

#include <vector>

#include "base/mutex.h"
#include "base/ref.h"
#include "runtime/event.h"

namespace belay {

/// A flag belongs to one device, and an entry can only name flags of its own. So a stream that
/// waits for an event of another device waits for a flag of its own device, and a thread of the
/// relay records that one when the event is done. The thread exists while there is something to
/// relay. Thread-safe.
class EventRelay {
  public:
    /// The process's only instance; never destroyed.
    static EventRelay& instance();

    /// Records `flag` once `recording` is done. Without a thread for it, waits here.
    void add(const Ref<EventRecording>& recording, const Ref<EventFlag>& flag);

    /// For fork() to hold.
    Mutex& mutex() { return mutex_; }

    /// In a forked child: the thread is not there.
    void forgetThread() noexcept {
        const Lock lock(mutex_);
        isRunning_ = false;
    }

  private:
    struct Entry {
        Ref<EventRecording> recording;
        Ref<EventFlag> flag;
    };

    void run();
    bool relayFinished();

    Mutex mutex_{LockRank::kObject, "event relay"};
    std::vector<Entry> entries_ BELAY_GUARDED_BY(mutex_);
    bool isRunning_ BELAY_GUARDED_BY(mutex_) = false;
};

}  // namespace belay
