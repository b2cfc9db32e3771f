// The form of kernels for simulated cores: code of the host inside the container that hardware
// uses. A launch names the address of a stub in device memory; from there the simulator finds
// everything else.
//
// Loaded bytes of a container: stubs, directory, images, shared data, the last two at whole pages.
// Every image is linked for the distance that the shared data have from it, so it can be executed
// where it lies, and kernels see the variables that the host reads and writes there. Offsets are
// from the directory's first byte unless they say otherwise. All numbers are little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace belay::hw {

/// e_machine of a container, which no card takes for its own.
inline constexpr uint16_t kSimulatedCoreMachine = 0xBE1A;

/// Of this form, and of the records and functions that kernels and the simulator share.
inline constexpr uint32_t kKernelImageVersion = 1;

inline constexpr uint64_t kImagePageBytes = 4096;

/// In every place that an image relocates: whoever finds another value there has been preceded by
/// somebody who has set the variable.
inline constexpr uint64_t kUnsetPointer = 0xBE1A'0000'5E7A'0000;

/// What the symbol of a kernel names. Aligned to 64 bytes.
struct KernelStub {
    static constexpr uint64_t kMagic = 0x4255545359414C42;  // "BLAYSTUB"

    uint64_t magic = kMagic;
    uint32_t version = kKernelImageVersion;
    uint32_t entry = 0;      ///< index in the table of entries of each image
    uint64_t directory = 0;  ///< from the stub's first byte to the directory
    uint32_t side = 0;       ///< whose images are meant: 0 cube cores, 1 vector cores
    uint32_t padding = 0;
    uint64_t reserved[11] = {};
    uint64_t hash = 0;  ///< of what is in front of it
};

static_assert(sizeof(KernelStub) == 128);

struct ImageDirectory {
    static constexpr uint64_t kMagic = 0x5249445359414C42;  // "BLAYSDIR"

    uint64_t magic = kMagic;
    uint32_t version = kKernelImageVersion;
    uint32_t bytes = 0;        ///< with the records and names that follow
    uint32_t imageCount = 0;   ///< ImageRecords that follow
    uint32_t entryCount = 0;   ///< in each image
    uint32_t importCount = 0;  ///< names that follow the records, each with a terminating zero
    uint32_t reserved = 0;
    uint64_t dataOffset = 0;  ///< of the shared data: the variables of all images, a whole page
    uint64_t dataBytes = 0;   ///< whole pages
    uint64_t hash = 0;        ///< of all `bytes` with 0 in this place
};

static_assert(sizeof(ImageDirectory) == 56);

/// Instruction sets of x86-64, each with all before it. Other processors have only 0.
enum class IsaLevel : uint8_t { kBaseline = 0, kV2 = 2, kV3 = 3, kV4 = 4 };

/// The memory image of a linked shared object: its segments at their addresses.
struct ImageRecord {
    uint16_t machine = 0;  ///< e_machine of its code
    IsaLevel level = IsaLevel::kBaseline;
    uint8_t side = 0;  ///< 0 cube cores, 1 vector cores
    uint32_t reserved = 0;
    uint64_t offset = 0;       ///< a whole page
    uint64_t bytes = 0;        ///< whole pages, without the shared data
    uint64_t entries = 0;      ///< address of the table of entries
    uint64_t imports = 0;      ///< address of the slots, one pointer for each import
    uint64_t relocations = 0;  ///< address of Elf64_Rela entries, all of them relative
    uint64_t relocationCount = 0;
    uint64_t writable = 0;  ///< address from which on pages are written; those below never change
    uint64_t hash = 0;      ///< of the pages below `writable`
};

static_assert(sizeof(ImageRecord) == 72);

/// Whether this machine has the instructions of a level.
bool hasInstructions(IsaLevel level) noexcept;

/// Guards against damage; it is no signature.
uint64_t hashOf(std::span<const std::byte> bytes) noexcept;

}  // namespace belay::hw
