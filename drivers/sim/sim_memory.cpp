#include "drivers/sim/sim_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace belay::sim {
namespace {

// Host memory is aligned as the system's pages are, which registering it asks for. Every class of a
// size that is a multiple of this is one itself.
constexpr uint64_t kPageBytes = 4096;

// Of freed blocks that the check holds back.
constexpr uint64_t kMaxQuarantineBytes = uint64_t{64} << 20;

}  // namespace

SimMemory::Shares::Shares(size_t wantedClass)
    : blockBytes(classBytes(wantedClass)),
      blockCount(kChunkBytes / blockBytes),
      inverse((uint64_t{1} << 32) / (blockBytes / kBlockAlignment) + 1),
      sizeClass(wantedClass),
      requested(std::make_unique<std::atomic<uint32_t>[]>(blockCount)) {}

Result<std::unique_ptr<SimMemory>> SimMemory::create(SimMemorySetup setup) {
    const uint64_t bytes = setup.reservedBytes != 0 ? setup.reservedBytes : setup.capacityBytes * 2;
    BELAY_ASSIGN(auto range,
                 AddressRange::create({.hint = setup.addressHint,
                                       .bytes = bytes,
                                       .isHostMemory = setup.isHostMemory,
                                       .trapsAccess = setup.isChecked && !setup.isHostMemory}));
    ChunkTable chunks = makeTable(range->bytes() / kChunkBytes);
    if (chunks == nullptr) {
        return Status::error(Code::kRtMemoryAllocation,
                             "no address space is left for the books of simulated memory");
    }
    return std::unique_ptr<SimMemory>(
        new SimMemory(std::move(setup), std::move(range), std::move(chunks)));
}

SimMemory::ChunkTable SimMemory::makeTable(uint64_t chunkCount) {
    // Zeros are chunks: free, without shares.
    static_assert(static_cast<int>(ChunkKind::kFree) == 0);
    static_assert(std::is_standard_layout_v<Chunk> && std::is_trivially_destructible_v<Chunk>);
    const uint64_t bytes = chunkCount * sizeof(Chunk);
    void* table = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (table == MAP_FAILED) {
        return {nullptr, Unmap{}};
    }
    return {static_cast<Chunk*>(table), Unmap{bytes}};
}

void SimMemory::Unmap::operator()(Chunk* chunks) const noexcept {
    ::munmap(chunks, bytes);
}

SimMemory::SimMemory(SimMemorySetup setup, std::unique_ptr<AddressRange> range, ChunkTable chunks)
    : setup_(std::move(setup)),
      range_(std::move(range)),
      base_(range_->base()),
      chunkCount_(range_->bytes() / kChunkBytes),
      engineOffset_(range_->engineOffset()),
      alignment_(setup_.isHostMemory ? kPageBytes : kBlockAlignment),
      zoneBytes_(setup_.isChecked ? alignment_ : 0),
      chunks_(std::move(chunks)),
      pool_(*range_, *setup_.budget),
      check_(*range_, zoneBytes_, std::min(setup_.capacityBytes / 8, kMaxQuarantineBytes)) {}

Result<void*> SimMemory::allocate(uint64_t bytes) {
    if (setup_.isChecked) [[unlikely]] {
        return allocateChecked(bytes);
    }
    const Lock lock(mutex_);
    return allocateBlock(bytes);
}

Result<void*> SimMemory::allocateBlock(uint64_t bytes) {
    if (!isOpen_) [[unlikely]] {
        return Status::error(Code::kRtInvalidDeviceid, "the {} is not open", setup_.owner);
    }
    if (bytes <= kLargestShared) {
        return allocateShared(bytes);
    }
    // Before anything is rounded, which could overflow.
    BELAY_TRY(requireCapacity(bytes, bytes));
    return allocateWhole(bytes);
}

Status SimMemory::requireCapacity(uint64_t bytes, uint64_t roundedBytes) const {
    const uint64_t left = setup_.capacityBytes - usedBytes_;
    if (roundedBytes <= left) {
        return Status::ok();
    }
    return Status::error(Code::kRtMemoryAllocation,
                         "{} bytes are more than the {} has left: {} of {} bytes", bytes,
                         setup_.owner, left, setup_.capacityBytes);
}

Result<void*> SimMemory::allocateShared(uint64_t bytes) {
    const size_t sizeClass = classOf((bytes + alignment_ - 1) & ~(alignment_ - 1));
    BELAY_TRY(requireCapacity(bytes, classBytes(sizeClass)));
    std::vector<std::byte*>& blocks = freeBlocks_[sizeClass];
    if (blocks.empty()) [[unlikely]] {
        BELAY_TRY(shareOut(sizeClass));
    }
    std::byte* start = blocks.back();
    blocks.pop_back();
    const auto offset = static_cast<uint64_t>(start - base_);
    Shares& shares = *chunks_[offset / kChunkBytes].shares.load(std::memory_order_relaxed);
    ++shares.takenBlocks;
    shares.requested[shares.blockAt(offset % kChunkBytes)].store(static_cast<uint32_t>(bytes),
                                                                 std::memory_order_relaxed);
    range_->permit(start, bytes);
    count(shares.blockBytes);
    return static_cast<void*>(start);
}

// Makes a chunk into blocks of one class, all free.
Status SimMemory::shareOut(size_t sizeClass) {
    BELAY_ASSIGN(const ChunkPool::Run run, takeRun(1));
    Shares& shares = sharesFor(sizeClass);
    std::vector<std::byte*>& blocks = freeBlocks_[sizeClass];
    blockCounts_[sizeClass] += shares.blockCount;
    // So that freeing never allocates.
    blocks.reserve(blockCounts_[sizeClass]);
    // The lowest address is taken first.
    for (uint64_t block = shares.blockCount; block-- > 0;) {
        blocks.push_back(chunkStart(run.first) + block * shares.blockBytes);
    }
    chunks_[run.first].shares.store(&shares, std::memory_order_relaxed);
    chunks_[run.first].kind.store(ChunkKind::kShared, std::memory_order_release);
    return Status::ok();
}

SimMemory::Shares& SimMemory::sharesFor(size_t sizeClass) {
    std::vector<Shares*>& idle = idleShares_[sizeClass];
    if (idle.empty()) {
        return *allShares_.emplace_back(std::make_unique<Shares>(sizeClass));
    }
    Shares& shares = *idle.back();
    idle.pop_back();
    return shares;
}

// Afterwards the chunk is free; its blocks must not be in any list.
void SimMemory::stopSharing(Chunk& chunk) {
    Shares& shares = *chunk.shares.load(std::memory_order_relaxed);
    chunk.kind.store(ChunkKind::kFree, std::memory_order_release);
    for (uint64_t block = 0; shares.takenBlocks != 0 && block < shares.blockCount; ++block) {
        shares.requested[block].store(0, std::memory_order_relaxed);
    }
    shares.takenBlocks = 0;
    blockCounts_[shares.sizeClass] -= shares.blockCount;
    idleShares_[shares.sizeClass].push_back(&shares);
}

Result<void*> SimMemory::allocateWhole(uint64_t bytes) {
    const uint64_t chunks = chunksFor(bytes);
    BELAY_TRY(requireCapacity(bytes, chunks * kChunkBytes));
    uint64_t first = 0;
    if (const auto recycled = pool_.takeRecycled(chunks)) [[likely]] {
        first = *recycled;
    } else {
        BELAY_ASSIGN(first, takeWhole(chunks));
    }
    Chunk& chunk = chunks_[first];
    chunk.wholeBytes.store(bytes, std::memory_order_relaxed);
    chunk.kind.store(ChunkKind::kWhole, std::memory_order_release);
    range_->permit(chunkStart(first), bytes);
    count(chunks * kChunkBytes);
    return static_cast<void*>(chunkStart(first));
}

// The first of chunks that are marked as one allocation, which a run that was one before still is.
Result<uint64_t> SimMemory::takeWhole(uint64_t count) {
    BELAY_ASSIGN(const ChunkPool::Run run, takeRun(count));
    for (uint64_t next = run.first + 1; !run.isRecycled && next < run.first + count; ++next) {
        chunks_[next].firstChunk.store(run.first, std::memory_order_relaxed);
        chunks_[next].kind.store(ChunkKind::kContinued, std::memory_order_release);
    }
    return run.first;
}

Result<ChunkPool::Run> SimMemory::takeRun(uint64_t count) {
    auto run = pool_.take(count);
    if (!run.isOk() && collectIdle() != 0) [[unlikely]] {
        return pool_.take(count);
    }
    return run;
}

uint64_t SimMemory::collectIdle() {
    dropEmptyShares();
    const uint64_t bytes = pool_.collect();
    for (uint64_t index = 0; bytes != 0 && index < pool_.used(); ++index) {
        Chunk& chunk = chunks_[index];
        if (chunk.kind.load(std::memory_order_relaxed) == ChunkKind::kContinued &&
            chunks_[chunk.firstChunk.load(std::memory_order_relaxed)].kind.load(
                std::memory_order_relaxed) == ChunkKind::kFree) {
            chunk.kind.store(ChunkKind::kFree, std::memory_order_release);
        }
    }
    return bytes;
}

void SimMemory::dropEmptyShares() {
    for (uint64_t index = 0; index < pool_.used(); ++index) {
        Chunk& chunk = chunks_[index];
        const Shares* shares = chunk.shares.load(std::memory_order_relaxed);
        if (chunk.kind.load(std::memory_order_relaxed) != ChunkKind::kShared ||
            shares->takenBlocks != 0) {
            continue;
        }
        std::erase_if(freeBlocks_[shares->sizeClass], [&](const std::byte* block) {
            return block >= chunkStart(index) && block < chunkStart(index + 1);
        });
        stopSharing(chunk);
        pool_.put(index, 1);
    }
}

uint64_t SimMemory::releaseIdle() {
    const Lock lock(mutex_);
    return collectIdle();
}

Status SimMemory::free(const std::byte* start) {
    if (setup_.isChecked) [[unlikely]] {
        return freeChecked(start);
    }
    const Lock lock(mutex_);
    const uint64_t bytes = kill(start);
    if (bytes == 0) [[unlikely]] {
        return refuseToFree(start);
    }
    recycle(const_cast<std::byte*>(start), bytes);
    return Status::ok();
}

// Ends the life of the block that starts there; its bytes as requested, or 0 when there is none.
uint64_t SimMemory::kill(const std::byte* block) {
    const uint64_t index = chunkOf(block);
    if (index >= chunkCount_) {
        return 0;
    }
    Chunk& chunk = chunks_[index];
    const auto offset = static_cast<uint64_t>(block - chunkStart(index));
    uint64_t bytes = 0;
    if (chunk.kind.load(std::memory_order_relaxed) == ChunkKind::kShared) {
        const Shares& shares = *chunk.shares.load(std::memory_order_relaxed);
        const uint64_t number = shares.blockAt(offset);
        if (number >= shares.blockCount || number * shares.blockBytes != offset) {
            return 0;
        }
        bytes = shares.requested[number].load(std::memory_order_relaxed);
        shares.requested[number].store(0, std::memory_order_relaxed);
        usedBytes_ -= bytes != 0 ? shares.blockBytes : 0;
    } else if (chunk.kind.load(std::memory_order_relaxed) == ChunkKind::kWhole && offset == 0) {
        bytes = chunk.wholeBytes.load(std::memory_order_relaxed);
        chunk.wholeBytes.store(0, std::memory_order_relaxed);
        usedBytes_ -= chunksFor(bytes) * kChunkBytes;
    }
    liveCount_ -= bytes != 0 ? 1 : 0;
    return bytes;
}

// Makes a block that has been killed available again.
void SimMemory::recycle(std::byte* block, uint64_t bytes) {
    const uint64_t index = chunkOf(block);
    Chunk& chunk = chunks_[index];
    if (chunk.kind.load(std::memory_order_relaxed) == ChunkKind::kWhole) {
        chunk.kind.store(ChunkKind::kFree, std::memory_order_release);
        pool_.put(index, chunksFor(bytes));
        return;
    }
    Shares& shares = *chunk.shares.load(std::memory_order_relaxed);
    range_->forbid(block, shares.blockBytes);
    freeBlocks_[shares.sizeClass].push_back(block);
    --shares.takenBlocks;
}

Status SimMemory::refuseToFree(const std::byte* start) const {
    const void* address = start;
    if (const auto block = find(address)) {
        return Status::error(Code::kRtParamInvalid,
                             "{} lies inside the allocation of {} bytes at {}: only the start of "
                             "an allocation can be freed",
                             address, block->bytes, static_cast<const void*>(block->start));
    }
    return Status::error(Code::kRtParamInvalid,
                         "{} is in memory of the {} that is not allocated: {}", address,
                         setup_.owner,
                         chunkOf(start) < pool_.used() ? "it was freed already, or never given out"
                                                       : "it was never given out");
}

std::optional<SimMemory::Block> SimMemory::find(const void* address) const noexcept {
    uint64_t first = chunkOf(address);
    if (first >= chunkCount_) {
        return std::nullopt;
    }
    ChunkKind kind = chunks_[first].kind.load(std::memory_order_acquire);
    uint64_t bytes = 0;
    std::byte* start = nullptr;
    if (kind == ChunkKind::kShared) [[likely]] {
        const Shares& shares = *chunks_[first].shares.load(std::memory_order_relaxed);
        const auto offset =
            static_cast<uint64_t>(static_cast<const std::byte*>(address) - chunkStart(first));
        const uint64_t block = shares.blockAt(offset);
        if (block >= shares.blockCount) {
            return std::nullopt;
        }
        bytes = shares.requested[block].load(std::memory_order_relaxed);
        start = chunkStart(first) + block * shares.blockBytes;
    } else {
        if (kind == ChunkKind::kContinued) {
            first = chunks_[first].firstChunk.load(std::memory_order_relaxed);
            kind = chunks_[first].kind.load(std::memory_order_acquire);
        }
        if (kind == ChunkKind::kWhole) {
            bytes = chunks_[first].wholeBytes.load(std::memory_order_relaxed);
            start = chunkStart(first);
        }
    }
    return bytes != 0 ? std::optional(Block{start + zoneBytes_, bytes - 2 * zoneBytes_})
                      : std::nullopt;
}

size_t SimMemory::close() {
    Damages damages;
    size_t live = 0;
    {
        const Lock lock(mutex_);
        if (setup_.isChecked) {
            examineAll(damages);
        }
        for (uint64_t index = 0; index < pool_.used(); ++index) {
            Chunk& chunk = chunks_[index];
            if (chunk.kind.load(std::memory_order_relaxed) == ChunkKind::kShared) {
                stopSharing(chunk);
            }
            chunk.kind.store(ChunkKind::kFree, std::memory_order_release);
            chunk.wholeBytes.store(0, std::memory_order_relaxed);
        }
        pool_.reset();
        for (std::vector<std::byte*>& blocks : freeBlocks_) {
            blocks.clear();
        }
        usedBytes_ = 0;
        isOpen_ = false;
        live = std::exchange(liveCount_, 0);
    }
    logDamages(damages);
    return live;
}

void SimMemory::open() {
    const Lock lock(mutex_);
    isOpen_ = true;
    peakBytes_ = usedBytes_;
}

bool SimMemory::isOpen() const {
    const Lock lock(mutex_);
    return isOpen_;
}

SimMemory::Usage SimMemory::usage() const {
    const Lock lock(mutex_);
    return {setup_.capacityBytes, setup_.capacityBytes - usedBytes_, peakBytes_};
}

size_t SimMemory::allocationCount() const {
    const Lock lock(mutex_);
    return liveCount_;
}

}  // namespace belay::sim
