// What a fork() must leave in order: locks that are free, and no guards of threads that do not
// exist any more.
#pragma once

#include "base/mutex.h"

namespace belay {

/// Declares, as an object at namespace scope, a lock that lives as long as the process. fork()
/// waits for it and holds it meanwhile, so parent and child find it free afterwards. `find` may
/// make the lock's owner, as it waits for one that another thread is making: what is half made by a
/// thread of the parent would stay half made in the child. It may also answer null: nothing to hold
/// yet. `whenHeld`, if there is one, runs in the parent with the lock held, before the fork.
class ForkLock {
  public:
    ForkLock(LockRank rank, Mutex* (*find)(), void (*whenHeld)() = nullptr) noexcept;
    ForkLock(const ForkLock&) = delete;
    ForkLock& operator=(const ForkLock&) = delete;
    ~ForkLock() = default;

  private:
    friend struct ForkHooks;

    LockRank rank_;
    Mutex* (*find_)();
    void (*whenHeld_)();
    Mutex* held_ = nullptr;  // during a fork
    ForkLock* next_ = nullptr;
};

/// Declares, likewise, what to run in every forked child before fork() returns there; only one
/// thread exists then, and the locks are free.
class ForkRepair {
  public:
    explicit ForkRepair(void (*repair)()) noexcept;
    ForkRepair(const ForkRepair&) = delete;
    ForkRepair& operator=(const ForkRepair&) = delete;
    ~ForkRepair() = default;

  private:
    friend struct ForkHooks;

    void (*repair_)();
    ForkRepair* next_ = nullptr;
};

}  // namespace belay
