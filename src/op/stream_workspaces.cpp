#include "op/stream_workspaces.h"

#include <algorithm>
#include <utility>

namespace belay {
namespace {

// So that operators that need a little more each time do not leave a trail of blocks.
constexpr size_t kLeastBytes = size_t{64} * 1024;

size_t withRoom(size_t bytes) noexcept {
    return bytes > SIZE_MAX / 2 ? bytes : std::max(kLeastBytes, bytes + bytes / 2);
}

}  // namespace

StreamWorkspaces::~StreamWorkspaces() {
    clear();
}

std::byte* StreamWorkspaces::find(const Stream& stream, size_t bytes) noexcept {
    for (Block* block = chainOf(stream).load(std::memory_order_seq_cst); block != nullptr;
         block = block->next.load(std::memory_order_seq_cst)) {
        if (block->stream.get() == &stream) {
            return block->memory.bytes() >= bytes ? block->memory.start() : nullptr;
        }
    }
    return nullptr;
}

template <typename Which>
void StreamWorkspaces::unlink(std::atomic<Block*>& chain, Which which) {
    std::atomic<Block*>* link = &chain;
    while (Block* block = link->load(std::memory_order_relaxed)) {
        if (!which(*block)) {
            link = &block->next;
            continue;
        }
        // It keeps its own link for those who are just looking at it.
        replaceAndRetire(*link, block->next.load(std::memory_order_relaxed));
    }
}

Result<std::byte*> StreamWorkspaces::take(Stream& stream, size_t bytes) {
    if (std::byte* found = find(stream, bytes)) {
        return found;
    }
    BELAY_ASSIGN(DeviceMemory memory, DeviceMemory::allocate(stream.device(), withRoom(bytes),
                                                             driver::MemoryKind::kDevice));
    Ref<Block> block = makeRef<Block>(stream, std::move(memory));
    std::byte* const start = block->memory.start();
    const EpochGuard guard;
    const Block* const added = block.get();
    auto& chain = chainOf(stream);
    {
        const Lock lock(mutex_);
        block->next.store(chain.load(std::memory_order_relaxed), std::memory_order_relaxed);
        chain.store(block.detach(), std::memory_order_release);
    }
    if (stream.isDestroyed()) {
        // Perhaps its end came before the block was there to be dropped. The stream refuses work,
        // so nobody uses it.
        const Lock lock(mutex_);
        unlink(chain, [added](const Block& one) { return &one == added; });
    }
    return start;
}

void StreamWorkspaces::drop(const Stream& stream) {
    // What is dropped goes behind the lock.
    const EpochGuard guard;
    const Lock lock(mutex_);
    unlink(chainOf(stream),
           [&stream](const Block& block) { return block.stream.get() == &stream; });
}

void StreamWorkspaces::clear() {
    const EpochGuard guard;
    const Lock lock(mutex_);
    for (auto& chain : chains_) {
        unlink(chain, [](const Block&) { return true; });
    }
}

}  // namespace belay
