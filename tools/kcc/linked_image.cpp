#include "kcc/linked_image.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>

#include "base/bounded_reader.h"
#include "belay/kernel/entry.h"
#include "hw/kernel_image.h"
#include "kernel/elf_image.h"

namespace belay::kcc {
namespace {

using kernel::EntryRecord;
using kernel::ParamRecord;

constexpr Code kError = Code::kInternalError;

uint64_t roundUpToPage(uint64_t bytes) noexcept {
    return (bytes + hw::kImagePageBytes - 1) / hw::kImagePageBytes * hw::kImagePageBytes;
}

/// Fills a LinkedImage, step by step.
class ImageParser {
  public:
    ImageParser(std::span<const std::byte> file, uint64_t dataAddress)
        : file_(file), dataAddress_(dataAddress) {}

    Result<LinkedImage> parse() {
        BELAY_TRY(readSegments());
        BELAY_ASSIGN(const ElfImage elf, ElfImage::parse(file_));
        image_.machine = elf.machine();
        BELAY_TRY(readRelocations(elf));
        BELAY_TRY(readSymbols(elf));
        BELAY_TRY(readEntries(elf));
        if (const auto* slots = elf.findSection("belay_slots")) {
            image_.imports = slots->address;
        }
        if (elf.findSection(".debug_info") != nullptr) {
            image_.file.assign(file_.begin(), file_.end());
        }
        return std::move(image_);
    }

  private:
    Status readSegments() {
        BoundedReader reader(file_, kError);
        BELAY_ASSIGN(const auto header, reader.read<Elf64_Ehdr>("the header of an image"));
        BELAY_TRY(reader.seek(header.e_phoff, "the program headers of an image"));
        for (uint16_t i = 0; i < header.e_phnum; ++i) {
            BELAY_ASSIGN(const auto segment, reader.read<Elf64_Phdr>("a program header"));
            if (segment.p_type == PT_TLS) {
                return Status::error(kError, "an image has thread-local variables");
            }
            if (segment.p_type == PT_LOAD) {
                BELAY_TRY(addSegment(reader, segment));
            }
        }
        image_.memory.resize(roundUpToPage(image_.memory.size()));
        image_.data.resize(roundUpToPage(image_.data.size()));
        if (image_.writable == 0) {
            image_.writable = image_.memory.size();
        }
        return Status::ok();
    }

    // One segment may hold both what belongs to the image and the shared data.
    Status addSegment(const BoundedReader& reader, const Elf64_Phdr& segment) {
        BELAY_ASSIGN(const auto content,
                     reader.slice(segment.p_offset, segment.p_filesz, "a segment of an image"));
        const uint64_t end = segment.p_vaddr + segment.p_memsz;
        put(image_.memory, segment.p_vaddr, std::min(end, dataAddress_), 0, content);
        put(image_.data, std::max(segment.p_vaddr, dataAddress_), end, dataAddress_,
            content.subspan(std::min<uint64_t>(
                content.size(), dataAddress_ - std::min(segment.p_vaddr, dataAddress_))));
        if (segment.p_vaddr < dataAddress_ && (segment.p_flags & PF_W) != 0 &&
            image_.writable == 0) {
            image_.writable = segment.p_vaddr / hw::kImagePageBytes * hw::kImagePageBytes;
        }
        return Status::ok();
    }

    // Puts what is there of the bytes for the addresses from `start` to `end` into memory that
    // begins at `base`; zeros behind them.
    static void put(std::vector<std::byte>& memory, uint64_t start, uint64_t end, uint64_t base,
                    std::span<const std::byte> content) {
        if (start >= end) {
            return;
        }
        memory.resize(std::max<uint64_t>(memory.size(), end - base));
        std::ranges::copy(content.first(std::min<uint64_t>(content.size(), end - start)),
                          memory.begin() + static_cast<std::ptrdiff_t>(start - base));
    }

    // Applies them, so that pointers can be followed.
    Status readRelocations(const ElfImage& elf) {
        const auto* section = elf.findSection(".rela.dyn");
        if (section == nullptr || section->content.empty()) {
            return Status::ok();
        }
        image_.relocations = section->address;
        image_.relocationCount = section->content.size() / sizeof(Elf64_Rela);
        BoundedReader reader(section->content, kError);
        while (reader.remaining() >= sizeof(Elf64_Rela)) {
            BELAY_ASSIGN(const auto entry, reader.read<Elf64_Rela>("a relocation"));
            const uint64_t type = ELF64_R_TYPE(entry.r_info);
            if (type != R_X86_64_RELATIVE && type != R_AARCH64_RELATIVE) {
                return Status::error(kError, "an image has a relocation of type {}", type);
            }
            BELAY_TRY(putPointer(entry.r_offset, static_cast<uint64_t>(entry.r_addend)));
            image_.sharedPointers += entry.r_offset >= dataAddress_ ? 1 : 0;
        }
        return Status::ok();
    }

    // Linkers differ in what they leave in a place that is relocated.
    Status putPointer(uint64_t address, uint64_t target) {
        std::vector<std::byte>& memory = address < dataAddress_ ? image_.memory : image_.data;
        const uint64_t offset = address < dataAddress_ ? address : address - dataAddress_;
        if (offset > memory.size() || memory.size() - offset < sizeof target) {
            return Status::error(kError, "a relocation leaves an image");
        }
        std::memcpy(memory.data() + offset, &hw::kUnsetPointer, sizeof hw::kUnsetPointer);
        pointers_[address] = target;
        return Status::ok();
    }

    Status readSymbols(const ElfImage& elf) {
        for (const ElfImage::Symbol& symbol : elf.symbols()) {
            if (!symbol.isDefined() || symbol.name.empty()) {
                continue;
            }
            if (symbol.type == ElfImage::SymbolType::kFunction) {
                // Of several names for one address a global one is best.
                const bool isGlobal = symbol.binding != ElfImage::Binding::kLocal;
                auto& name = functions_[symbol.value];
                if (name.empty() || isGlobal) {
                    name = symbol.name;
                }
            } else if (symbol.type == ElfImage::SymbolType::kObject &&
                       symbol.value >= dataAddress_) {
                image_.globals.push_back(
                    {std::string(symbol.name), symbol.value - dataAddress_, symbol.size});
            }
        }
        std::ranges::sort(image_.globals, {}, [](const LinkedGlobal& global) {
            return std::tie(global.offset, global.name);
        });
        return Status::ok();
    }

    Status readEntries(const ElfImage& elf) {
        const auto* section = elf.findSection("belay_entries");
        if (section == nullptr || section->size == 0) {
            return Status::error(kError, "an image has no kernels");
        }
        image_.entries = section->address;
        for (uint64_t at = section->address; at < section->address + section->size;
             at += sizeof(EntryRecord)) {
            BELAY_TRY(readEntry(at));
        }
        return Status::ok();
    }

    Status readEntry(uint64_t at) {
        BELAY_ASSIGN(const auto record, read<EntryRecord>(at));
        LinkedKernel kernel;
        const auto name = functions_.find(pointers_[at + offsetof(EntryRecord, function)]);
        if (name == functions_.end()) {
            return Status::error(kError, "a kernel of an image has no symbol");
        }
        kernel.name = name->second;
        kernel.paramBytes = record.paramBytes;
        const uint64_t params = pointers_[at + offsetof(EntryRecord, params)];
        for (uint32_t i = 0; i < record.paramCount; ++i) {
            BELAY_ASSIGN(const auto param, read<ParamRecord>(params + i * sizeof(ParamRecord)));
            kernel.params.push_back({param.offset, param.size, param.align, param.kind});
        }
        image_.kernels.push_back(std::move(kernel));
        return Status::ok();
    }

    template <typename T>
    Result<T> read(uint64_t address) {
        BoundedReader reader(image_.memory, kError);
        BELAY_TRY(reader.seek(address, "a record of an image"));
        return reader.read<T>("a record of an image");
    }

    const std::span<const std::byte> file_;
    const uint64_t dataAddress_;
    LinkedImage image_;
    std::map<uint64_t, uint64_t> pointers_;  // what relocations put at an address
    std::map<uint64_t, std::string> functions_;
};

}  // namespace

Result<LinkedImage> LinkedImage::parse(std::span<const std::byte> file, uint64_t dataAddress) {
    return ImageParser(file, dataAddress).parse();
}

}  // namespace belay::kcc
