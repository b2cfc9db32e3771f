#include "drivers/sim/independent_blocks.h"

#include <bit>
#include <utility>

#include "base/clock.h"
#include "drivers/sim/block_team.h"

namespace belay::sim {
namespace {

// A launch that takes less gains nothing from another thread, which has to be woken first.
constexpr uint64_t kWorthSharingNs = 30'000;

}  // namespace

// Nobody else touches the failure any more when it returns.
std::unique_ptr<CallFailure> IndependentBlocks::run(Lane& lane) BELAY_NO_THREAD_SAFETY_ANALYSIS {
    if (team_ != nullptr && call_.coreCount() > 1) {
        startedNs_ = steadyNanoseconds();
    }
    runShare(lane);
    if (isShared_) {
        team_->finish(*this);
    }
    return std::move(failure_);
}

void IndependentBlocks::help(Lane& lane) {
    runShare(lane);
}

void IndependentBlocks::runShare(Lane& lane) {
    BlockStack* stack = lane.blockStack();
    if (stack == nullptr) {
        fail(CodeFailure::because(kernel::Failure::kException,
                                  "there is no memory for the stack of a block"),
             0);
        return;
    }
    stack->assign(*this);
    lane.watch(call_.watch);
    while (true) {
        const Leave how = lane.visit(stack->stack());
        if (how == Leave::kShares) {
            isShared_ = true;
            team_->help(*this);
            continue;
        }
        lane.unwatch();
        if (how == Leave::kFailed) {
            stack->abandon();
            fail(lane.failure(), stack->core);
        }
        return;
    }
}

// On the stack of a block.
void IndependentBlocks::runOn(BlockStack& stack) {
    Lane& lane = *Lane::existing();
    for (uint64_t done = 0;; ++done) {
        const uint64_t core = takeCore();
        if (core >= call_.coreCount()) {
            return;
        }
        if (startedNs_ != 0 && !isShared_ && isWorthSharing(done)) {
            lane.leave(Leave::kShares);
        }
        stack.core = core;
        runCore(call_, stack, lane);
    }
}

// A plain step as long as nobody else takes any.
uint64_t IndependentBlocks::takeCore() noexcept {
    if (isShared_) {
        return next_.fetch_add(1, std::memory_order_relaxed);
    }
    const uint64_t core = next_.load(std::memory_order_relaxed);
    next_.store(core + 1, std::memory_order_relaxed);
    return core;
}

// Looks at the clock rarely when there are many short blocks.
bool IndependentBlocks::isWorthSharing(uint64_t done) const noexcept {
    return done != 0 && (std::has_single_bit(done) || done % 64 == 0) && hasMore() &&
           steadyNanoseconds() - startedNs_ >= kWorthSharingNs;
}

void IndependentBlocks::fail(const CodeFailure& code, uint64_t core) {
    next_.store(call_.coreCount(), std::memory_order_relaxed);
    const Lock lock(mutex_);
    if (failure_ == nullptr) {
        failure_ = CallFailure::make(code, core);
    }
}

}  // namespace belay::sim
