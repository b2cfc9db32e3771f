#include "base/fork.h"

#include <pthread.h>

namespace belay {

// Lists of the declarations, which outlive everything.
struct ForkHooks {
    static constinit ForkLock* locks;  // lowest rank first
    static constinit ForkRepair* repairs;

    static void add(ForkLock* lock) noexcept {
        ForkLock** place = &locks;
        while (*place != nullptr && (*place)->rank_ <= lock->rank_) {
            place = &(*place)->next_;
        }
        lock->next_ = *place;
        *place = lock;
    }

    static void add(ForkRepair* repair) noexcept {
        repair->next_ = repairs;
        repairs = repair;
    }

    static void prepare() BELAY_NO_THREAD_SAFETY_ANALYSIS {
        // First all owners, which may take locks while they are made, then all locks.
        for (const ForkLock* each = locks; each != nullptr; each = each->next_) {
            each->find_();
        }
        for (ForkLock* each = locks; each != nullptr; each = each->next_) {
            each->held_ = each->find_();
            if (each->held_ != nullptr) {
                each->held_->lockInAnyOrder();
                if (each->whenHeld_ != nullptr) {
                    each->whenHeld_();
                }
            }
        }
    }

    static void release() BELAY_NO_THREAD_SAFETY_ANALYSIS {
        for (ForkLock* each = locks; each != nullptr; each = each->next_) {
            if (each->held_ != nullptr) {
                each->held_->unlock();
            }
        }
    }

    static void repair() {
        release();
        for (const ForkRepair* each = repairs; each != nullptr; each = each->next_) {
            each->repair_();
        }
    }
};

constinit ForkLock* ForkHooks::locks = nullptr;
constinit ForkRepair* ForkHooks::repairs = nullptr;

namespace {

// When the library is loaded, while there is one thread that may use it.
[[maybe_unused]] const int kHooksInstalled =
    ::pthread_atfork(&ForkHooks::prepare, &ForkHooks::release, &ForkHooks::repair);

}  // namespace

ForkLock::ForkLock(LockRank rank, Mutex* (*find)(), void (*whenHeld)()) noexcept
    : rank_(rank), find_(find), whenHeld_(whenHeld) {
    ForkHooks::add(this);
}

ForkRepair::ForkRepair(void (*repair)()) noexcept : repair_(repair) {
    ForkHooks::add(this);
}

}  // namespace belay
