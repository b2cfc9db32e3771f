#include "support/sanitizers.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace {

bool isForkedChild = false;

}  // namespace

#ifdef BELAY_TEST_ADDRESS_SANITIZER
/// Asked by the sanitizer before it searches for leaks; anything but 0 means no search.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the sanitizer's name for it
extern "C" [[gnu::visibility("default")]] int __lsan_is_turned_off() {
    return isForkedChild ? 1 : 0;
}

/// The sanitizer guesses where dynamic thread-local storage lies from what stands before it, which
/// is right for the allocator of the C library only. When it guesses wrong, its search for leaks
/// ends the process. Libraries that are loaded late have such storage: libdw, which finds the
/// source lines of kernels that fail.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the sanitizer's name for it
extern "C" [[gnu::visibility("default")]] const char* __asan_default_options() {
    return "intercept_tls_get_addr=0";
}
#endif

namespace belay::test {

pid_t forkWhenIdle() {
    if (!kMayForkWhileAllocating) {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
    return ::fork();
}

void searchNoLeaksInForkedChildren() {
    ::pthread_atfork(nullptr, nullptr, [] { isForkedChild = true; });
}

}  // namespace belay::test
