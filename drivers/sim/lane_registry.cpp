#include "drivers/sim/lane_registry.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

#include "base/clock.h"
#include "base/never_destroyed.h"
#include "drivers/sim/lane.h"

namespace belay::sim {
namespace {

// In the upper bits of the value that comes with a signal; what it is to stop is in the others.
constexpr uint64_t kSignalMark = 0xBE1A;
constexpr unsigned kSubjectBits = 48;
constexpr uint64_t kSerialMask = 0xFF'FFFF;

// Between two signals to code that cannot be stopped where it is, at first and at last.
constexpr uint64_t kTryAgainNs = 1'000'000;
constexpr uint64_t kTryAgainAtMostNs = 100'000'000;

uint64_t timeOf(clockid_t clock) {
    timespec time{};
    if (::clock_gettime(clock, &time) != 0) {
        return 0;
    }
    return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

void sendSignal(pid_t thread, uint64_t subject) {
    siginfo_t info{};
    info.si_signo = SIGSEGV;
    info.si_code = SI_QUEUE;
    info.si_pid = ::getpid();
    info.si_uid = ::getuid();
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a number in a place for pointers
    info.si_value.sival_ptr = reinterpret_cast<void*>(kSignalMark << kSubjectBits | subject);
    ::syscall(SYS_rt_tgsigqueueinfo, ::getpid(), thread, SIGSEGV, &info);
}

}  // namespace

bool Watchdog::isOwn(const siginfo_t& info) noexcept {
    return info.si_code == SI_QUEUE && info.si_pid == ::getpid() &&
           reinterpret_cast<uint64_t>(info.si_value.sival_ptr) >> kSubjectBits == kSignalMark;
}

uint64_t Watchdog::subjectOf(const siginfo_t& info) noexcept {
    return reinterpret_cast<uint64_t>(info.si_value.sival_ptr) &
           ((uint64_t{1} << kSubjectBits) - 1);
}

bool Watchdog::look() {
    bool isAny = false;
    LaneRegistry::instance().forEach([&isAny](Lane& lane) {
        if (lane.watched_.load(std::memory_order_acquire) != 0) {
            isAny = true;
            examine(lane, steadyNanoseconds());
        }
    });
    return isAny;
}

void Watchdog::interrupt(uint64_t subject) {
    LaneRegistry::instance().forEach([subject](Lane& lane) {
        const uint64_t watches = lane.watches_.load(std::memory_order_relaxed);
        if (lane.watched_.load(std::memory_order_acquire) != 0 &&
            lane.subject_.load(std::memory_order_relaxed) == subject) {
            // Later launches have other numbers.
            lane.interrupted_.store(watches, std::memory_order_relaxed);
            examine(lane, steadyNanoseconds());
        }
    });
}

// What counts is the thread's own time, so that nothing is stopped for a slow machine's sake.
bool Watchdog::isOver(Lane& lane, uint64_t watched, uint64_t nowNs) {
    if (lane.isInterrupted()) {
        return true;
    }
    const uint64_t limitNs = lane.limitNs_.load(std::memory_order_relaxed);
    if (limitNs == 0) {
        return false;
    }
    if (watched != lane.seen_) {
        lane.seen_ = watched;
        lane.seenSinceNs_ = timeOf(lane.clock_);
        lane.seenAtNs_ = nowNs;
        return false;
    }
    // A thread's own time does not pass faster than the clock.
    return nowNs - lane.seenAtNs_ >= limitNs && timeOf(lane.clock_) - lane.seenSinceNs_ >= limitNs;
}

void Watchdog::examine(Lane& lane, uint64_t nowNs) {
    const uint64_t watched = lane.watched_.load(std::memory_order_acquire);
    if (watched == 0 || nowNs < lane.lookAgainNs_ || !isOver(lane, watched, nowNs)) {
        return;
    }
    sendSignal(lane.threadId_, watched);
    lane.tryAfterNs_ = watched != lane.triedFor_
                           ? kTryAgainNs
                           : std::min(lane.tryAfterNs_ * 5 / 4, kTryAgainAtMostNs);
    lane.triedFor_ = watched;
    lane.lookAgainNs_ = nowNs + lane.tryAfterNs_;
}

LaneRegistry& LaneRegistry::instance() {
    static NeverDestroyed<LaneRegistry> all;
    return all.get();
}

uint64_t LaneRegistry::add(Lane& lane) {
    const Lock lock(mutex_);
    lanes_.push_back(&lane);
    const uint64_t serial = nextSerial_;
    nextSerial_ = nextSerial_ == kSerialMask ? 1 : nextSerial_ + 1;
    return serial;
}

void LaneRegistry::remove(Lane& lane) {
    const Lock lock(mutex_);
    std::erase(lanes_, &lane);
}

size_t LaneRegistry::count() {
    const Lock lock(mutex_);
    return lanes_.size();
}

}  // namespace belay::sim
