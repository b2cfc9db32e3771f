#include "base/mutex.h"

#ifndef NDEBUG

#include <array>
#include <cstdio>
#include <cstdlib>

namespace belay::detail {
namespace {

struct HeldLock {
    const void* mutex;
    LockRank rank;
    const char* name;
};

// Trivially destructible, so that locks can be taken until the thread is gone. Room for fork(),
// which holds all locks that live as long as the process.
struct HeldLocks {
    std::array<HeldLock, 64> locks;
    size_t count;
};

// NOLINTNEXTLINE(cppcoreguidelines-init-variables)
thread_local constinit HeldLocks heldLocks{};

[[noreturn]] void rankViolation(const HeldLock& held, LockRank rank, const char* name) {
    std::fprintf(
        stderr,
        "belay: lock order violated: \"%s\" (rank %d) taken while holding \"%s\" (rank %d)\n", name,
        static_cast<int>(rank), held.name, static_cast<int>(held.rank));
    std::abort();
}

}  // namespace

void checkLockRank(const void* mutex, LockRank rank, const char* name) {
    for (size_t i = 0; i < heldLocks.count; ++i) {
        if (heldLocks.locks[i].rank >= rank || heldLocks.locks[i].mutex == mutex) {
            rankViolation(heldLocks.locks[i], rank, name);
        }
    }
}

void noteLocked(const void* mutex, LockRank rank, const char* name) {
    if (heldLocks.count == heldLocks.locks.size()) {
        std::fputs("belay: one thread holds more locks than the rank check can follow\n", stderr);
        std::abort();
    }
    heldLocks.locks[heldLocks.count++] = {mutex, rank, name};
}

void noteUnlocked(const void* mutex) {
    for (size_t i = heldLocks.count; i-- > 0;) {
        if (heldLocks.locks[i].mutex == mutex) {
            heldLocks.locks[i] = heldLocks.locks[--heldLocks.count];
            return;
        }
    }
    std::fputs("belay: a lock was released by a thread that does not hold it\n", stderr);
    std::abort();
}

}  // namespace belay::detail

#endif
