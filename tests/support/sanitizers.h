// Whether the test program is built with a sanitizer, and what it then cannot do.
#pragma once

#include <sys/types.h>

#if defined(__SANITIZE_ADDRESS__)
#define BELAY_TEST_ADDRESS_SANITIZER 1
#elif defined(__SANITIZE_THREAD__)
#define BELAY_TEST_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BELAY_TEST_ADDRESS_SANITIZER 1
#elif __has_feature(thread_sanitizer)
#define BELAY_TEST_THREAD_SANITIZER 1
#endif
#endif

namespace belay::test {

#ifdef BELAY_TEST_ADDRESS_SANITIZER
inline constexpr bool kIsAddressSanitized = true;
#else
inline constexpr bool kIsAddressSanitized = false;
#endif
#ifdef BELAY_TEST_THREAD_SANITIZER
inline constexpr bool kIsThreadSanitized = true;
#else
inline constexpr bool kIsThreadSanitized = false;
#endif

/// With a sanitizer, memory that is not there ends the process instead of throwing.
inline constexpr bool kIsSanitized = kIsAddressSanitized || kIsThreadSanitized;

/// The allocators of the sanitizers have no hooks for fork(): a lock that another thread held then
/// stays locked in the child, which hangs when it allocates.
inline constexpr bool kMayForkWhileAllocating = !kIsSanitized;

/// fork(), with a sanitizer only after the other threads, which have nothing to do any more, have
/// had the time to finish what they were at.
pid_t forkWhenIdle();

/// The thread sanitizer ends a child of a process with several threads that starts threads itself.
inline constexpr bool kMayStartThreadsAfterFork = !kIsThreadSanitized;

/// Children that fork() makes from now on end without a search for leaks: what threads of the
/// parent held on their stacks is reached by nothing in the child, which lacks these threads.
void searchNoLeaksInForkedChildren();

}  // namespace belay::test
