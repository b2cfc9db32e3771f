#include "kernel/elf_image.h"

#include <elf.h>

#include <algorithm>
#include <cstring>

#include "base/bounded_reader.h"

namespace belay {
namespace {

constexpr Code kError = Code::kRtParamInvalid;

Status checkIdent(const unsigned char* ident) {
    if (std::memcmp(ident, ELFMAG, SELFMAG) != 0) {
        return Status::error(kError, "the binary does not begin with the mark of an ELF file");
    }
    if (ident[EI_CLASS] != ELFCLASS64) {
        return Status::error(kError, "the binary is an ELF file of class {}; it must be 2 (64-bit)",
                             ident[EI_CLASS]);
    }
    if (ident[EI_DATA] != ELFDATA2LSB) {
        return Status::error(
            kError, "the binary is an ELF file of byte order {}; it must be 1 (little-endian)",
            ident[EI_DATA]);
    }
    return Status::ok();
}

ElfImage::Section sectionOf(const Elf64_Shdr& header) {
    ElfImage::Section section;
    section.type = static_cast<ElfImage::SectionType>(header.sh_type);
    section.isAllocated = (header.sh_flags & SHF_ALLOC) != 0;
    section.isWritable = (header.sh_flags & SHF_WRITE) != 0;
    section.address = header.sh_addr;
    section.offset = header.sh_offset;
    section.size = header.sh_size;
    return section;
}

ElfImage::Symbol symbolOf(const Elf64_Sym& entry) {
    ElfImage::Symbol symbol;
    symbol.type = static_cast<ElfImage::SymbolType>(ELF64_ST_TYPE(entry.st_info));
    symbol.binding = static_cast<ElfImage::Binding>(ELF64_ST_BIND(entry.st_info));
    symbol.visibility = static_cast<ElfImage::Visibility>(ELF64_ST_VISIBILITY(entry.st_other));
    symbol.section = entry.st_shndx;
    symbol.value = entry.st_value;
    symbol.size = entry.st_size;
    return symbol;
}

}  // namespace

/// Fills an ElfImage, step by step.
class ElfParser {
  public:
    explicit ElfParser(std::span<const std::byte> file) : reader_(file, kError) {
        image_.file_ = file;
    }

    Result<ElfImage> parse() {
        BELAY_ASSIGN(const auto header, reader_.read<Elf64_Ehdr>("the header of the binary"));
        BELAY_TRY(checkIdent(header.e_ident));
        image_.machine_ = header.e_machine;
        image_.version_ = header.e_version;
        BELAY_TRY(readSectionHeaders(header));
        BELAY_TRY(readContents());
        BELAY_TRY(readSectionNames());
        BELAY_TRY(readSymbols());
        BELAY_TRY(findLoadedBytes());
        return std::move(image_);
    }

  private:
    Status readSectionHeaders(const Elf64_Ehdr& header) {
        if (header.e_shoff == 0) {
            return Status::error(kError, "the binary has no sections");
        }
        if (header.e_shentsize != sizeof(Elf64_Shdr)) {
            return Status::error(kError, "section headers of the binary have {} bytes, not {}",
                                 header.e_shentsize, sizeof(Elf64_Shdr));
        }
        const uint64_t bytes = uint64_t{header.e_shnum} * sizeof(Elf64_Shdr);
        BELAY_ASSIGN(const auto table, reader_.slice(header.e_shoff, bytes, "the section headers"));
        headers_.resize(header.e_shnum);
        if (!headers_.empty()) {
            std::memcpy(headers_.data(), table.data(), table.size());
        }
        nameSection_ = header.e_shstrndx;
        return Status::ok();
    }

    Status readContents() {
        image_.sections_.reserve(headers_.size());
        for (const Elf64_Shdr& header : headers_) {
            ElfImage::Section section = sectionOf(header);
            if (header.sh_type != SHT_NOBITS && header.sh_type != SHT_NULL) {
                BELAY_ASSIGN(section.content,
                             reader_.slice(header.sh_offset, header.sh_size,
                                           fmt::format("section {}", image_.sections_.size())));
            }
            image_.sections_.push_back(section);
        }
        return Status::ok();
    }

    // A reader of the string table at an index that the file names.
    Result<BoundedReader> stringsAt(uint32_t index, std::string_view whose) const {
        if (index >= image_.sections_.size() || headers_[index].sh_type != SHT_STRTAB) {
            return Status::error(kError,
                                 "{} have their names in section {}, which is no table of strings",
                                 whose, index);
        }
        return BoundedReader(image_.sections_[index].content, kError);
    }

    Status readSectionNames() {
        if (nameSection_ == SHN_UNDEF) {
            return Status::ok();  // nameless sections are legal
        }
        BELAY_ASSIGN(const BoundedReader names, stringsAt(nameSection_, "sections"));
        for (size_t i = 0; i < headers_.size(); ++i) {
            BELAY_ASSIGN(image_.sections_[i].name,
                         nameAt(names, headers_[i].sh_name, "section", i));
        }
        return Status::ok();
    }

    static Result<std::string_view> nameAt(const BoundedReader& names, uint64_t start,
                                           const char* what, size_t index) {
        BELAY_ASSIGN(const auto name,
                     names.textAt(start, fmt::format("the name of {} {}", what, index)));
        if (name.size() > ElfImage::kMaxNameLength) {
            return Status::error(kError,
                                 "the name of {} {} has {} characters; at most {} are allowed",
                                 what, index, name.size(), ElfImage::kMaxNameLength);
        }
        return name;
    }

    Status readSymbols() {
        for (size_t i = 0; i < headers_.size(); ++i) {
            if (headers_[i].sh_type == SHT_SYMTAB) {
                return readSymbolTable(i);  // a file has one
            }
        }
        return Status::ok();
    }

    Status readSymbolTable(size_t index) {
        const Elf64_Shdr& header = headers_[index];
        if (header.sh_entsize != sizeof(Elf64_Sym) || header.sh_size % sizeof(Elf64_Sym) != 0) {
            return Status::error(kError,
                                 "the symbol table has {} bytes in entries of {}; an entry has {}",
                                 header.sh_size, header.sh_entsize, sizeof(Elf64_Sym));
        }
        BELAY_ASSIGN(const BoundedReader names, stringsAt(header.sh_link, "symbols"));
        BoundedReader table(image_.sections_[index].content, kError);
        image_.symbols_.reserve(table.size() / sizeof(Elf64_Sym));
        while (table.remaining() != 0) {
            BELAY_ASSIGN(const auto entry, table.read<Elf64_Sym>("a symbol"));
            BELAY_TRY(addSymbol(entry, names));
        }
        return Status::ok();
    }

    Status addSymbol(const Elf64_Sym& entry, const BoundedReader& names) {
        const size_t number = image_.symbols_.size();
        ElfImage::Symbol symbol = symbolOf(entry);
        if (symbol.isDefined() && symbol.section >= image_.sections_.size()) {
            return Status::error(kError, "symbol {} lies in section {}, but there are {}", number,
                                 symbol.section, image_.sections_.size());
        }
        BELAY_ASSIGN(symbol.name, nameAt(names, entry.st_name, "symbol", number));
        image_.symbols_.push_back(symbol);
        return Status::ok();
    }

    Status findLoadedBytes() {
        uint64_t start = 0;
        uint64_t end = 0;
        for (const ElfImage::Section& section : image_.sections_) {
            if (!section.isAllocated || section.content.empty()) {
                continue;
            }
            if (end == 0) {
                start = section.offset;
            } else if (section.offset < end) {
                return Status::error(
                    kError,
                    "section '{}' lies at offset {} of the binary, before the end of "
                    "the loaded section in front of it, {}",
                    section.name, section.offset, end);
            }
            end = section.offset + section.size;  // inside the file, so it does not wrap
        }
        image_.loaded_ = image_.file_.subspan(start, end - start);
        return Status::ok();
    }

    BoundedReader reader_;
    ElfImage image_;
    std::vector<Elf64_Shdr> headers_;
    uint32_t nameSection_ = 0;
};

Result<ElfImage> ElfImage::parse(std::span<const std::byte> file) {
    return ElfParser(file).parse();
}

const ElfImage::Section* ElfImage::findSection(std::string_view name) const noexcept {
    const auto found = std::ranges::find(sections_, name, &Section::name);
    return found == sections_.end() ? nullptr : &*found;
}

}  // namespace belay
