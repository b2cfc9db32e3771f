#include "drivers/sim/block_stack.h"

#include <sys/mman.h>

#include <new>

#include "base/never_destroyed.h"
#include "drivers/sim/lane.h"

namespace belay::sim {
namespace {

using kernel::kStackRegionBytes;

constexpr size_t kRecordBytes = 4096;

static_assert(sizeof(BlockStack) <= kRecordBytes);
static_assert(kRecordBytes + BlockStack::kStackBytes < kStackRegionBytes);

std::byte* stackOf(std::byte* region) {
    return region + kStackRegionBytes - BlockStack::kStackBytes;
}

}  // namespace

BlockStack::BlockStack(std::byte* region) noexcept
    : stack_(region + kRecordBytes, stackOf(region), region + kStackRegionBytes) {}

void BlockStack::assign(BlockWork& work) noexcept {
    work_ = &work;
    if (isFresh_) {
        isFresh_ = false;
        stack_.prepare(&BlockStack::main, this);
    }
}

void BlockStack::main(void* blockStack) {
    auto& self = *static_cast<BlockStack*>(blockStack);
    while (true) {
        self.work_->runOn(self);
        self.stack_.leave(static_cast<uintptr_t>(Leave::kDone));
    }
}

BlockStacks& BlockStacks::instance() {
    static NeverDestroyed<BlockStacks> all;
    return all.get();
}

BlockStack* BlockStacks::take() {
    const Lock lock(mutex_);
    if (warm_.empty() && cold_.empty() && !addSlab()) {
        return nullptr;
    }
    std::vector<BlockStack*>& from = warm_.empty() ? cold_ : warm_;
    BlockStack* taken = from.back();
    from.pop_back();
    // Another thread may have been on it.
    taken->abandon();
    return taken;
}

void BlockStacks::giveBack(BlockStack& stack) {
    const Lock lock(mutex_);
    if (warm_.size() < kKeptWarm) {
        warm_.push_back(&stack);
        return;
    }
    auto* region = reinterpret_cast<std::byte*>(&stack);
    ::madvise(stackOf(region), BlockStack::kStackBytes, MADV_DONTNEED);
    cold_.push_back(&stack);
}

// Neighbours share mappings: the stack of one and the record of the next.
bool BlockStacks::addSlab() {
    constexpr size_t kBytes = kSlabStacks * kStackRegionBytes;
    void* reserved = ::mmap(nullptr, kBytes + kStackRegionBytes, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) {
        return false;
    }
    const auto start = reinterpret_cast<uintptr_t>(reserved);
    const uintptr_t skipped = (kStackRegionBytes - start % kStackRegionBytes) % kStackRegionBytes;
    std::byte* region = static_cast<std::byte*>(reserved) + skipped;
    for (size_t i = 0; i < kSlabStacks; ++i, region += kStackRegionBytes) {
        if (::mprotect(region, kRecordBytes, PROT_READ | PROT_WRITE) != 0 ||
            ::mprotect(stackOf(region), BlockStack::kStackBytes, PROT_READ | PROT_WRITE) != 0) {
            break;
        }
        warm_.push_back(new (region) BlockStack(region));
    }
    return !warm_.empty();
}

}  // namespace belay::sim
