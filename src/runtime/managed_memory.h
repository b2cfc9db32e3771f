// ManagedMemory: what the application has said about memory that host and devices share.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <vector>

#include "base/mutex.h"
#include "base/never_destroyed.h"
#include "base/result.h"

namespace belay {

enum class PlaceType : uint8_t { kNone, kDevice, kHost, kHostNode };

/// Where managed memory may be.
struct Place {
    PlaceType type = PlaceType::kNone;
    int32_t id = 0;  ///< of a device or a node of the host

    bool operator==(const Place&) const = default;
};

/// What is known of a range. Only what holds for all of it.
struct RangeFacts {
    bool isReadMostly = false;
    Place preferred{};   ///< kNone also when parts differ
    Place prefetched{};  ///< likewise: where the last prefetch was to
    std::vector<Place> accessedBy{};
};

/// Keeps hints on managed memory by pages of 2 MiB, for as long as the memory lives. They move
/// nothing: what they are about is where a card would keep the memory. Thread-safe.
class ManagedMemory {
  public:
    static constexpr uint64_t kPageBytes = uint64_t{2} << 20;

    /// The process's only instance; never destroyed.
    static ManagedMemory& instance();

    /// Whether any allocation is known. One relaxed load.
    static bool isInUse() noexcept { return count.load(std::memory_order_relaxed) != 0; }

    /// A new allocation without hints.
    void add(void* start, uint64_t bytes);

    /// Forgets the allocation that starts there; nothing happens when none does.
    void remove(const void* start);

    /// The following: kRtParamInvalid (107000) when the range does not lie in one allocation.
    Status setReadMostly(const void* start, uint64_t bytes, bool isReadMostly);
    Status setPreferred(const void* start, uint64_t bytes, Place place);  ///< kNone: not any more
    Status setAccessedBy(const void* start, uint64_t bytes, Place place, bool isAccessed);
    Status setPrefetched(const void* start, uint64_t bytes, Place place);
    Result<RangeFacts> factsOf(const void* start, uint64_t bytes) const;
    Status requireRange(const void* start, uint64_t bytes) const;

  private:
    friend class NeverDestroyed<ManagedMemory>;

    struct Page {
        bool isReadMostly = false;
        Place preferred{};
        Place prefetched{};
        std::vector<Place> accessedBy{};
    };

    struct Allocation {
        uint64_t bytes = 0;
        std::vector<Page> pages{};
    };

    struct Pages {
        Page* begin = nullptr;
        Page* end = nullptr;
    };

    ManagedMemory() = default;

    Result<Pages> pagesOf(const void* start, uint64_t bytes) BELAY_REQUIRES(mutex_);

    // Relaxed: who frees an allocation came by it after it was counted.
    static std::atomic<size_t> count;

    mutable Mutex mutex_{LockRank::kObject, "managed memory"};
    std::map<uintptr_t, Allocation> allocations_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
