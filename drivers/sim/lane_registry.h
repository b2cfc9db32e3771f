// LaneRegistry: the lanes of all threads, and the watchdog over them.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/mutex.h"

namespace belay::sim {

class Lane;

/// Stops code that has used up its time. Works by a signal to the thread, which leaves the code
/// only if it executes just that code then; otherwise the next look tries again.
class Watchdog {
  public:
    /// Looks at what all threads run; whether any runs something that has a limit. Called about
    /// once a millisecond while devices have work.
    static bool look();

    /// Stops what runs for `subject` now, if anything does, whatever time it has left. May miss
    /// what is just beginning.
    static void interrupt(uint64_t subject);

    /// Whether the watchdog sent a signal. For handlers.
    static bool isOwn(const siginfo_t& info) noexcept;

    /// What a signal of the watchdog is to stop.
    static uint64_t subjectOf(const siginfo_t& info) noexcept;

  private:
    static void examine(Lane& lane, uint64_t nowNs);
    static bool isOver(Lane& lane, uint64_t watched, uint64_t nowNs);
};

/// Thread-safe.
class LaneRegistry {
  public:
    /// The process's only instance; never destroyed.
    static LaneRegistry& instance();

    /// A number that no other lane has had for a long time; never 0.
    uint64_t add(Lane& lane);

    /// The watchdog does not look at it any more.
    void remove(Lane& lane);

    size_t count();

    /// For the watchdog, with the lanes staying meanwhile.
    template <typename Visit>
    void forEach(Visit visit) {
        const Lock lock(mutex_);
        for (Lane* lane : lanes_) {
            visit(*lane);
        }
    }

  private:
    Mutex mutex_{LockRank::kObject, "threads that run device code"};
    std::vector<Lane*> lanes_ BELAY_GUARDED_BY(mutex_);
    uint64_t nextSerial_ BELAY_GUARDED_BY(mutex_) = 1;
};

}  // namespace belay::sim
