// ChunkPool: the chunks of one range of simulated memory, handed out in runs.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/result.h"
#include "drivers/sim/address_range.h"
#include "drivers/sim/host_budget.h"
#include "drivers/sim/size_classes.h"

namespace belay::sim {

/// Runs of populated chunks. A run that is put back stays populated, up to a limit for all of them,
/// and serves the next request of its length as it is. Not thread-safe.
class ChunkPool {
  public:
    struct Run {
        uint64_t first;   ///< number of the first chunk
        bool isRecycled;  ///< these very chunks were put back as one run before
    };

    /// Both outlive the pool.
    ChunkPool(AddressRange& range, HostBudget& budget) noexcept
        : range_(range), budget_(budget), chunkCount_(range.bytes() / kChunkBytes) {}

    /// The first of `count` chunks that were put back as one run and are still populated, if there
    /// is such a run: what happens most of the time.
    std::optional<uint64_t> takeRecycled(uint64_t count) {
        std::vector<uint64_t>& runs = freeRuns(count);
        if (runs.empty() || !chunks_[runs.back()].isPopulated) [[unlikely]] {
            return std::nullopt;
        }
        const uint64_t first = runs.back();
        runs.pop_back();
        idleBytes_ -= count * kChunkBytes;
        return first;
    }

    /// `count` chunks in a row. kRtMemoryAllocation (207001) when the machine or the range has not
    /// as many beside the idle ones; the text says which.
    Result<Run> take(uint64_t count);

    void put(uint64_t first, uint64_t count);

    /// Gives the pages of all chunks that are not taken back to the machine, and forgets their
    /// runs; how many bytes.
    uint64_t collect();

    /// As if no chunk had ever been taken.
    void reset();

    /// Chunks from here on were never taken.
    uint64_t used() const noexcept { return chunks_.size(); }

    std::byte* start(uint64_t chunk) const noexcept { return range_.base() + chunk * kChunkBytes; }

  private:
    struct Chunk {
        bool isTaken = false;
        bool isPopulated = false;
    };

    std::vector<uint64_t>& freeRuns(uint64_t count) {
        return count < shortRuns_.size() ? shortRuns_[count] : longRuns_[count];
    }

    Result<uint64_t> findFresh(uint64_t count);
    std::optional<uint64_t> searchRun(uint64_t count) const;
    Status populate(uint64_t first, uint64_t count);
    void giveBack(uint64_t first, uint64_t count);
    void markTaken(uint64_t first, uint64_t count);
    void collectRuns(std::vector<uint64_t>& runs, uint64_t count);

    AddressRange& range_;
    HostBudget& budget_;
    uint64_t chunkCount_;
    std::vector<Chunk> chunks_;
    // First chunks of runs that were put back, by length; the newest is taken first. Those chunks
    // stay marked as taken until collect().
    std::array<std::vector<uint64_t>, 128> shortRuns_;
    std::map<uint64_t, std::vector<uint64_t>> longRuns_;
    uint64_t idleBytes_ = 0;  // populated, in free runs
};

}  // namespace belay::sim
