// SimQueue: a submission queue of a simulated device with its completion queue.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>

#include "base/futex.h"
#include "base/mutex.h"
#include "drivers/driver.h"
#include "drivers/sim/flags.h"
#include "hw/cqe.h"
#include "hw/sqe.h"

namespace belay::sim {

class SimDevice;

/// The ring, who runs it, and what stops it. One thread at a time submits; one at a time, whoever
/// holds the consumer role, executes. A queue whose head waits for a flag is parked: no thread
/// waits with it.
class SimQueue final : public driver::Queue, public FlagWaiter {
  public:
    struct Identity {
        uint32_t device;
        uint16_t streamId;
        uint32_t depth;  ///< a power of two
    };

    SimQueue(SimDevice& owner, const Identity& identity, const driver::QueueSetup& setup);
    ~SimQueue();
    SimQueue(const SimQueue&) = delete;
    SimQueue& operator=(const SimQueue&) = delete;

    SimDevice& simDevice() const noexcept { return simDevice_; }

    // Relaxed: who picks a queue may as well see the old one.
    uint32_t priority() const noexcept { return priority_.load(std::memory_order_relaxed); }

    void setPriority(uint32_t priority) noexcept {
        priority_.store(priority, std::memory_order_relaxed);
    }

    // --- the thread that submits ---

    /// Appends all of the entries, or none when they do not fit.
    bool push(const hw::Sqe* entries, uint32_t count) noexcept;

    // --- whoever looks ---

    uint64_t head() const noexcept { return head_.load(std::memory_order_acquire); }

    uint64_t tail() const noexcept { return tail_.load(std::memory_order_acquire); }

    bool isEnabled() const noexcept { return enabled_.load(std::memory_order_acquire); }

    /// Different for every queue that there ever was.
    uint64_t number() const noexcept { return number_; }

    /// Whether what is executed is to be given up.
    bool isInterrupted() const noexcept { return interrupted_.load(std::memory_order_acquire); }

    void setInterrupted(bool interrupted) noexcept {
        interrupted_.store(interrupted, std::memory_order_release);
    }

    /// Whether there is an entry that a thread with the role could execute now.
    bool isRunnable() const noexcept {
        return head() != tail() && isEnabled() && !isParked.load(std::memory_order_acquire);
    }

    /// Lets the head go on. The queue may be running elsewhere at once.
    void unpark() noexcept { isParked.store(false, std::memory_order_seq_cst); }

    /// Whether who waits for `serial` need not wait any longer.
    bool isOver(uint64_t serial) const noexcept { return head() >= serial || !isEnabled(); }

    // --- the consumer role ---

    bool roleIsFree() const noexcept { return !role_.load(std::memory_order_relaxed); }

    bool tryTakeRole() noexcept {
        // Acquire: sees everything the last consumer did.
        return roleIsFree() && !role_.exchange(true, std::memory_order_acquire);
    }

    /// Sequentially consistent, so that who releases and then looks at the tail cannot miss an
    /// entry whose publisher found the role taken.
    void releaseRole() noexcept { role_.exchange(false, std::memory_order_seq_cst); }

    // --- with the role ---

    const hw::Sqe& entryAt(uint64_t serial) const noexcept { return ring_[serial & mask_]; }

    /// The entry at the head has run.
    void advance() noexcept {
        head_.store(head_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
        if (sleepers_.load(std::memory_order_relaxed) != 0) [[unlikely]] {
            wakeSleepers();
        }
    }

    void setHead(uint64_t serial) noexcept { head_.store(serial, std::memory_order_release); }

    /// Changes whether the queue runs; those who wait for it notice.
    void setEnabled(bool enabled) noexcept;

    /// What the head waits for. Written with the role; the tick looks at it without.
    struct Wait {
        std::atomic<FlagTable*> flags{nullptr};  ///< null: the head has not waited yet
        std::atomic<uint32_t> id{0};
        std::atomic<uint64_t> expiresAtNs{0};  ///< steadyNanoseconds(); 0: never
        std::atomic<bool> hasExpired{false};

        bool isBegun() const noexcept { return flags.load(std::memory_order_relaxed) != nullptr; }

        /// Takes the queue off the list of those who wait for the flag; whether it was there.
        bool cancel(SimQueue& queue) noexcept {
            FlagTable* table = flags.load(std::memory_order_acquire);
            return table != nullptr && table->cancel(id.load(std::memory_order_relaxed), queue);
        }

        void forget() noexcept {
            if (isBegun()) [[unlikely]] {
                flags.store(nullptr, std::memory_order_relaxed);
                expiresAtNs.store(0, std::memory_order_release);
                hasExpired.store(false, std::memory_order_release);
            }
        }
    };

    Wait& headWait() noexcept { return wait_; }

    void pushCompletion(driver::Completion&& completion);

    // --- any thread ---

    uint32_t takeCompletions(driver::Completion* completions, uint32_t capacity);

    bool hasCompletions() const noexcept { return hasCompletions_.load(std::memory_order_acquire); }

    /// Tells the listener, with no lock held.
    void reportFailure() noexcept;

    /// Tells the listener if it wants to know of entries that ended well; likewise.
    void reportSuccess() noexcept {
        if (setup_.listensToSuccess) [[unlikely]] {
            reportFailure();
        }
    }

    /// Tells who makes calls of the host, with no lock held; false when nobody does.
    bool reportCall(const driver::HostCall& call);

    /// Sleeps until the head moves, the queue stops, or the deadline; may return early.
    void sleep(uint64_t serial, Deadline deadline) noexcept;

    /// For the engine's list of queues that may have work.
    struct Listing {
        std::atomic<bool> isListed{false};
        SimQueue* next = nullptr;    ///< on the stack of newcomers
        uint64_t seenHead = 0;       ///< at a worker's last look; guarded by the engine's scan lock
        uint64_t seenTail = 0;       ///< likewise
        uint64_t seenAtNs = 0;       ///< when these two last changed
        uint64_t tickHead = 0;       ///< at the last tick
        bool waitedForTick = false;  ///< was runnable and untouched at the last tick
        /// Its head is an entry that only the engine's own threads execute.
        std::atomic<bool> needsEngineThread{false};
    };

    Listing& listing() noexcept { return listing_; }

    bool needsEngineThread() const noexcept {
        return listing_.needsEngineThread.load(std::memory_order_relaxed);
    }

  private:
    void wakeSleepers() noexcept;

    struct FreeRing {
        void operator()(hw::Sqe* ring) const noexcept;
    };

    static uint64_t nextNumber() noexcept;

    const uint64_t number_ = nextNumber();
    SimDevice& simDevice_;
    driver::QueueSetup setup_;
    std::atomic<uint32_t> priority_;
    uint64_t mask_;
    std::unique_ptr<hw::Sqe[], FreeRing> ring_;
    Listing listing_;
    Wait wait_;

    // Written by the thread that submits. Release publishes the entries.
    alignas(64) std::atomic<uint64_t> tail_{0};
    uint64_t knownHead_ = 0;  // a head seen by the thread that submits

    // Written by the consumer. Release publishes the effects of the entries.
    alignas(64) std::atomic<uint64_t> head_{0};
    std::atomic<bool> role_{false};
    std::atomic<bool> enabled_{true};
    std::atomic<bool> interrupted_{false};
    std::atomic<uint32_t> sleepers_{0};
    std::atomic<uint32_t> progress_{0};  // what sleepers sleep on

    Mutex completionMutex_{LockRank::kObject, "completion queue"};
    std::deque<driver::Completion> completions_ BELAY_GUARDED_BY(completionMutex_);
    std::atomic<bool> hasCompletions_{false};
};

}  // namespace belay::sim
