// What a block knows of itself.
#pragma once

#include <cstdint>
#include <ctime>

#include "belay/kernel/block.h"
#include "belay/kernel/markers.h"

namespace AscendC {

/// The kinds of cores: of matrices (cube) and of vectors.
enum CoreType : uint8_t { AIC = 0, AIV = 1 };

}  // namespace AscendC

/// The kind of core that the source is being compiled for. A kernel for both is compiled twice.
#ifdef __DAV_C220_CUBE__
inline constexpr AscendC::CoreType g_coreType = AscendC::AIC;
#else
inline constexpr AscendC::CoreType g_coreType = AscendC::AIV;
#endif

/// For conditions: if ASCEND_IS_AIC { ... }
#define ASCEND_IS_AIC (::g_coreType == ::AscendC::AIC)
#define ASCEND_IS_AIV (::g_coreType == ::AscendC::AIV)

namespace AscendC {

/// The number of the calling core among all that run the kernel: of its block, or, where several
/// vector cores share a block with a cube core, of the vector core.
inline int64_t GetBlockIdx() {
    const belay::kernel::BlockRecord& block = belay::kernel::currentBlock();
    return block.side == belay::kernel::Side::kVector
               ? int64_t{block.index} * block.vectorsPerCube + block.subIndex
               : block.index;
}

/// How many blocks the kernel was launched with.
inline int64_t GetBlockNum() {
    return belay::kernel::currentBlock().count;
}

/// The number of the calling vector core among those that share a block; 0 on cube cores.
inline int64_t GetSubBlockIdx() {
    return belay::kernel::currentBlock().subIndex;
}

/// How many vector cores share a block with a cube core; 1 on cube cores.
inline int64_t GetTaskRatio() {
    const belay::kernel::BlockRecord& block = belay::kernel::currentBlock();
    return block.side == belay::kernel::Side::kVector ? block.vectorsPerCube : 1;
}

/// An older name of GetTaskRatio().
inline int64_t GetTaskRation() {
    return GetTaskRatio();
}

/// How many cores of the caller's kind share a block: the same as GetTaskRatio().
inline int64_t GetSubBlockNum() {
    return GetTaskRatio();
}

/// Bytes that the cores move at least: 32.
constexpr int16_t GetDataBlockSizeInBytes() {
    return 32;
}

/// A clock of 50 MHz, as cards have it: a step is 20 ns. Only differences mean something.
inline int64_t GetSystemCycle() {
    timespec now = {};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t{now.tv_sec} * 50'000'000 + now.tv_nsec / 20;
}

}  // namespace AscendC
