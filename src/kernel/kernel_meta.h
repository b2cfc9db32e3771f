// KernelMeta, BinaryMeta: what a device binary says about its kernels and itself, in records of
// type, length and value. Layout: open driver tree and files of the vendor's compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace belay {

/// The types of the records about a kernel.
enum class KernelRecord : uint16_t {
    kType = 1,
    kCrossCoreSync = 2,
    kRatio = 3,
    kStack = 8,
    kFunctionEntry = 14,
    kBlockCount = 15,
    kParamSummary = 16,
    kParam = 17,
    kScheduleMode = 18,
};

/// The types of the records about a binary.
enum class BinaryRecord : uint16_t { kImplicitItems = 4 };

/// The cores that a kernel was compiled for. The numbers are the file's.
enum class KernelType : uint32_t {
    kAicore = 1,  ///< of chips whose cores do everything
    kCube = 2,
    kVector = 3,
    kMixMainCube = 4,
    kMixMainVector = 5,
    kCubeRollback = 6,
    kVectorRollback = 7,
};

/// One parameter in the block of arguments.
struct KernelParam {
    uint32_t offset = 0;  ///< in bytes, a multiple of 8
    uint32_t size = 0;    ///< in bytes
    uint16_t align = 0;   ///< of its type, in bytes
    uint16_t kind = 0;    ///< of its type, as the compiler numbers them
};

/// How many cube and vector cores work together on one block.
struct TaskRatio {
    uint16_t cube = 0;
    uint16_t vector = 0;
};

/// From the section .ascend.meta.<kernel>. What the file does not say is nullopt or empty.
struct KernelMeta {
    std::optional<KernelType> type;
    bool syncsAcrossCores = false;
    std::optional<TaskRatio> ratio;
    std::optional<uint64_t> entry;  ///< the number to find the kernel by: its tiling key
    std::optional<uint32_t> blockCount;
    std::optional<uint32_t> scheduleMode;
    std::optional<uint32_t> stackBytes;  ///< of each core
    std::optional<uint64_t> paramBytes;  ///< of all parameters with their gaps
    std::vector<KernelParam> params;     ///< in order

    /// `kernel` is for error texts. kRtParamInvalid (107000) for a record that leaves the section,
    /// or has a length or value that its type cannot have. Types that are not known are skipped.
    static Result<KernelMeta> parse(std::span<const std::byte> section, std::string_view kernel);
};

/// What the runtime has to write into named objects of a binary before it is loaded.
enum class ImplicitItem : uint8_t {
    kPrintFifo = 0,
    kSyncBase = 1,  ///< where flags between cores lie
    kSystemConfig = 2,
    kSimtPrintFifo = 3,
    kAssertion = 4,
};

/// From the section .ascend.meta.
struct BinaryMeta {
    uint32_t implicitItems = 0;  ///< bit n: ImplicitItem n

    bool has(ImplicitItem item) const noexcept {
        return (implicitItems >> static_cast<uint32_t>(item) & 1) != 0;
    }

    static Result<BinaryMeta> parse(std::span<const std::byte> section);
};

}  // namespace belay
