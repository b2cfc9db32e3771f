// BlockTeam: threads that help with launches that take long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace belay::sim {

class IndependentBlocks;

/// Threads exist from the first launch on that wants help, one less than the process may use
/// processors. Thread-safe.
class BlockTeam {
  public:
    BlockTeam() = default;
    ~BlockTeam();
    BlockTeam(const BlockTeam&) = delete;
    BlockTeam& operator=(const BlockTeam&) = delete;

    /// Wakes threads for a launch; does nothing where there is no other processor.
    void help(IndependentBlocks& blocks);

    /// Nobody begins to help any more; returns when those who do have ended.
    void finish(IndependentBlocks& blocks);

    /// Ends the threads. They come back when they are wanted.
    void stop();

  private:
    struct Job {
        IndependentBlocks* blocks = nullptr;
        size_t helpers = 0;
    };

    void work();
    Job* findJob() BELAY_REQUIRES(mutex_);

    Mutex mutex_{LockRank::kObject, "threads that share blocks"};
    CondVar wanted_;
    CondVar helped_;
    std::list<Job> jobs_ BELAY_GUARDED_BY(mutex_);
    std::vector<std::thread> threads_ BELAY_GUARDED_BY(mutex_);
    bool isStopping_ BELAY_GUARDED_BY(mutex_) = false;
};

}  // namespace belay::sim
