// What a block of a kernel knows of itself. Shared by kernels and the simulator that runs them: a
// change of the layout is a new kKernelImageVersion (hw/kernel_image.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace belay::kernel {

/// The cores that an image was compiled for.
enum class Side : uint32_t { kCube = 0, kVector = 1 };

/// Lies at the lowest address of the region that holds the block's stack.
struct BlockRecord {
    void* simulator = nullptr;    ///< whatever it needs to find its own
    uint32_t index = 0;           ///< of the block in the launch
    uint32_t count = 1;           ///< of blocks
    uint32_t subIndex = 0;        ///< of this core among the vector cores that share a block
    uint32_t vectorsPerCube = 1;  ///< vector cores that share a block with a cube core
    Side side = Side::kVector;
    uint32_t reserved = 0;
    /// Flags between the pipes of the core, by kPipeCount * from + to: bit n is event n, set and
    /// not waited for. 0 when the block begins.
    uint8_t pipeEvents[64] = {};
};

static_assert(sizeof(BlockRecord) == 96);

/// Pipes of a core in BlockRecord::pipeEvents.
inline constexpr uint32_t kPipeCount = 8;

/// Size and alignment of the region of a block's stack, so that the record is found from any
/// address in the stack.
inline constexpr uintptr_t kStackRegionBytes = uintptr_t{512} * 1024;

}  // namespace belay::kernel

#ifdef BELAY_KERNEL_BLOCK_BY_CALL
// For kernels that run on ordinary stacks.
extern "C" belay::kernel::BlockRecord* belayCurrentBlock();
#endif

namespace belay::kernel {

/// The block that the calling code belongs to.
inline BlockRecord& currentBlock() {
#ifdef BELAY_KERNEL_BLOCK_BY_CALL
    return *belayCurrentBlock();
#else
    const auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    return *reinterpret_cast<BlockRecord*>(frame & ~(kStackRegionBytes - 1));
#endif
}

}  // namespace belay::kernel
