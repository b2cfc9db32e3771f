// The system's number of the calling thread, cheap enough for every submission.
#pragma once

#include <cstdint>

namespace belay {

namespace detail {
extern thread_local constinit uint32_t cachedThreadId [[gnu::tls_model("initial-exec")]];
uint32_t askThreadId() noexcept;
}  // namespace detail

/// As gettid() gives it; one load after the first call on a thread.
inline uint32_t currentThreadId() noexcept {
    const uint32_t id = detail::cachedThreadId;
    return id != 0 ? id : detail::askThreadId();
}

}  // namespace belay
