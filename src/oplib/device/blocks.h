// How the blocks of a kernel share its work.
#pragma once

#include <algorithm>
#include <cstdint>

#include "belay/kernel/kernel_operator.h"

namespace belay::oplib {

/// What blocks of element-wise kernels take: elements in multiples of this.
inline constexpr int64_t kGrain = 64;

/// Elements that such kernels convert at a time, where tensors are not of the type that is computed
/// with.
inline constexpr int64_t kChunk = 512;

struct Part {
    int64_t begin;
    int64_t end;
};

/// The part of `count` pieces of work that is the calling block's: a multiple of `grain` for all
/// but the last. Parts are in the order of the blocks.
inline Part partOfBlock(int64_t count, int64_t grain = 1) {
    const int64_t blocks = AscendC::GetBlockNum();
    const int64_t grains = (count + grain - 1) / grain;
    const int64_t each = grains / blocks;
    const int64_t more = grains % blocks;
    const int64_t block = AscendC::GetBlockIdx();
    const int64_t begin = block * each + std::min(block, more);
    const int64_t end = begin + each + (block < more ? 1 : 0);
    return {std::min(begin * grain, count), std::min(end * grain, count)};
}

}  // namespace belay::oplib
