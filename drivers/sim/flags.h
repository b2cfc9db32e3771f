// FlagTable: the event or notify flags of one simulated device, and the queues that wait for them.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"

namespace belay::sim {

/// Base of what can wait for a flag. Waits for at most one at a time.
struct FlagWaiter {
    FlagWaiter* nextWaiter = nullptr;  ///< the table's while parked, then of who resumes the list
    /// Set by the table before anyone can resume the waiter; cleared by who resumes or cancels it,
    /// as the last thing done to it. Release and acquire: what the recorder did comes before.
    std::atomic<bool> isParked{false};
};

/// Ids with a flag each. Thread-safe; record() to reset() and park() want an allocated id, others
/// do not touch flags that are not.
///
/// A wait is: take() or isRecorded(); if that says no, park(); if that says no either, again from
/// the start. Whoever records gets the list of those parked and resumes them, and each begins its
/// wait anew: of several that wait for one notify, all but one park again.
///
/// All about a flag is one atomic word, so there is no window between "set the flag" and "look for
/// waiters": the writes to a word have one order, and of a recorder and a waiter that come at the
/// same moment, the second sees what the first did.
class FlagTable {
  public:
    /// `limit` ids from 0, at most kMaxFlags. `exhausted` is the code when there are no more;
    /// `name`, a literal, is "event" or "notify" in messages.
    FlagTable(uint32_t limit, Code exhausted, const char* name);
    ~FlagTable();
    FlagTable(const FlagTable&) = delete;
    FlagTable& operator=(const FlagTable&) = delete;

    static constexpr uint32_t kMaxFlags = 65536;

    // --- ids ---

    /// An id whose flag is not set. `exhausted` when all are in use.
    Result<uint32_t> allocate();

    /// kRtParamInvalid (107000) for an id that is not allocated. Who still waits for the flag is
    /// detached and returned, as by record(): their wait is then for an id that is not allocated.
    Result<FlagWaiter*> free(uint32_t id);

    /// Frees all ids; the waiters as from free(), in one list.
    FlagWaiter* freeAll();

    bool isAllocated(uint32_t id) const noexcept;

    uint32_t limit() const noexcept { return limit_; }

    uint32_t inUse() const;

    // --- flags: no lock unless somebody waits ---

    bool isRecorded(uint32_t id) const noexcept;

    /// Resets the flag if it is set: whether it was. What was written before the record is visible
    /// after it, as with isRecorded().
    bool take(uint32_t id) noexcept;

    /// Sets the flag. Those parked, oldest first, are no longer the table's: resume them.
    FlagWaiter* record(uint32_t id) noexcept;

    void reset(uint32_t id) noexcept;

    /// Parks `waiter`, which stays alive until it is resumed or cancelled. False when the flag is
    /// set meanwhile or the id is not allocated: the waiter is then not parked.
    bool park(uint32_t id, FlagWaiter& waiter) noexcept;

    /// Takes a waiter back. False when it is not parked here: a recorder has it and will resume it,
    /// or has done so.
    bool cancel(uint32_t id, FlagWaiter& waiter) noexcept;

  private:
    // A line of its own: flags of unrelated streams do not slow each other down.
    struct alignas(64) Flag {
        std::atomic<uint32_t> state{0};
        FlagWaiter* first = nullptr;  // guarded by the table's mutex, as is `last`
        FlagWaiter* last = nullptr;
    };

    static constexpr uint32_t kPageFlags = 256;
    using Page = std::array<Flag, kPageFlags>;

    // Null for ids that were never allocated.
    Flag* find(uint32_t id) const noexcept;
    FlagWaiter* detachLocked(Flag& flag) noexcept BELAY_REQUIRES(mutex_);

    const uint32_t limit_;
    const Code exhausted_;
    const char* const name_;

    // Pages come when an id in them is first allocated and stay: find() takes no lock.
    std::array<std::atomic<Page*>, kMaxFlags / kPageFlags> pages_{};

    mutable Mutex mutex_;
    std::vector<std::unique_ptr<Page>> ownedPages_ BELAY_GUARDED_BY(mutex_);
    std::vector<uint32_t> freed_ BELAY_GUARDED_BY(mutex_);
    uint32_t fresh_ BELAY_GUARDED_BY(mutex_) = 0;  // from here on none was ever allocated
};

/// Both tables of a device.
struct DeviceFlags {
    FlagTable& events;
    FlagTable& notifies;
};

}  // namespace belay::sim
