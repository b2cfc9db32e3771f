// KernelTable: the kernels of a device binary, with their entries and what is known of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "kernel/elf_image.h"
#include "kernel/kernel_meta.h"

namespace belay {

enum class CoreSide : uint8_t { kCube = 0, kVector = 1 };

/// How a kernel is launched.
enum class KernelForm : uint8_t {
    kPlain,  ///< on cores of its main side
    kMix,    ///< on groups of cores that can wait for each other; one side may have no code
    kCpu,    ///< on AI CPUs: it has neither side
};

/// A kernel: one symbol, or the two of its halves for cube and vector cores.
struct KernelInfo {
    std::string name;  ///< without the suffix that tells the halves apart
    KernelForm form = KernelForm::kPlain;
    CoreSide mainSide = CoreSide::kCube;
    std::array<std::optional<uint64_t>, 2> entries;  ///< by CoreSide: offset in the loaded bytes
    std::array<uint64_t, 2> codeBytes{};             ///< by CoreSide; 0 where there is no code
    uint8_t vectorsPerCube = 0;   ///< of a kMix kernel with both sides; 0: one side only
    std::optional<uint64_t> key;  ///< to find it by: its tiling key
    KernelMeta meta;              ///< of the main side

    std::optional<uint64_t> entry(CoreSide side) const noexcept {
        return entries[static_cast<size_t>(side)];
    }

    /// kRtFeatureNotSupport (207000) when the file does not describe the kernel's parameters.
    Status requireParams() const;
};

/// What a binary is taken for where it does not say.
enum class BinaryKind : uint8_t { kAnyCore, kCube, kVector };

/// Movable only: its indexes point into it.
class KernelTable {
  public:
    /// Of no kernels.
    KernelTable() = default;
    KernelTable(KernelTable&&) = default;
    KernelTable& operator=(KernelTable&&) = default;
    ~KernelTable() = default;
    KernelTable(const KernelTable&) = delete;
    KernelTable& operator=(const KernelTable&) = delete;

    /// Finds the kernels: global functions that are not hidden. kRtParamInvalid (107000) when what
    /// the binary says contradicts itself, or two kernels have one name. A binary without kernels
    /// is legal.
    static Result<KernelTable> parse(const ElfImage& image, BinaryKind kind);

    /// In the order of the binary's symbols.
    const std::vector<KernelInfo>& kernels() const noexcept { return kernels_; }

    const BinaryMeta& meta() const noexcept { return meta_; }

    /// Null when there is none.
    const KernelInfo* findByName(std::string_view name) const noexcept;
    const KernelInfo* findByKey(uint64_t key) const noexcept;

  private:
    std::vector<KernelInfo> kernels_;
    BinaryMeta meta_;
    std::unordered_map<std::string_view, size_t> byName_;  // views of kernels_
    std::unordered_map<uint64_t, size_t> byKey_;

    friend class KernelTableParser;
};

}  // namespace belay
