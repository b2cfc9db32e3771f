#include "runtime/stream_end.h"

#include <atomic>

namespace belay {
namespace {

// Release and acquire: what the listener uses was there before it was set.
std::atomic<StreamEndListener> endListener{nullptr};

}  // namespace

void setStreamEndListener(StreamEndListener listener) noexcept {
    endListener.store(listener, std::memory_order_release);
}

void tellStreamEnd(const Stream& stream) {
    if (const StreamEndListener listener = endListener.load(std::memory_order_acquire)) {
        listener(stream);
    }
}

}  // namespace belay
