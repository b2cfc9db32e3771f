// KernelCall: a launch as the simulated cores see it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "belay/kernel/block.h"
#include "drivers/sim/lane.h"

namespace belay::sim {

class AddressSpace;

struct KernelCall {
    /// The code for one kind of cores.
    struct Half {
        void (*call)(const unsigned char* args) = nullptr;
        const unsigned char* args = nullptr;
    };

    std::array<Half, 2> halves{};  ///< by kernel::Side
    uint32_t blockCount = 1;
    uint32_t cubesPerBlock = 0;  ///< 0 or 1
    uint32_t vectorsPerBlock = 0;
    bool mayWait = false;                  ///< cores may wait for each other
    Watch watch{};                         ///< of each core
    const AddressSpace* memory = nullptr;  ///< that accesses are checked against

    uint32_t coresPerBlock() const noexcept { return cubesPerBlock + vectorsPerBlock; }

    uint64_t coreCount() const noexcept { return uint64_t{blockCount} * coresPerBlock(); }

    kernel::Side sideOf(uint64_t core) const noexcept { return sideOfPlace(placeOf(core)); }

    const Half& halfOf(kernel::Side side) const noexcept {
        return halves[static_cast<size_t>(side)];
    }

    /// What core number `core` of the launch knows of itself.
    kernel::BlockRecord recordOf(uint64_t core) const noexcept {
        const uint32_t place = placeOf(core);
        kernel::BlockRecord record;
        record.index = static_cast<uint32_t>(blockOf(core));
        record.count = blockCount;
        record.side = sideOfPlace(place);
        record.subIndex = record.side == kernel::Side::kCube ? 0 : place - cubesPerBlock;
        record.vectorsPerCube = vectorsPerBlock == 0 ? 1 : vectorsPerBlock;
        return record;
    }

    uint64_t blockOf(uint64_t core) const noexcept {
        return hasLoneCores() ? core : core / coresPerBlock();
    }

  private:
    // A division takes as long as a small kernel.
    bool hasLoneCores() const noexcept { return coresPerBlock() == 1; }

    // Of a core in its block: cube cores come first.
    uint32_t placeOf(uint64_t core) const noexcept {
        return hasLoneCores() ? 0 : static_cast<uint32_t>(core % coresPerBlock());
    }

    kernel::Side sideOfPlace(uint32_t place) const noexcept {
        return place < cubesPerBlock ? kernel::Side::kCube : kernel::Side::kVector;
    }
};

/// Why a launch did not come to its end.
struct CallFailure {
    CodeFailure code{};
    uint64_t core = 0;

    static std::unique_ptr<CallFailure> make(const CodeFailure& code, uint64_t core) {
        return std::make_unique<CallFailure>(CallFailure{code, core});
    }
};

/// Runs what one core has to do, on its stack.
void runCore(const KernelCall& call, BlockStack& stack, Lane& lane);

}  // namespace belay::sim
