// ElfImage: sections and symbols of a device binary, read from bytes that nobody vouches for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace belay {

/// A view of an ELF64 file: of an AI Core object, a container of kernels for simulated cores, or a
/// shared object for AI CPUs. Everything is checked once, by parse(): ranges lie inside the file,
/// names are terminated, indices exist. Does not own the bytes, which have to outlive it.
class ElfImage {
  public:
    /// More than any compiler makes; what exceeds them is taken for damage.
    static constexpr size_t kMaxSections = 65'279;  ///< the format's own limit, SHN_LORESERVE - 1
    static constexpr size_t kMaxNameLength = 4'095;

    enum class SectionType : uint32_t {
        kNull = 0,
        kProgram = 1,
        kSymbols = 2,
        kStrings = 3,
        kNote = 7,
        kNoBits = 8,
    };

    struct Section {
        std::string_view name;
        SectionType type = SectionType::kNull;  ///< also numbers that are not listed
        bool isAllocated = false;               ///< part of what is loaded
        bool isWritable = false;
        uint64_t address = 0;  ///< in the image; 0 in relocatable files
        uint64_t offset = 0;   ///< in the file
        uint64_t size = 0;
        std::span<const std::byte> content;  ///< empty for kNoBits
    };

    enum class SymbolType : uint8_t { kNone = 0, kObject = 1, kFunction = 2 };
    enum class Binding : uint8_t { kLocal = 0, kGlobal = 1, kWeak = 2 };
    enum class Visibility : uint8_t { kDefault = 0, kInternal = 1, kHidden = 2, kProtected = 3 };

    struct Symbol {
        std::string_view name;
        SymbolType type = SymbolType::kNone;  ///< also numbers that are not listed
        Binding binding = Binding::kLocal;    ///< likewise
        Visibility visibility = Visibility::kDefault;
        uint16_t section =
            0;  ///< index into sections(); 0: defined elsewhere; from 0xff00: special
        uint64_t value = 0;
        uint64_t size = 0;

        bool isDefined() const noexcept { return section != 0 && section < 0xff00; }
    };

    /// Of nothing.
    ElfImage() = default;

    /// kRtParamInvalid (107000) with a text that says what is wrong, and where.
    static Result<ElfImage> parse(std::span<const std::byte> file);

    uint16_t machine() const noexcept { return machine_; }

    /// The 32-bit version field, in whose upper bits AI Core objects keep more than a version.
    uint32_t version() const noexcept { return version_; }

    std::span<const std::byte> file() const noexcept { return file_; }

    const std::vector<Section>& sections() const noexcept { return sections_; }

    /// The first of that name, or null.
    const Section* findSection(std::string_view name) const noexcept;

    const std::vector<Symbol>& symbols() const noexcept { return symbols_; }

    /// What a device gets: the file from the first allocated section that is not empty to the end
    /// of the last one, as one block. Empty when there is none.
    std::span<const std::byte> loadedBytes() const noexcept { return loaded_; }

  private:
    std::span<const std::byte> file_;
    uint16_t machine_ = 0;
    uint32_t version_ = 0;
    std::vector<Section> sections_;
    std::vector<Symbol> symbols_;
    std::span<const std::byte> loaded_;

    friend class ElfParser;
};

}  // namespace belay
