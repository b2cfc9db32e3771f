#include "drivers/sim/chunk_pool.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace belay::sim {
namespace {

// Idle memory beyond this goes back to the machine when it is freed.
constexpr uint64_t kMaxIdleBytes = uint64_t{4} << 30;

}  // namespace

Result<ChunkPool::Run> ChunkPool::take(uint64_t count) {
    if (const auto recycled = takeRecycled(count)) {
        return Run{*recycled, true};
    }
    // Whose pages went back to the machine.
    if (std::vector<uint64_t>& runs = freeRuns(count); !runs.empty()) {
        const Run run{runs.back(), true};
        BELAY_TRY(populate(run.first, count));
        runs.pop_back();
        return run;
    }
    BELAY_ASSIGN(const uint64_t first, findFresh(count));
    if (Status populated = populate(first, count); !populated.isOk()) {
        // Or a program that keeps trying would use all addresses up.
        chunks_.resize(first + count == used() ? first : used());
        return populated;
    }
    markTaken(first, count);
    return Run{first, false};
}

// Chunks in a row that nothing uses, not marked yet.
Result<uint64_t> ChunkPool::findFresh(uint64_t count) {
    if (used() + count <= chunkCount_) {
        chunks_.resize(used() + count);
        return used() - count;
    }
    if (const auto run = searchRun(count)) {
        chunks_.resize(std::max(used(), *run + count));
        return *run;
    }
    return Status::error(Code::kRtMemoryAllocation,
                         "{} bytes in a row are not free in the {} bytes of addresses of the "
                         "simulated memory, which are fragmented",
                         count * kChunkBytes, chunkCount_ * kChunkBytes);
}

std::optional<uint64_t> ChunkPool::searchRun(uint64_t count) const {
    uint64_t length = 0;
    for (uint64_t chunk = 0; chunk < chunkCount_; ++chunk) {
        const bool isTaken = chunk < used() && chunks_[chunk].isTaken;
        length = isTaken ? 0 : length + 1;
        if (length == count) {
            return chunk + 1 - count;
        }
    }
    return std::nullopt;
}

Status ChunkPool::populate(uint64_t first, uint64_t count) {
    const uint64_t bytes = count * kChunkBytes;
    if (!budget_.take(bytes)) {
        return Status::error(
            Code::kRtMemoryAllocation,
            "{} bytes are more than this machine (or the process's cgroup) has left for "
            "simulated memory: {} bytes",
            bytes, budget_.available());
    }
    BELAY_TRY(range_.populate(start(first), bytes));
    for (uint64_t chunk = first; chunk < first + count; ++chunk) {
        chunks_[chunk].isPopulated = true;
    }
    return Status::ok();
}

void ChunkPool::markTaken(uint64_t first, uint64_t count) {
    for (uint64_t chunk = first; chunk < first + count; ++chunk) {
        chunks_[chunk].isTaken = true;
    }
}

void ChunkPool::put(uint64_t first, uint64_t count) {
    const uint64_t bytes = count * kChunkBytes;
    freeRuns(count).push_back(first);
    if (idleBytes_ + bytes > kMaxIdleBytes) {
        giveBack(first, count);
        return;
    }
    range_.forbid(start(first), bytes);
    idleBytes_ += bytes;
}

void ChunkPool::giveBack(uint64_t first, uint64_t count) {
    range_.giveBack(start(first), count * kChunkBytes);
    for (uint64_t chunk = first; chunk < first + count; ++chunk) {
        chunks_[chunk].isPopulated = false;
    }
}

void ChunkPool::collectRuns(std::vector<uint64_t>& runs, uint64_t count) {
    for (const uint64_t first : runs) {
        if (chunks_[first].isPopulated) {
            giveBack(first, count);
        }
        std::fill_n(chunks_.begin() + static_cast<ptrdiff_t>(first), count, Chunk{});
    }
    runs.clear();
}

uint64_t ChunkPool::collect() {
    for (uint64_t count = 1; count < shortRuns_.size(); ++count) {
        collectRuns(shortRuns_[count], count);
    }
    for (auto& [count, runs] : longRuns_) {
        collectRuns(runs, count);
    }
    return std::exchange(idleBytes_, 0);
}

void ChunkPool::reset() {
    if (used() != 0) {
        range_.giveBack(range_.base(), used() * kChunkBytes);
    }
    chunks_.clear();
    shortRuns_ = {};
    longRuns_.clear();
    idleBytes_ = 0;
}

}  // namespace belay::sim
