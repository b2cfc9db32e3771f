#include "drivers/sim/block_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "drivers/sim/stack_switch.h"

namespace belay::sim {

using kernel::Failure;
using kernel::FlagMode;

BlockGrid::BlockGrid(const KernelCall& call) : call_(call), cores_(call.coreCount()) {}

BlockGrid::~BlockGrid() {
    for (BlockStack* stack : freeStacks_) {
        BlockStacks::instance().giveBack(*stack);
    }
}

// Who can go on goes on before others begin, so that no more stacks are in use than must be.
std::unique_ptr<CallFailure> BlockGrid::run(Lane& lane) {
    lane_ = &lane;
    lane.runner = this;
    lane.watch(call_.watch);
    std::unique_ptr<CallFailure> failure;
    while (failure == nullptr && ended_ < call_.coreCount()) {
        uint64_t core = begun_;
        if (lane.isInterrupted() || isOutOfTime()) {
            failure = CallFailure::make(
                CodeFailure::because(
                    Failure::kTimeout,
                    fmt::format(
                        "{} cores, which wait for each other, are not done within {:.3g} s "
                        "together, the time limit for each of them",
                        call_.coreCount(),
                        static_cast<double>(call_.watch.limitNs * call_.coreCount()) / 1e9)),
                current_);
            break;
        }
        if (!ready_.empty()) {
            core = ready_.front();
            ready_.pop_front();
        } else if (begun_ == call_.coreCount()) {
            failure = deadlock();
            break;
        } else if (!begin(core)) {
            failure = CallFailure::make(
                CodeFailure::because(Failure::kException,
                                     fmt::format("there is no memory for the stacks of {} cores "
                                                 "that wait for each other",
                                                 begun_ - ended_ + 1)),
                core);
            break;
        }
        switch (visit(core, lane)) {
            case Leave::kDone:
                end(core);
                break;
            case Leave::kFailed:
                failure = CallFailure::make(lane.failure(), core);
                break;
            case Leave::kWaits:
            case Leave::kShares:
                break;
        }
    }
    lane.unwatch();
    lane.runner = nullptr;
    abandonAll();
    return failure;
}

Leave BlockGrid::visit(uint64_t core, Lane& lane) {
    current_ = core;
    lane.restartWatch();
    return lane.visit(cores_[core].stack->stack());
}

// Cores that wait again and again never use up the time for one visit. Asked rarely: it takes a
// system call.
bool BlockGrid::isOutOfTime() {
    constexpr uint64_t kVisitsBetween = 4096;
    if (++visits_ % kVisitsBetween != 0 || call_.watch.limitNs == 0) {
        return false;
    }
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    const uint64_t now =
        static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
    if (!startNs_) {
        startNs_ = now;
    }
    return now - *startNs_ > call_.watch.limitNs * call_.coreCount();
}

bool BlockGrid::begin(uint64_t core) {
    BlockStack* stack = nullptr;
    if (!freeStacks_.empty()) {
        stack = freeStacks_.back();
        freeStacks_.pop_back();
    } else {
        stack = BlockStacks::instance().take();
    }
    if (stack == nullptr) {
        return false;
    }
    stack->core = core;
    stack->assign(*this);
    cores_[core].stack = stack;
    ++begun_;
    return true;
}

void BlockGrid::end(uint64_t core) {
    freeStacks_.push_back(cores_[core].stack);
    cores_[core].stack = nullptr;
    ++ended_;
}

void BlockGrid::abandonAll() {
    for (Core& core : cores_) {
        if (core.stack != nullptr) {
            core.stack->abandon();
            freeStacks_.push_back(core.stack);
            core.stack = nullptr;
        }
    }
}

void BlockGrid::runOn(BlockStack& stack) {
    stack.record = call_.recordOf(stack.core);
    const KernelCall::Half& half = call_.halfOf(stack.record.side);
    resetArithmetic();
    half.call(half.args);
}

std::unique_ptr<CallFailure> BlockGrid::deadlock() const {
    const auto waiting =
        std::ranges::find_if(cores_, [](const Core& core) { return core.stack != nullptr; });
    const std::string what =
        waiting->wait == Wait::kFlag
            ? fmt::format("flag {}, which nobody sets any more", waiting->flag)
            : fmt::format("all {} to synchronise, of which some have ended without that",
                          waiting->wait == Wait::kAllCores ? "cores" : "vector cores");
    return CallFailure::make(
        CodeFailure::because(
            Failure::kTimeout,
            fmt::format("{} of {} cores wait for each other and nobody can go on; this one waits "
                        "for {}",
                        call_.coreCount() - ended_, call_.coreCount(), what)),
        static_cast<uint64_t>(waiting - cores_.begin()));
}

// ---- what cores ask for ----

void BlockGrid::failTooManySets(uint32_t flag) {
    std::array<char, 128> text{};  // whatever is here is never destroyed
    fmt::format_to_n(text.data(), text.size() - 1,
                     "flag {} is set more than {} times without being waited for", flag,
                     kernel::kMostCoreFlagSets);
    lane_->giveUp(Failure::kException, text.data());
}

void BlockGrid::wait(Wait what) {
    cores_[current_].wait = what;
    lane_->leave(Leave::kWaits);
}

void BlockGrid::makeReady(uint64_t core) {
    cores_[core].wait = Wait::kNothing;
    ready_.push_back(core);
}

void BlockGrid::syncCores(bool onlyVectors) {
    if (onlyVectors && call_.sideOf(current_) == Side::kCube) {
        return;
    }
    std::vector<uint64_t>& waiting = barriers_[onlyVectors ? 1 : 0];
    const uint64_t members =
        onlyVectors ? uint64_t{call_.blockCount} * call_.vectorsPerBlock : call_.coreCount();
    if (waiting.size() + 1 < members) {
        waiting.push_back(current_);
        wait(onlyVectors ? Wait::kAllVectors : Wait::kAllCores);
        return;
    }
    for (const uint64_t core : waiting) {
        makeReady(core);
    }
    waiting.clear();
}

// The n-th time counts when all have set the flag n times.
bool BlockGrid::isLast(Arrivals& arrivals, FlagMode mode, uint32_t flag, uint64_t members) {
    uint8_t& sets = cores_[current_].sets[static_cast<size_t>(mode)][flag];
    if (static_cast<uint8_t>(sets - arrivals.completed[flag]) == kernel::kMostCoreFlagSets) {
        failTooManySets(flag);
    }
    uint32_t& count = arrivals.counts[flag][sets % kRounds];
    ++sets;
    if (++count < members) {
        return false;
    }
    count = 0;
    ++arrivals.completed[flag];
    return true;
}

void BlockGrid::setFlag(FlagMode mode, uint32_t flag) {
    const Side side = call_.sideOf(current_);
    switch (mode) {
        case FlagMode::kSameKind: {
            const uint64_t perBlock =
                side == Side::kCube ? call_.cubesPerBlock : call_.vectorsPerBlock;
            if (isLast(ofKind_[static_cast<size_t>(side)], mode, flag,
                       perBlock * call_.blockCount)) {
                arriveAtKind(side, flag);
            }
            return;
        }
        case FlagMode::kSameBlock:
            if (side == Side::kVector &&
                isLast(arrivalsOfBlock(mode), mode, flag, call_.vectorsPerBlock)) {
                arriveAtVectorsOfBlock(flag);
            }
            return;
        case FlagMode::kOtherKind:
            if (side == Side::kCube) {
                arriveAtVectorsOfBlock(flag);
            } else if (isLast(arrivalsOfBlock(mode), mode, flag, call_.vectorsPerBlock) &&
                       call_.cubesPerBlock != 0) {
                arriveAtFlag(firstCoreOfBlock(), flag);
            }
            return;
    }
}

BlockGrid::Arrivals& BlockGrid::arrivalsOfBlock(FlagMode mode) {
    if (ofBlock_.empty()) {
        ofBlock_.resize(size_t{2} * call_.blockCount);
    }
    const uint64_t block = call_.blockOf(current_);
    return ofBlock_[2 * block + (mode == FlagMode::kSameBlock ? 0 : 1)];
}

void BlockGrid::arriveAtKind(Side side, uint32_t flag) {
    for (uint64_t core = 0; core < cores_.size(); ++core) {
        if (call_.sideOf(core) == side) {
            arriveAtFlag(core, flag);
        }
    }
}

void BlockGrid::arriveAtVectorsOfBlock(uint32_t flag) {
    for (uint32_t i = 0; i < call_.vectorsPerBlock; ++i) {
        arriveAtFlag(firstCoreOfBlock() + call_.cubesPerBlock + i, flag);
    }
}

void BlockGrid::arriveAtFlag(uint64_t core, uint32_t flag) {
    Core& target = cores_[core];
    if (target.wait == Wait::kFlag && target.flag == flag) {
        makeReady(core);
        return;
    }
    if (target.flags[flag] == kernel::kMostCoreFlagSets) {
        failTooManySets(flag);
    }
    ++target.flags[flag];
}

void BlockGrid::waitFlag(uint32_t flag) {
    Core& own = cores_[current_];
    if (own.flags[flag] != 0) {
        --own.flags[flag];
        return;
    }
    own.flag = static_cast<uint8_t>(flag);
    wait(Wait::kFlag);
}

}  // namespace belay::sim
