#include "support/elf_builder.h"

#include <cstring>

namespace belay::test {
namespace {

constexpr uint16_t kStrings = 1;
constexpr uint16_t kSymbols = 2;

}  // namespace

ElfBuilder::ElfBuilder() {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_REL;
    header.e_machine = kMachine;
    header.e_version = EV_CURRENT;
    header.e_ehsize = sizeof(Elf64_Ehdr);
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shstrndx = kStrings;
    sections.resize(2);
    sections[kStrings].content.push_back(std::byte{0});
    sections[kStrings].header.sh_type = SHT_STRTAB;
    sections[kStrings].header.sh_name = addString(".strtab");
    addSection(".symtab", SHT_SYMTAB, 0, Bytes(sizeof(Elf64_Sym)));
    sections[kSymbols].header.sh_link = kStrings;
    sections[kSymbols].header.sh_entsize = sizeof(Elf64_Sym);
}

uint16_t ElfBuilder::addSection(std::string_view name, uint32_t type, uint64_t flags,
                                Bytes content) {
    Section section;
    section.header.sh_name = addString(name);
    section.header.sh_type = type;
    section.header.sh_flags = flags;
    section.content = std::move(content);
    sections.push_back(std::move(section));
    return static_cast<uint16_t>(sections.size() - 1);
}

uint16_t ElfBuilder::addCode(size_t bytes) {
    return addSection(".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, Bytes(bytes));
}

void ElfBuilder::addSymbol(std::string_view name, uint16_t section, uint64_t value,
                           unsigned char info, unsigned char visibility, uint64_t size) {
    Elf64_Sym symbol{};
    symbol.st_name = addString(name);
    symbol.st_info = info;
    symbol.st_other = visibility;
    symbol.st_shndx = section;
    symbol.st_value = value;
    symbol.st_size = size;
    append(sections[kSymbols].content, symbol);
}

Bytes ElfBuilder::build() const {
    Bytes file(sizeof(Elf64_Ehdr));
    std::vector<Elf64_Shdr> headers;
    for (const Section& section : sections) {
        Elf64_Shdr laidOut = section.header;
        if (laidOut.sh_type != SHT_NULL) {
            laidOut.sh_offset = laidOut.sh_offset == 0 ? file.size() : laidOut.sh_offset;
            laidOut.sh_size = laidOut.sh_size == 0 ? section.content.size() : laidOut.sh_size;
        }
        headers.push_back(laidOut);
        file.insert(file.end(), section.content.begin(), section.content.end());
    }
    Elf64_Ehdr laidOut = header;
    laidOut.e_shoff = laidOut.e_shoff == 0 ? file.size() : laidOut.e_shoff;
    laidOut.e_shnum =
        laidOut.e_shnum == 0 ? static_cast<uint16_t>(headers.size()) : laidOut.e_shnum;
    std::memcpy(file.data(), &laidOut, sizeof laidOut);
    for (const Elf64_Shdr& section : headers) {
        append(file, section);
    }
    return file;
}

uint32_t ElfBuilder::addString(std::string_view text) {
    Bytes& strings = sections[kStrings].content;
    const auto start = static_cast<uint32_t>(strings.size());
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    strings.insert(strings.end(), first, first + text.size());
    strings.push_back(std::byte{0});
    return start;
}

}  // namespace belay::test
