// UseCounter: how many threads use something that must not end meanwhile.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace belay {

/// Counts uses from any number of threads, which rarely touch the same cache line: two atomic
/// additions a use. Once it is closed no use begins; who closes it can wait for those that have
/// begun. Thread-safe.
class UseCounter {
  public:
    UseCounter() = default;
    UseCounter(const UseCounter&) = delete;
    UseCounter& operator=(const UseCounter&) = delete;
    ~UseCounter() = default;

    /// Whether a use begins: false once the counter is closed. The same thread ends it.
    bool begin() noexcept {
        Stripe& stripe = ownStripe();
        // Both this and the load are in one order with close() and its looks: either the use sees
        // that the counter is closed, or whoever waits sees the use.
        stripe.uses.fetch_add(1, std::memory_order_seq_cst);
        if (isClosed_.load(std::memory_order_seq_cst)) [[unlikely]] {
            end();
            return false;
        }
        return true;
    }

    void end() noexcept {
        Stripe& stripe = ownStripe();
        const uint32_t before = stripe.uses.fetch_sub(1, std::memory_order_seq_cst);
        if (before == 1 && isClosed_.load(std::memory_order_seq_cst)) [[unlikely]] {
            wake(stripe);
        }
    }

    /// No use begins from here on.
    void close() noexcept { isClosed_.store(true, std::memory_order_seq_cst); }

    /// Blocks until every use has ended that began before close().
    void waitUntilUnused() const noexcept;

  private:
    struct alignas(64) Stripe {
        std::atomic<uint32_t> uses{0};
    };

    static constexpr uint32_t kStripes = 16;

    static void wake(const Stripe& stripe) noexcept;

    // Which stripe a thread uses never changes.
    static uint32_t stripeOfThread() noexcept;

    Stripe& ownStripe() noexcept { return stripes_[stripeOfThread()]; }

    std::array<Stripe, kStripes> stripes_;
    std::atomic<bool> isClosed_{false};
};

}  // namespace belay
