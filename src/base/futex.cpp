#include "base/futex.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <ctime>

namespace belay {

static_assert(sizeof(std::atomic<uint32_t>) == sizeof(uint32_t) &&
              std::atomic<uint32_t>::is_always_lock_free);

void futexWait(const std::atomic<uint32_t>& word, uint32_t expected, Deadline deadline) noexcept {
    const int savedErrno = errno;
    timespec limit{};
    if (!deadline.isNever()) {
        // The steady clock is the monotonic one, which an absolute time limit is counted by.
        const auto since = deadline.timePoint().time_since_epoch();
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
        limit.tv_sec = static_cast<time_t>(seconds.count());
        limit.tv_nsec = static_cast<long>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(since - seconds).count());
    }
    ::syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, expected,
              deadline.isNever() ? nullptr : &limit, nullptr, FUTEX_BITSET_MATCH_ANY);
    errno = savedErrno;
}

void futexWake(const std::atomic<uint32_t>& word, int count) noexcept {
    const int savedErrno = errno;
    ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
    errno = savedErrno;
}

}  // namespace belay
