#include "drivers/sim/block_team.h"

#include <sched.h>

#include <algorithm>
#include <exception>

#include "base/log.h"
#include "drivers/sim/independent_blocks.h"

namespace belay::sim {
namespace {

constexpr size_t kMaxThreads = 31;

size_t otherProcessors() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof set, &set) != 0) {
        return 0;
    }
    const auto count = static_cast<size_t>(CPU_COUNT(&set));
    return std::min(count == 0 ? 0 : count - 1, kMaxThreads);
}

}  // namespace

BlockTeam::~BlockTeam() {
    stop();
}

void BlockTeam::help(IndependentBlocks& blocks) {
    const Lock lock(mutex_);
    if (threads_.empty() && !isStopping_) {
        try {
            for (size_t count = otherProcessors(); count > 0; --count) {
                threads_.emplace_back([this] { work(); });
            }
        } catch (const std::exception& exception) {
            BELAY_LOG(kDriver, kInfo, "fewer threads than processors run kernels: {}",
                      exception.what());
        }
    }
    jobs_.push_back({.blocks = &blocks});
    wanted_.notifyAll();
}

void BlockTeam::finish(IndependentBlocks& blocks) {
    Lock lock(mutex_);
    const auto job = std::ranges::find_if(
        jobs_, [&blocks](const Job& candidate) { return candidate.blocks == &blocks; });
    if (job == jobs_.end()) {
        return;
    }
    helped_.wait(lock, Deadline::never(), [&job] { return job->helpers == 0; });
    jobs_.erase(job);
}

void BlockTeam::stop() {
    std::vector<std::thread> threads;
    {
        const Lock lock(mutex_);
        isStopping_ = true;
        threads.swap(threads_);
        wanted_.notifyAll();
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    const Lock lock(mutex_);
    isStopping_ = false;
}

// The oldest launch that has blocks left.
BlockTeam::Job* BlockTeam::findJob() {
    const auto job = std::ranges::find_if(
        jobs_, [](const Job& candidate) { return candidate.blocks->hasMore(); });
    return job == jobs_.end() ? nullptr : &*job;
}

void BlockTeam::work() {
    Lane* lane = Lane::ofThread();
    if (lane == nullptr) {
        return;
    }
    Lock lock(mutex_);
    while (!isStopping_) {
        Job* job = findJob();
        if (job == nullptr) {
            wanted_.wait(lock, Deadline::never(), [this]() BELAY_NO_THREAD_SAFETY_ANALYSIS {
                return isStopping_ || findJob() != nullptr;
            });
            continue;
        }
        ++job->helpers;
        lock.unlock();
        job->blocks->help(*lane);
        lock.lock();
        if (--job->helpers == 0) {
            helped_.notifyAll();
        }
    }
}

}  // namespace belay::sim
