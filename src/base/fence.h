// fullFence(): orders all loads and stores before it with all after it.
#pragma once

#include <atomic>

#if defined(__SANITIZE_THREAD__)
#define BELAY_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define BELAY_THREAD_SANITIZER 1
#endif
#endif

namespace belay {

#ifdef BELAY_THREAD_SANITIZER
namespace detail {
inline std::atomic<int> fenceWord{0};
}

/// Thread sanitizer does not know fences; changing one word does as much.
inline void fullFence() noexcept {
    detail::fenceWord.fetch_add(1, std::memory_order_seq_cst);
}
#else
/// Sequentially consistent, among threads that all use it.
inline void fullFence() noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
}
#endif

}  // namespace belay
