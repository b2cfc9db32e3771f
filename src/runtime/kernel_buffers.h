// Buffers that kernels have on a device: which there are, and which sizes they take.
#pragma once

#include <cstdint>
#include <optional>

namespace belay {

enum class KernelBuffer : uint8_t {
    kAicoreStack,          ///< of each core
    kSimtStack,            ///< of each thread
    kSimtDivergenceStack,  ///< of each warp
    kSimdPrintfFifo,       ///< of each core
    kSimtPrintfFifo,       ///< of the device
};

inline constexpr uint32_t kKernelBufferCount = 5;

struct KernelBufferRule {
    uint64_t leastBytes;  ///< smaller sizes are raised to it
    uint64_t mostBytes;   ///< larger sizes are refused
    uint64_t multiple;    ///< sizes are rounded up to it
};

const KernelBufferRule& ruleOf(KernelBuffer buffer) noexcept;

/// The size that takes effect when `bytes` are asked for; nothing when they cannot be had: none at
/// all, or more than the rule allows.
std::optional<uint64_t> effectiveSize(KernelBuffer buffer, uint64_t bytes) noexcept;

/// Whether only kernels with threads have it.
constexpr bool isForThreads(KernelBuffer buffer) noexcept {
    return buffer == KernelBuffer::kSimtStack || buffer == KernelBuffer::kSimtDivergenceStack ||
           buffer == KernelBuffer::kSimtPrintfFifo;
}

}  // namespace belay
