#include "runtime/kernel_buffers.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace belay {
namespace {

constexpr uint64_t kKibi = 1 << 10;
constexpr uint64_t kMebi = 1 << 20;

// By KernelBuffer. The largest stack is that of Atlas A2 products, which the 910B belongs to.
constexpr std::array<KernelBufferRule, kKernelBufferCount> kRules = {{
    {32 * kKibi, 192 * kKibi, 16 * kKibi},
    {128, kMebi, 128},
    {128, kMebi, 128},
    {kKibi, 64 * kMebi, 8},
    {kMebi, 64 * kMebi, 8},
}};

}  // namespace

const KernelBufferRule& ruleOf(KernelBuffer buffer) noexcept {
    return kRules[static_cast<size_t>(buffer)];
}

std::optional<uint64_t> effectiveSize(KernelBuffer buffer, uint64_t bytes) noexcept {
    const KernelBufferRule& rule = ruleOf(buffer);
    if (bytes == 0 || bytes > rule.mostBytes) {
        return std::nullopt;
    }
    const uint64_t rounded = (bytes + rule.multiple - 1) / rule.multiple * rule.multiple;
    return std::max(rounded, rule.leastBytes);
}

}  // namespace belay
