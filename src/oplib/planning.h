// What plans of operators share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "op/operator.h"

namespace belay::oplib {

/// A launch of the kernel of this name with this structure as its last parameter.
template <typename Tiling>
OpLaunch launchOf(std::string_view kernel, uint32_t blocks, const Tiling& tiling) {
    // No gaps, whose bytes would be whatever was there; and the next parameter would lie elsewhere.
    static_assert(std::has_unique_object_representations_v<Tiling> && sizeof(Tiling) % 8 == 0);
    OpLaunch launch{.kernel = std::string(kernel), .blockCount = blocks, .tiling = {}};
    const auto* bytes = reinterpret_cast<const std::byte*>(&tiling);
    launch.tiling.assign(bytes, bytes + sizeof tiling);
    return launch;
}

template <typename Tiling>
OpPlan planOf(std::string_view kernel, uint32_t blocks, const Tiling& tiling) {
    OpPlan plan;
    plan.launches.push_back(launchOf(kernel, blocks, tiling));
    return plan;
}

/// Blocks for `work` units, of which each block is to have `least` or more, if there are that many.
inline uint32_t blocksFor(const OpTarget& target, int64_t work, int64_t least) {
    return static_cast<uint32_t>(
        std::clamp<int64_t>(work / least, 1, static_cast<int64_t>(target.vectorCores)));
}

}  // namespace belay::oplib
