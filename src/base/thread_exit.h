// ThreadExit: runs a function when a thread that asked for it ends.
#pragma once

#include <pthread.h>

namespace belay {

/// One per kind of state that threads leave behind, as an object at namespace scope: made when the
/// library is loaded, while there are keys, and never destroyed. It is a thread-specific key rather
/// than a thread_local with a destructor: the function runs after the destructors of the
/// application's own thread-local objects, which may still call the API, and not at all on the main
/// thread, whose static destructors still call it.
class ThreadExit {
  public:
    /// `clean` may be followed by further calls of watch() on its thread, which run it once more.
    explicit ThreadExit(void (*clean)(void* state)) noexcept
        : works_(::pthread_key_create(&key_, clean) == 0) {}

    ThreadExit(const ThreadExit&) = delete;
    ThreadExit& operator=(const ThreadExit&) = delete;
    ~ThreadExit() = default;

    /// The calling thread's end runs clean(state). Does nothing when the application has taken all
    /// of the system's keys, or there is no memory: what a thread leaves then stays for good.
    void watch(void* state) const noexcept {
        if (works_) {
            ::pthread_setspecific(key_, state);
        }
    }

  private:
    pthread_key_t key_{};
    bool works_;
};

}  // namespace belay
