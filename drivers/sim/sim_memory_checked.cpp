// What SimMemory does differently with BELAY_CHECK=memory.
#include <algorithm>
#include <utility>

#include "base/log.h"
#include "drivers/sim/sim_memory.h"

namespace belay::sim {
namespace {

// Of the zone behind a whole allocation, which may have most of a chunk to spare.
constexpr uint64_t kMaxRearBytes = 4096;

}  // namespace

void SimMemory::logDamages(const Damages& damages) {
    for (const std::string& damage : damages) {
        BELAY_LOG(kDriver, kError, "memory check: {}", damage);
    }
}

// Of a block whose chunks are still as they were when it was allocated.
MemoryCheck::Block SimMemory::checkedBlock(const Block& block) const {
    const Chunk& chunk = chunks_[chunkOf(block.start)];
    const uint64_t inner = block.bytes + 2 * zoneBytes_;
    const bool isShared = chunk.kind.load(std::memory_order_relaxed) == ChunkKind::kShared;
    const uint64_t rounded = isShared ? chunk.shares.load(std::memory_order_relaxed)->blockBytes
                                      : chunksFor(inner) * kChunkBytes;
    const uint64_t rear = rounded - zoneBytes_ - block.bytes;
    return {block.start, block.bytes, std::min(rear, kMaxRearBytes)};
}

void SimMemory::letKernelsIn(bool isIn) {
    const Lock lock(mutex_);
    range_->letIn(isIn);
}

Result<void*> SimMemory::allocateChecked(uint64_t bytes) {
    Damages damages;
    Result<void*> start = [&]() -> Result<void*> {
        const Lock lock(mutex_);
        // Before the zones are added, which could overflow.
        BELAY_TRY(requireCapacity(bytes, bytes));
        auto inner = allocateBlock(bytes + 2 * zoneBytes_);
        if (!inner.isOk()) {
            emptyQuarantine(true, damages);
            inner = allocateBlock(bytes + 2 * zoneBytes_);
        }
        BELAY_ASSIGN(void* first, std::move(inner));
        std::byte* own = static_cast<std::byte*>(first) + zoneBytes_;
        check_.begin(checkedBlock({own, bytes}));
        return static_cast<void*>(own);
    }();
    logDamages(damages);
    return start;
}

Status SimMemory::freeChecked(const std::byte* start) {
    Damages damages;
    Status freed = [&] {
        const Lock lock(mutex_);
        const uint64_t inner = kill(start - zoneBytes_);
        if (inner == 0) {
            return refuseToFree(start);
        }
        const auto block = checkedBlock({const_cast<std::byte*>(start), inner - 2 * zoneBytes_});
        const auto damage = check_.examine(block);
        if (!check_.hold(block)) {
            recycle(const_cast<std::byte*>(start) - zoneBytes_, inner);
        }
        emptyQuarantine(false, damages);
        return damage ? Status::error(Code::kRtInternalError, "memory check: {}", *damage)
                      : Status::ok();
    }();
    logDamages(damages);
    return freed;
}

void SimMemory::emptyQuarantine(bool all, Damages& damages) {
    std::optional<std::string> damage;
    while (const auto block = check_.release(all, damage)) {
        if (damage) {
            damages.push_back(*std::exchange(damage, std::nullopt));
        }
        recycle(const_cast<std::byte*>(block->start) - zoneBytes_, block->bytes + 2 * zoneBytes_);
    }
}

void SimMemory::examineAll(Damages& damages) {
    emptyQuarantine(true, damages);
    for (uint64_t index = 0; index < pool_.used(); ++index) {
        const Chunk& chunk = chunks_[index];
        const ChunkKind kind = chunk.kind.load(std::memory_order_relaxed);
        const bool isShared = kind == ChunkKind::kShared;
        if (!isShared && kind != ChunkKind::kWhole) {
            continue;
        }
        const Shares* shares = chunk.shares.load(std::memory_order_relaxed);
        for (uint64_t block = 0; block < (isShared ? shares->blockCount : 1); ++block) {
            const auto live = find(chunkStart(index) + (isShared ? block * shares->blockBytes : 0));
            const auto damage = live ? check_.examine(checkedBlock(*live)) : std::nullopt;
            if (damage) {
                damages.push_back(*damage);
            }
        }
    }
}

}  // namespace belay::sim
