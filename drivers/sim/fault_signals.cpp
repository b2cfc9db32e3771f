#include "drivers/sim/fault_signals.h"

#include <pthread.h>
#include <ucontext.h>

#include <atomic>
#include <cstring>
#include <new>

#include "base/clock.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/never_destroyed.h"
#include "drivers/sim/lane.h"

namespace belay::sim {
namespace {

// Relaxed: set before the first device is opened.
std::atomic<bool> isRenounced{false};

// Relaxed: only to do it again after a while. 0: never done.
std::atomic<uint64_t> takenOverAtNs{0};

// What was installed before us, again and again where others install theirs. Never freed: a handler
// may be reading it.
struct Earlier {
    struct sigaction action {};

    const Earlier* before = nullptr;

    bool isOf(const struct sigaction& other) const noexcept {
        return action.sa_flags == other.sa_flags && action.sa_sigaction == other.sa_sigaction &&
               std::memcmp(&action.sa_mask, &other.sa_mask, sizeof action.sa_mask) == 0;
    }
};

// By signal: what others are passed on to.
std::array<std::atomic<const Earlier*>, NSIG> earlier{};
// By signal: all that there ever were, guarded by takeOverMutex().
std::array<const Earlier*, NSIG> allEarlier{};

// Null when there is no memory.
const Earlier* keep(int signal, const struct sigaction& action) noexcept {
    const Earlier*& all = allEarlier[static_cast<size_t>(signal)];
    for (const Earlier* known = all; known != nullptr; known = known->before) {
        if (known->isOf(action)) {
            return known;
        }
    }
    auto* kept = new (std::nothrow) Earlier{action, all};
    if (kept != nullptr) {
        all = kept;
    }
    return kept;
}

// Marks the context of a signal that we have passed on. The kernel writes null there each time.
ucontext_t passedOn;

void setDefault(int signal) noexcept {
    struct sigaction action {};

    action.sa_handler = SIG_DFL;
    ::sigaction(signal, &action, nullptr);
}

// As if the earlier handler had been called by the system. Nothing is noted that siglongjmp() would
// leave behind.
void passOn(int signal, siginfo_t* info, ucontext_t* context) noexcept {
    const Earlier* kept = earlier[static_cast<size_t>(signal)].load();
    const struct sigaction* before = kept == nullptr ? nullptr : &kept->action;
    const bool wasPassedOn = context->uc_link == &passedOn;
    // A handler that was installed after ours, and passes on to ours, is also the one before.
    if (before == nullptr || wasPassedOn || before->sa_handler == SIG_DFL) {
        // The instruction repeats, or the sender tries again, and meets the default.
        setDefault(signal);
        if (info->si_code <= 0) {
            ::raise(signal);
        }
        return;
    }
    if (before->sa_handler == SIG_IGN) {
        if (info->si_code > 0) {
            setDefault(signal);  // the system does not let these be ignored
        }
        return;
    }
    context->uc_link = &passedOn;
    sigset_t mask = before->sa_mask;
    if ((before->sa_flags & SA_NODEFER) == 0) {
        ::sigaddset(&mask, signal);
    } else {
        sigset_t own;
        ::sigemptyset(&own);
        ::sigaddset(&own, signal);
        ::pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
    }
    ::pthread_sigmask(SIG_BLOCK, &mask, nullptr);
    if ((before->sa_flags & SA_SIGINFO) != 0) {
        before->sa_sigaction(signal, info, context);
    } else {
        before->sa_handler(signal);
    }
}

void onSignal(int signal, siginfo_t* info, void* context) {
    Lane* lane = Lane::existing();
    if (lane != nullptr && lane->takeSignal(signal, *info, context)) {
        return;
    }
    passOn(signal, info, static_cast<ucontext_t*>(context));
}

bool isOurs(const struct sigaction& action) noexcept {
    return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == &onSignal;
}

// False when what was installed is not what is there.
bool takeOverOne(int signal) {
    struct sigaction now {};

    if (::sigaction(signal, nullptr, &now) != 0) {
        return false;
    }
    if (isOurs(now)) {
        return true;
    }
    const Earlier* kept = keep(signal, now);
    if (kept == nullptr) {
        return false;
    }
    earlier[static_cast<size_t>(signal)].store(kept);

    struct sigaction own {};

    own.sa_sigaction = &onSignal;
    own.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    ::sigemptyset(&own.sa_mask);
    return ::sigaction(signal, &own, nullptr) == 0 && ::sigaction(signal, nullptr, &now) == 0 &&
           isOurs(now);
}

Mutex& takeOverMutex() {
    struct Owned {
        Mutex mutex{LockRank::kObject, "handlers of signals"};
    };

    static NeverDestroyed<Owned> owned;
    return owned.get().mutex;
}

}  // namespace

void FaultSignals::renounce() noexcept {
    isRenounced.store(true, std::memory_order_relaxed);
}

bool FaultSignals::areWanted() noexcept {
    return !isRenounced.load(std::memory_order_relaxed);
}

void FaultSignals::stayInFront() noexcept {
    constexpr uint64_t kEveryNs = 50'000'000;
    const uint64_t last = takenOverAtNs.load(std::memory_order_relaxed);
    if (last != 0 && steadyNanoseconds() - last > kEveryNs) {
        takeOver();
    }
}

void FaultSignals::takeOver() noexcept {
    if (!areWanted()) {
        return;
    }
    takenOverAtNs.store(steadyNanoseconds(), std::memory_order_relaxed);
    static std::atomic<bool> hasComplained{false};
    const Lock lock(takeOverMutex());
    for (const int signal : kAll) {
        if (!takeOverOne(signal) && !hasComplained.exchange(true)) {
            BELAY_LOG(kDriver, kWarning,
                      "the handler for signal {} cannot be installed: a kernel that raises it ends "
                      "the process",
                      signal);
        }
    }
}

}  // namespace belay::sim
