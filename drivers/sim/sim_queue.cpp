#include "drivers/sim/sim_queue.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <climits>
#include <cstdlib>
#include <new>
#include <utility>

namespace belay::sim {
namespace {

// Not touched here, so that a stream costs only the pages of the ring that it has used.
hw::Sqe* allocateRing(uint32_t depth) {
    constexpr size_t kPageBytes = 4096;
    void* ring = std::aligned_alloc(kPageBytes, depth * sizeof(hw::Sqe));
    if (ring == nullptr) {
        throw std::bad_alloc();
    }
    return static_cast<hw::Sqe*>(ring);
}

}  // namespace

void SimQueue::FreeRing::operator()(hw::Sqe* ring) const noexcept {
    std::free(ring);
}

SimQueue::SimQueue(SimDevice& owner, const Identity& identity, const driver::QueueSetup& setup)
    : simDevice_(owner),
      setup_(setup),
      priority_(setup.priority),
      mask_(identity.depth - 1),
      ring_(allocateRing(identity.depth)) {
    assert(std::has_single_bit(identity.depth));
    device = identity.device;
    streamId = identity.streamId;
    sqId = identity.streamId;
    cqId = identity.streamId;
    depth = identity.depth;
}

SimQueue::~SimQueue() = default;

uint64_t SimQueue::nextNumber() noexcept {
    static std::atomic<uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

bool SimQueue::push(const hw::Sqe* entries, uint32_t count) noexcept {
    const uint64_t tail = tail_.load(std::memory_order_relaxed);
    if (tail + count - knownHead_ > mask_) [[unlikely]] {
        knownHead_ = head();
        if (tail + count - knownHead_ > mask_) {
            return false;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        ring_[(tail + i) & mask_] = entries[i];
    }
    tail_.store(tail + count, std::memory_order_release);
    return true;
}

void SimQueue::setEnabled(bool enabled) noexcept {
    enabled_.store(enabled, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst) != 0) {
        wakeSleepers();
    }
}

void SimQueue::wakeSleepers() noexcept {
    progress_.fetch_add(1, std::memory_order_seq_cst);
    futexWake(progress_, INT_MAX);
}

void SimQueue::sleep(uint64_t serial, Deadline deadline) noexcept {
    const uint32_t before = progress_.load(std::memory_order_acquire);
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    if (!isOver(serial)) {
        futexWait(progress_, before, deadline);
    }
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
}

void SimQueue::pushCompletion(driver::Completion&& completion) {
    const Lock lock(completionMutex_);
    completions_.push_back(std::move(completion));
    hasCompletions_.store(true, std::memory_order_release);
}

uint32_t SimQueue::takeCompletions(driver::Completion* completions, uint32_t capacity) {
    if (!hasCompletions()) {
        return 0;
    }
    const Lock lock(completionMutex_);
    const auto count = static_cast<uint32_t>(std::min<size_t>(capacity, completions_.size()));
    std::move(completions_.begin(), completions_.begin() + count, completions);
    completions_.erase(completions_.begin(), completions_.begin() + count);
    hasCompletions_.store(!completions_.empty(), std::memory_order_release);
    return count;
}

bool SimQueue::reportCall(const driver::HostCall& call) {
    if (setup_.callListener == nullptr) {
        return false;
    }
    setup_.callListener(setup_.listenerContext, *this, call);
    return true;
}

void SimQueue::reportFailure() noexcept {
    if (setup_.listener != nullptr) {
        setup_.listener(setup_.listenerContext, *this);
    }
}

}  // namespace belay::sim
