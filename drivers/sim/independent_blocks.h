// IndependentBlocks: runs the blocks of a kernel that do not wait for each other.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/mutex.h"
#include "drivers/sim/kernel_call.h"

namespace belay::sim {

class BlockTeam;

/// One launch. Blocks begin in order on the calling thread, one after the other; when that takes
/// long enough to be worth it, threads of the team take some of them.
class IndependentBlocks final : public BlockWork {
  public:
    /// Without a team all blocks run on the calling thread.
    IndependentBlocks(const KernelCall& call, BlockTeam* team) noexcept
        : call_(call), team_(team) {}

    /// On the calling thread; returns when all blocks have ended, with null when well.
    /// The first failure ends the launch
    /// as soon as the blocks that other threads run have ended too.
    std::unique_ptr<CallFailure> run(Lane& lane);

    /// On a thread of the team, which has been announced with begin().
    void help(Lane& lane);

    /// Whether there are blocks that nobody has begun.
    bool hasMore() const noexcept {
        return next_.load(std::memory_order_relaxed) < call_.coreCount();
    }

    void runOn(BlockStack& stack) override;

  private:
    void runShare(Lane& lane);
    uint64_t takeCore() noexcept;
    bool isWorthSharing(uint64_t done) const noexcept;
    void fail(const CodeFailure& code, uint64_t core);

    const KernelCall& call_;
    BlockTeam* const team_;
    uint64_t startedNs_ = 0;
    std::atomic<uint64_t> next_{0};
    // Set by the thread that launched, before any other sees this.
    bool isShared_ = false;

    Mutex mutex_{LockRank::kObject, "failure of a launch"};
    std::unique_ptr<CallFailure> failure_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::sim
