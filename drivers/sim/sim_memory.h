// SimMemory: the memory of one simulated device, a reserved range of this process's addresses.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/sim/address_range.h"
#include "drivers/sim/chunk_pool.h"
#include "drivers/sim/host_budget.h"
#include "drivers/sim/memory_check.h"
#include "drivers/sim/size_classes.h"

namespace belay::sim {

/// How to set up a device's memory.
struct SimMemorySetup {
    uint64_t capacityBytes = 0;    ///< what the chip has
    uint64_t addressHint = 0;      ///< where to reserve; another place is taken when it is in use
    uint64_t reservedBytes = 0;    ///< address space; 0: twice the capacity, for what fragments
    bool isHostMemory = false;     ///< inherited by fork and part of core files
    bool isChecked = false;        ///< red zones, quarantine and, for devices, a trap on access
    const char* owner = "device";  ///< a word for messages; a literal
    std::shared_ptr<HostBudget> budget = std::make_shared<HostBudget>();
};

/// One reservation per device: not inherited by fork, not dumped into core files, given back with
/// the object. Pages are populated when they are first needed, in one call, as huge pages where the
/// system has them, and stay with the device for reuse. Device addresses are host addresses. What
/// was populated once stays accessible, so that a copy that runs while its memory is freed, or its
/// device closed, is a mistake without a crash.
///
/// Allocating and freeing take one short lock; the cost does not depend on the size as long as a
/// block of the size has been used before. find() takes no lock. Thread-safe.
class SimMemory {
  public:
    /// Part of a live allocation.
    struct Block {
        std::byte* start;
        uint64_t bytes;  ///< as requested, not as rounded
    };

    /// In bytes. Free is what allocate() could give if nothing were lost to fragments.
    struct Usage {
        uint64_t total;
        uint64_t free;
        uint64_t peak;  ///< the most that was in use since open()
    };

    /// Fails with kRtMemoryAllocation (207001) when the address space cannot be reserved.
    static Result<std::unique_ptr<SimMemory>> create(SimMemorySetup setup);

    SimMemory(const SimMemory&) = delete;
    SimMemory& operator=(const SimMemory&) = delete;
    ~SimMemory() = default;

    /// Gives every block and all pages back and refuses to allocate until open(); how many blocks
    /// were live. The range of addresses stays reserved. Logs what the check finds.
    size_t close();

    /// Allows to allocate again, as after create().
    void open();

    bool isOpen() const;

    /// A block of at least `bytes` (above 0), at a multiple of 512 or, for host memory, of 4096,
    /// not cleared. kRtMemoryAllocation (207001) when the device, this machine or the process's
    /// cgroup has not as much left; the text says which. kRtInvalidDeviceid (107001) when it is not
    /// open.
    Result<void*> allocate(uint64_t bytes);

    /// Takes back a block. `start` must be what allocate() gave: anything else, and a block that
    /// was freed already, is kRtParamInvalid (107000). kRtInternalError (507000) when the check
    /// finds that something wrote beside the block, which is freed nevertheless.
    Status free(const std::byte* start);

    /// The live allocation that `address` lies in, rounding included; nothing for any other
    /// pointer.
    std::optional<Block> find(const void* address) const noexcept;

    Usage usage() const;

    /// Live allocations. For leak checks.
    size_t allocationCount() const;

    /// Where device addresses trap: lets kernels use them, or keeps all code of this process out
    /// again.
    void letKernelsIn(bool isIn);

    /// Gives pages back that no allocation needs; how many bytes.
    uint64_t releaseIdle();

    std::byte* base() const noexcept { return base_; }

    uint64_t reservedBytes() const noexcept { return range_->bytes(); }

    /// Whether the address lies in the reserved range.
    bool holds(const void* address) const noexcept { return chunkOf(address) < chunkCount_; }

    /// What to add to an address to get to where its bytes may be touched.
    ptrdiff_t engineOffset() const noexcept { return engineOffset_; }

  private:
    enum class ChunkKind : uint8_t { kFree, kShared, kWhole, kContinued };

    // How a chunk is shared out. What is fixed here never goes before the device, so that find()
    // may still look at it when the chunk, or this object, has been given to something else.
    struct Shares {
        explicit Shares(size_t sizeClass);

        /// The block at an offset in the chunk, perhaps behind the last one.
        uint64_t blockAt(uint64_t offset) const noexcept {
            return offset / kBlockAlignment * inverse >> 32;
        }

        const uint64_t blockBytes;
        const uint64_t blockCount;
        const uint64_t inverse;  // 2^32 over the block's size in units of kBlockAlignment
        const size_t sizeClass;
        uint64_t takenBlocks = 0;  // live or held back; guarded by the device's mutex
        // Requested bytes of each live block, 0 for others. Relaxed: find() on an address that is
        // freed or allocated at the same time may answer either way.
        std::unique_ptr<std::atomic<uint32_t>[]> requested;
    };

    // What a chunk holds. Written under the mutex; find() reads `kind` first, which is stored last,
    // and a chunk that changes its kind has no live block at that moment.
    struct Chunk {
        std::atomic<ChunkKind> kind{ChunkKind::kFree};
        std::atomic<Shares*> shares{nullptr};  // kShared
        std::atomic<uint64_t> wholeBytes{0};   // kWhole: requested, 0 when not live
        std::atomic<uint64_t> firstChunk{0};   // kContinued: where the allocation starts
    };

    struct Unmap {
        uint64_t bytes = 0;

        void operator()(Chunk* chunks) const noexcept;
    };

    // In pages that are there only where they were written: most chunks are never used.
    using ChunkTable = std::unique_ptr<Chunk[], Unmap>;

    SimMemory(SimMemorySetup setup, std::unique_ptr<AddressRange> range, ChunkTable chunks);

    static ChunkTable makeTable(uint64_t chunkCount);

    // Above all chunks for addresses outside of the range.
    uint64_t chunkOf(const void* address) const noexcept {
        return (reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(base_)) /
               kChunkBytes;
    }

    std::byte* chunkStart(uint64_t chunk) const noexcept { return base_ + chunk * kChunkBytes; }

    // A live block more.
    void count(uint64_t roundedBytes) BELAY_REQUIRES(mutex_) {
        usedBytes_ += roundedBytes;
        peakBytes_ = std::max(peakBytes_, usedBytes_);
        ++liveCount_;
    }

    Status requireCapacity(uint64_t bytes, uint64_t roundedBytes) const BELAY_REQUIRES(mutex_);
    Result<void*> allocateBlock(uint64_t bytes) BELAY_REQUIRES(mutex_);
    Result<void*> allocateShared(uint64_t bytes) BELAY_REQUIRES(mutex_);
    Result<void*> allocateWhole(uint64_t bytes) BELAY_REQUIRES(mutex_);
    Status shareOut(size_t sizeClass) BELAY_REQUIRES(mutex_);
    Shares& sharesFor(size_t sizeClass) BELAY_REQUIRES(mutex_);
    void stopSharing(Chunk& chunk) BELAY_REQUIRES(mutex_);
    Result<uint64_t> takeWhole(uint64_t count) BELAY_REQUIRES(mutex_);
    Result<ChunkPool::Run> takeRun(uint64_t count) BELAY_REQUIRES(mutex_);
    uint64_t collectIdle() BELAY_REQUIRES(mutex_);
    void dropEmptyShares() BELAY_REQUIRES(mutex_);
    uint64_t kill(const std::byte* block) BELAY_REQUIRES(mutex_);
    void recycle(std::byte* block, uint64_t bytes) BELAY_REQUIRES(mutex_);
    Status refuseToFree(const std::byte* start) const BELAY_REQUIRES(mutex_);

    // With the check.
    using Damages = std::vector<std::string>;
    Result<void*> allocateChecked(uint64_t bytes);
    Status freeChecked(const std::byte* start);
    static void logDamages(const Damages& damages);
    MemoryCheck::Block checkedBlock(const Block& block) const BELAY_REQUIRES(mutex_);
    void emptyQuarantine(bool all, Damages& damages) BELAY_REQUIRES(mutex_);
    void examineAll(Damages& damages) BELAY_REQUIRES(mutex_);

    const SimMemorySetup setup_;
    const std::unique_ptr<AddressRange> range_;
    std::byte* const base_;
    const uint64_t chunkCount_;
    const ptrdiff_t engineOffset_;
    const uint64_t alignment_;
    const uint64_t zoneBytes_;  // before each block, and behind it at least; 0 without the check
    const ChunkTable chunks_;

    mutable Mutex mutex_{LockRank::kAllocationMap, "simulated device memory"};
    ChunkPool pool_ BELAY_GUARDED_BY(mutex_);
    MemoryCheck check_ BELAY_GUARDED_BY(mutex_);
    std::array<std::vector<std::byte*>, kClassCount> freeBlocks_ BELAY_GUARDED_BY(mutex_);
    std::array<uint64_t, kClassCount> blockCounts_ BELAY_GUARDED_BY(mutex_){};  // free or not
    std::vector<std::unique_ptr<Shares>> allShares_ BELAY_GUARDED_BY(mutex_);
    std::array<std::vector<Shares*>, kClassCount> idleShares_ BELAY_GUARDED_BY(mutex_);
    uint64_t usedBytes_ BELAY_GUARDED_BY(mutex_) = 0;  // live blocks, rounded
    uint64_t peakBytes_ BELAY_GUARDED_BY(mutex_) = 0;
    size_t liveCount_ BELAY_GUARDED_BY(mutex_) = 0;
    bool isOpen_ BELAY_GUARDED_BY(mutex_) = true;
};

}  // namespace belay::sim
