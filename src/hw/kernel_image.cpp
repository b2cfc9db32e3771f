#include "hw/kernel_image.h"

#define XXH_INLINE_ALL  // NOLINT(readability-identifier-naming): the library's name for it
#include <xxhash.h>

namespace belay::hw {

#if defined(__x86_64__)
bool hasInstructions(IsaLevel level) noexcept {
    // By what each level adds: not every compiler knows the levels by name.
    const auto hasV2 = [] {
        return __builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("popcnt") != 0;
    };
    const auto hasV3 = [&] {
        return hasV2() && __builtin_cpu_supports("avx2") != 0 &&
               __builtin_cpu_supports("fma") != 0 && __builtin_cpu_supports("bmi") != 0 &&
               __builtin_cpu_supports("bmi2") != 0;
    };
    switch (level) {
        case IsaLevel::kBaseline:
            return true;
        case IsaLevel::kV2:
            return hasV2();
        case IsaLevel::kV3:
            return hasV3();
        case IsaLevel::kV4:
            return hasV3() && __builtin_cpu_supports("avx512f") != 0 &&
                   __builtin_cpu_supports("avx512bw") != 0 &&
                   __builtin_cpu_supports("avx512cd") != 0 &&
                   __builtin_cpu_supports("avx512dq") != 0 &&
                   __builtin_cpu_supports("avx512vl") != 0;
    }
    return false;
}
#else
bool hasInstructions(IsaLevel level) noexcept {
    return level == IsaLevel::kBaseline;
}
#endif

uint64_t hashOf(std::span<const std::byte> bytes) noexcept {
    return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace belay::hw
