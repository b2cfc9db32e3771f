#include "base/use_counter.h"

#include <climits>

#include "base/clock.h"
#include "base/futex.h"

namespace belay {

uint32_t UseCounter::stripeOfThread() noexcept {
    // Relaxed: only that threads get different numbers in turn matters.
    static std::atomic<uint32_t> threads{0};
    constexpr uint32_t kNone = UINT32_MAX;
    [[gnu::tls_model("initial-exec")]] thread_local constinit uint32_t own = kNone;
    if (own == kNone) [[unlikely]] {
        own = threads.fetch_add(1, std::memory_order_relaxed) % kStripes;
    }
    return own;
}

void UseCounter::wake(const Stripe& stripe) noexcept {
    futexWake(stripe.uses, INT_MAX);
}

void UseCounter::waitUntilUnused() const noexcept {
    for (const Stripe& stripe : stripes_) {
        uint32_t uses = 0;
        while ((uses = stripe.uses.load(std::memory_order_seq_cst)) != 0) {
            futexWait(stripe.uses, uses, Deadline::never());
        }
    }
}

}  // namespace belay
