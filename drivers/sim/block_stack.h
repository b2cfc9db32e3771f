// BlockStack: where a block of a kernel runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/mutex.h"
#include "belay/kernel/block.h"
#include "drivers/sim/device_stack.h"

namespace belay::sim {

class BlockStack;

/// What is to be done on stacks of blocks.
class BlockWork {
  public:
    BlockWork() = default;
    virtual ~BlockWork() = default;
    BlockWork(const BlockWork&) = delete;
    BlockWork& operator=(const BlockWork&) = delete;

    /// Called on the stack.
    virtual void runOn(BlockStack& stack) = 0;
};

/// Lies with the block's record at the lowest address of a region of kernel::kStackRegionBytes,
/// which is aligned to its size; a guard follows and then the stack. One thread at a time uses it.
class BlockStack {
  public:
    static constexpr size_t kStackBytes = size_t{256} * 1024;

    ~BlockStack() = default;
    BlockStack(const BlockStack&) = delete;
    BlockStack& operator=(const BlockStack&) = delete;

    DeviceStack& stack() noexcept { return stack_; }

    /// The next visit runs `work`, and leaves the stack with Leave::kDone when that returns.
    void assign(BlockWork& work) noexcept;

    /// What was running on it never goes on.
    void abandon() noexcept { isFresh_ = true; }

    kernel::BlockRecord record;  ///< at the lowest address

    uint64_t core = 0;  ///< for whoever assigns work

  private:
    friend class BlockStacks;

    explicit BlockStack(std::byte* region) noexcept;

    static void main(void* blockStack);

    DeviceStack stack_;
    BlockWork* work_ = nullptr;
    bool isFresh_ = true;
};

/// All of the process, for threads to borrow. Their memory is never given back to the system as a
/// whole, but what blocks have written is when there is much of it. Thread-safe.
class BlockStacks {
  public:
    /// The process's only instance; never destroyed.
    static BlockStacks& instance();

    /// Null when the system has no memory, or no mappings, for another one.
    BlockStack* take();

    void giveBack(BlockStack& stack);

  private:
    // So many stay as they are; of others the memory goes.
    static constexpr size_t kKeptWarm = 64;
    static constexpr size_t kSlabStacks = 16;

    bool addSlab() BELAY_REQUIRES(mutex_);

    Mutex mutex_{LockRank::kObject, "stacks of blocks"};
    std::vector<BlockStack*> warm_ BELAY_GUARDED_BY(mutex_);
    std::vector<BlockStack*> cold_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::sim
