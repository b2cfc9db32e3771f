// BlockGrid: runs the cores of a kernel that wait for each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "belay/kernel/device_functions.h"
#include "drivers/sim/kernel_call.h"

namespace belay::sim {

/// One launch, all of it on one thread: a core that waits keeps its stack while others run, so
/// any number of cores can wait for each other. When all that are left wait, the launch fails at
/// once. The time limit is for what a core does until it waits or ends, and, as many times as long
/// as there are cores, for all of them together.
class BlockGrid final : public BlockWork {
  public:
    explicit BlockGrid(const KernelCall& call);
    ~BlockGrid() override;
    BlockGrid(const BlockGrid&) = delete;
    BlockGrid& operator=(const BlockGrid&) = delete;

    /// Null when all cores have ended well.
    std::unique_ptr<CallFailure> run(Lane& lane);

    void runOn(BlockStack& stack) override;

    // --- for the core that runs, on its stack ---

    /// As the functions of these names in belay/kernel/device_functions.h.
    void syncCores(bool onlyVectors);
    void setFlag(kernel::FlagMode mode, uint32_t flag);
    void waitFlag(uint32_t flag);

  private:
    using Side = kernel::Side;

    static constexpr uint32_t kFlags = kernel::kCoreFlagCount;
    static constexpr uint32_t kRounds = kernel::kMostCoreFlagSets + 1;

    enum class Wait : uint8_t { kNothing, kAllCores, kAllVectors, kFlag };

    struct Core {
        BlockStack* stack = nullptr;  // while it has begun and not ended
        Wait wait = Wait::kNothing;
        uint8_t flag = 0;                                   // that it waits for
        std::array<uint8_t, kFlags> flags{};                // arrivals it has not waited for
        std::array<std::array<uint8_t, kFlags>, 3> sets{};  // by FlagMode; they wrap
    };

    // How many of a group have set a flag for the n-th time, from the first time on for which some
    // have not.
    struct Arrivals {
        std::array<std::array<uint32_t, kRounds>, kFlags> counts{};
        std::array<uint8_t, kFlags> completed{};  // wraps
    };

    Leave visit(uint64_t core, Lane& lane);
    bool isOutOfTime();
    bool begin(uint64_t core);
    void end(uint64_t core);
    void abandonAll();
    std::unique_ptr<CallFailure> deadlock() const;

    void wait(Wait what);
    void makeReady(uint64_t core);
    void arriveAtFlag(uint64_t core, uint32_t flag);
    void arriveAtKind(Side side, uint32_t flag);
    void arriveAtVectorsOfBlock(uint32_t flag);
    Arrivals& arrivalsOfBlock(kernel::FlagMode mode);
    bool isLast(Arrivals& arrivals, kernel::FlagMode mode, uint32_t flag, uint64_t members);
    [[noreturn]] void failTooManySets(uint32_t flag);

    uint64_t firstCoreOfBlock() const { return current_ - current_ % call_.coresPerBlock(); }

    const KernelCall& call_;
    Lane* lane_ = nullptr;
    uint64_t current_ = 0;
    uint64_t begun_ = 0;
    uint64_t ended_ = 0;
    uint64_t visits_ = 0;
    std::optional<uint64_t> startNs_;  // of the thread's time, once that was asked for
    std::vector<Core> cores_;
    std::deque<uint64_t> ready_;
    std::array<std::vector<uint64_t>, 2> barriers_;  // who waits: for all cores, for all vectors
    std::array<Arrivals, 2> ofKind_;                 // by Side
    std::vector<Arrivals> ofBlock_;                  // of the vector cores; made when used
    std::vector<BlockStack*> freeStacks_;
};

}  // namespace belay::sim
