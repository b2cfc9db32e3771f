// Mutex, Lock and CondVar: the standard ones, annotated for clang and rank-checked in debug builds.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "base/clock.h"
#include "base/thread_annotations.h"

namespace belay {

/// The order in which one thread may take locks: only ever a higher rank than all it holds. Debug
/// builds abort on a violation and name both locks. docs/threading.md tells what each rank
/// protects.
enum class LockRank : uint8_t {
    kProcess = 10,
    kDevice = 20,
    kContext = 30,
    kStream = 40,
    kEvent = 50,
    kAllocationMap = 60,
    kIds = 65,  ///< event and notify ids that are given back
    kQueue = 70,
    kObject = 80,   ///< host-side objects without children: descriptors, registries of callbacks
    kHandles = 90,  ///< the handle table and the list of objects that wait for their grace period
    kMessages = 95,
    kEnvironment = 98,
    kLog = 100,  ///< last: any code may log
};

namespace detail {
#ifndef NDEBUG
void checkLockRank(const void* mutex, LockRank rank, const char* name);
void noteLocked(const void* mutex, LockRank rank, const char* name);
void noteUnlocked(const void* mutex);
#else
inline void checkLockRank(const void*, LockRank, const char*) {}

inline void noteLocked(const void*, LockRank, const char*) {}

inline void noteUnlocked(const void*) {}
#endif
}  // namespace detail

/// A mutual exclusion lock with a place in the lock order. Not recursive.
class BELAY_CAPABILITY("mutex") Mutex {
  public:
    /// `name` must outlive the mutex (a literal); it appears in rank violations.
    constexpr Mutex(LockRank rank, const char* name) noexcept : rank_(rank), name_(name) {}

    Mutex(const Mutex&) = delete;
    Mutex& operator=(const Mutex&) = delete;
    ~Mutex() = default;

    void lock() BELAY_ACQUIRE() {
        detail::checkLockRank(this, rank_, name_);
        mutex_.lock();
        detail::noteLocked(this, rank_, name_);
    }

    /// Never waits, so it may be called in any order.
    bool tryLock() BELAY_TRY_ACQUIRE(true) {
        if (!mutex_.try_lock()) {
            return false;
        }
        detail::noteLocked(this, rank_, name_);
        return true;
    }

    void unlock() BELAY_RELEASE() {
        detail::noteUnlocked(this);
        mutex_.unlock();
    }

  private:
    friend class CondVar;
    friend struct ForkHooks;

    // For fork(), which takes locks that are never held together otherwise.
    void lockInAnyOrder() BELAY_ACQUIRE() {
        mutex_.lock();
        detail::noteLocked(this, rank_, name_);
    }

    std::mutex mutex_;
    LockRank rank_;
    const char* name_;
};

/// Holds a Mutex for a scope; may be released and taken again inside it.
class BELAY_SCOPED_CAPABILITY Lock {
  public:
    explicit Lock(Mutex& mutex) BELAY_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }

    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    ~Lock() BELAY_RELEASE() {
        if (held_) {
            mutex_.unlock();
        }
    }

    void unlock() BELAY_RELEASE() {
        held_ = false;
        mutex_.unlock();
    }

    void lock() BELAY_ACQUIRE() {
        mutex_.lock();
        held_ = true;
    }

  private:
    friend class CondVar;

    Mutex& mutex_;
    bool held_ = true;
};

/// Condition variable for a Mutex. Waiting always takes a predicate.
class CondVar {
  public:
    /// Returns when `predicate` holds, or at the deadline; the result is the predicate's last
    /// value. The lock is held again on return, and whenever the predicate runs. A predicate that
    /// reads guarded members carries BELAY_NO_THREAD_SAFETY_ANALYSIS: clang does not look through
    /// the call.
    template <typename Predicate>
    bool wait(Lock& lock, Deadline deadline, Predicate predicate) {
        std::unique_lock<std::mutex> native(lock.mutex_.mutex_, std::adopt_lock);
        bool holds = true;
        if (deadline.isNever()) {
            condition_.wait(native, predicate);
        } else {
            holds = condition_.wait_until(native, deadline.timePoint(), predicate);
        }
        native.release();
        return holds;
    }

    void notifyOne() noexcept { condition_.notify_one(); }

    void notifyAll() noexcept { condition_.notify_all(); }

  private:
    std::condition_variable condition_;
};

}  // namespace belay
