#include "kcc/container.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace belay::kcc {
namespace {

using Bytes = std::vector<std::byte>;

template <typename T>
void append(Bytes& bytes, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
}

void append(Bytes& bytes, const Bytes& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

// With a terminating zero.
void appendText(Bytes& bytes, std::string_view text) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    bytes.insert(bytes.end(), first, first + text.size());
    bytes.push_back(std::byte{0});
}

void align(Bytes& bytes, size_t alignment) {
    bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
}

/// Sections, symbols and names of an ELF file, laid out in the order of addition.
class ElfWriter {
  public:
    ElfWriter() {
        sections_.emplace_back();
        symbols_.resize(sizeof(Elf64_Sym));
        strings_.push_back(std::byte{0});
    }

    uint16_t addSection(std::string_view name, uint64_t flags, uint64_t alignment, Bytes content) {
        Section section;
        section.header.sh_name = addString(name);
        section.header.sh_type = SHT_PROGBITS;
        section.header.sh_flags = flags;
        section.header.sh_addralign = alignment;
        section.content = std::move(content);
        sections_.push_back(std::move(section));
        return static_cast<uint16_t>(sections_.size() - 1);
    }

    void addSymbol(std::string_view name, unsigned char type, uint16_t section, uint64_t value,
                   uint64_t size) {
        Elf64_Sym symbol{};
        symbol.st_name = addString(name);
        symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, type);
        symbol.st_shndx = section;
        symbol.st_value = value;
        symbol.st_size = size;
        append(symbols_, symbol);
    }

    Bytes write() {
        addTables();
        Bytes file(sizeof(Elf64_Ehdr));
        uint64_t loadedStart = 0;
        for (Section& section : sections_) {
            if (section.header.sh_type == SHT_NULL) {
                continue;
            }
            // What is loaded begins at a whole page of the file, so that pages stay pages.
            const bool isLoaded = (section.header.sh_flags & SHF_ALLOC) != 0;
            align(file,
                  isLoaded && loadedStart == 0 ? hw::kImagePageBytes : section.header.sh_addralign);
            if (isLoaded && loadedStart == 0) {
                loadedStart = file.size();
            }
            section.header.sh_offset = file.size();
            section.header.sh_addr = isLoaded ? file.size() - loadedStart : 0;
            section.header.sh_size = section.content.size();
            append(file, section.content);
        }
        align(file, alignof(Elf64_Shdr));
        const Elf64_Ehdr header = headerFor(file.size());
        std::memcpy(file.data(), &header, sizeof header);
        for (const Section& section : sections_) {
            append(file, section.header);
        }
        return file;
    }

  private:
    struct Section {
        Elf64_Shdr header{};
        Bytes content;
    };

    uint32_t addString(std::string_view text) {
        const auto start = static_cast<uint32_t>(strings_.size());
        appendText(strings_, text);
        return start;
    }

    void addTables() {
        const uint32_t symbolName = addString(".symtab");
        const uint32_t stringName = addString(".strtab");
        const auto stringIndex = static_cast<uint16_t>(sections_.size() + 1);
        Section symbols;
        symbols.header.sh_name = symbolName;
        symbols.header.sh_type = SHT_SYMTAB;
        symbols.header.sh_link = stringIndex;
        symbols.header.sh_info = 1;  // the first global symbol
        symbols.header.sh_entsize = sizeof(Elf64_Sym);
        symbols.header.sh_addralign = alignof(Elf64_Sym);
        symbols.content = symbols_;
        sections_.push_back(std::move(symbols));
        Section strings;
        strings.header.sh_name = stringName;
        strings.header.sh_type = SHT_STRTAB;
        strings.header.sh_addralign = 1;
        strings.content = strings_;
        sections_.push_back(std::move(strings));
    }

    Elf64_Ehdr headerFor(uint64_t sectionHeaders) const {
        Elf64_Ehdr header{};
        std::memcpy(header.e_ident, ELFMAG, SELFMAG);
        header.e_ident[EI_CLASS] = ELFCLASS64;
        header.e_ident[EI_DATA] = ELFDATA2LSB;
        header.e_ident[EI_VERSION] = EV_CURRENT;
        header.e_type = ET_REL;
        header.e_machine = hw::kSimulatedCoreMachine;
        header.e_version = EV_CURRENT;
        header.e_shoff = sectionHeaders;
        header.e_ehsize = sizeof(Elf64_Ehdr);
        header.e_shentsize = sizeof(Elf64_Shdr);
        header.e_shnum = static_cast<uint16_t>(sections_.size());
        header.e_shstrndx = static_cast<uint16_t>(sections_.size() - 1);
        return header;
    }

    std::vector<Section> sections_;
    Bytes symbols_;
    Bytes strings_;
};

// A symbol of a kernel: the kernel itself, or its half for one kind of cores.
struct Entry {
    std::string symbol;
    uint32_t kernel = 0;
    uint32_t side = 1;
};

std::vector<Entry> entriesOf(const Container& container) {
    std::vector<Entry> entries;
    for (uint32_t i = 0; i < container.kernels.size(); ++i) {
        const ContainerKernel& kernel = container.kernels[i];
        const Marks& marks = kernel.marks;
        if (marks.cores == CoreMark::kMix && marks.cubes != 0 && marks.vectors != 0) {
            entries.push_back({kernel.name + "_mix_aic", i, 0});
            entries.push_back({kernel.name + "_mix_aiv", i, 1});
        } else {
            const bool isCube = marks.cores == CoreMark::kCube ||
                                (marks.cores == CoreMark::kMix && marks.cubes != 0);
            entries.push_back({kernel.name, i, isCube ? 0U : 1U});
        }
    }
    return entries;
}

// Records of type, length and value.
class MetaWriter {
  public:
    template <typename Type, typename... Values>
    MetaWriter& add(Type type, const Values&... values) {
        append(bytes_, type);
        append(bytes_, static_cast<uint16_t>((sizeof(Values) + ... + 0)));
        (append(bytes_, values), ...);
        return *this;
    }

    Bytes take() { return std::move(bytes_); }

  private:
    Bytes bytes_;
};

Bytes metaOf(const ContainerKernel& kernel, const LinkedKernel& linked) {
    MetaWriter meta;
    const Marks& marks = kernel.marks;
    KernelType type = KernelType::kVector;
    if (marks.cores == CoreMark::kCube) {
        type = KernelType::kCube;
    } else if (marks.cores == CoreMark::kMix) {
        type = marks.cubes != 0 ? KernelType::kMixMainCube : KernelType::kMixMainVector;
    }
    meta.add(KernelRecord::kType, static_cast<uint32_t>(type));
    if (marks.cores == CoreMark::kMix) {
        meta.add(KernelRecord::kCrossCoreSync, uint32_t{1})
            .add(KernelRecord::kRatio, marks.cubes, marks.vectors);
    }
    meta.add(KernelRecord::kParamSummary, static_cast<uint32_t>(linked.params.size()),
             uint64_t{linked.paramBytes});
    for (uint32_t i = 0; i < linked.params.size(); ++i) {
        const KernelParam& param = linked.params[i];
        meta.add(KernelRecord::kParam, i, i, param.offset, param.size, param.align, param.kind,
                 uint32_t{0});
    }
    return meta.take();
}

// Of the binary as a whole. Cores that wait for each other find each other without an argument: the
// runtime must not add one.
Bytes metaOf(const Container& container) {
    constexpr auto kSyncBase = static_cast<uint32_t>(ImplicitItem::kSyncBase);
    const bool hasMix = std::ranges::any_of(container.kernels, [](const ContainerKernel& kernel) {
        return kernel.marks.cores == CoreMark::kMix;
    });
    MetaWriter meta;
    if (hasMix) {
        meta.add(BinaryRecord::kImplicitItems, kSyncBase + 1);
    }
    return meta.take();
}

uint64_t roundUp(uint64_t bytes, uint64_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

/// Where everything comes to lie in the loaded bytes.
struct Layout {
    uint64_t directory = 0;
    uint64_t data = 0;
    std::vector<uint64_t> images;

    Layout(const Container& container, size_t stubs, size_t directoryBytes) {
        directory = stubs * sizeof(hw::KernelStub);
        data = roundUp(directory + directoryBytes, hw::kImagePageBytes);
        for (const ContainerImage& image : container.images) {
            images.push_back(data);
            data += image.image.memory.size();
        }
    }
};

hw::ImageRecord recordOf(const ContainerImage& image, uint64_t offset) {
    const LinkedImage& linked = image.image;
    hw::ImageRecord record;
    record.machine = linked.machine;
    record.level = image.level;
    record.side = image.side;
    record.offset = offset;
    record.bytes = linked.memory.size();
    record.entries = linked.entries;
    record.imports = linked.imports;
    record.relocations = linked.relocations;
    record.relocationCount = linked.relocationCount;
    record.writable = linked.writable;
    record.hash = hw::hashOf(std::span(linked.memory).first(linked.writable));
    return record;
}

size_t directoryBytesOf(const Container& container) {
    size_t bytes = sizeof(hw::ImageDirectory) + container.images.size() * sizeof(hw::ImageRecord);
    for (const std::string& name : container.imports) {
        bytes += name.size() + 1;
    }
    return bytes;
}

Bytes directoryOf(const Container& container, const Layout& layout) {
    hw::ImageDirectory directory;
    directory.bytes = static_cast<uint32_t>(directoryBytesOf(container));
    directory.imageCount = static_cast<uint32_t>(container.images.size());
    directory.entryCount = static_cast<uint32_t>(container.kernels.size());
    directory.importCount = static_cast<uint32_t>(container.imports.size());
    directory.dataOffset = layout.data - layout.directory;
    directory.dataBytes = container.images.front().image.data.size();
    Bytes bytes;
    append(bytes, directory);
    for (size_t i = 0; i < container.images.size(); ++i) {
        append(bytes, recordOf(container.images[i], layout.images[i] - layout.directory));
    }
    for (const std::string& name : container.imports) {
        appendText(bytes, name);
    }
    directory.hash = hw::hashOf(bytes);
    std::memcpy(bytes.data(), &directory, sizeof directory);
    return bytes;
}

Bytes stubsOf(const std::vector<Entry>& entries, const Layout& layout) {
    Bytes bytes;
    for (const Entry& entry : entries) {
        hw::KernelStub stub;
        stub.entry = entry.kernel;
        stub.side = entry.side;
        stub.directory = layout.directory - bytes.size();
        const auto* first = reinterpret_cast<const std::byte*>(&stub);
        stub.hash = hw::hashOf(std::span(first, offsetof(hw::KernelStub, hash)));
        append(bytes, stub);
    }
    return bytes;
}

}  // namespace

std::vector<uint64_t> distancesOfData(const Container& container) {
    const Layout layout(container, entriesOf(container).size(), directoryBytesOf(container));
    std::vector<uint64_t> distances;
    for (const uint64_t image : layout.images) {
        distances.push_back(layout.data - image);
    }
    return distances;
}

Bytes writeContainer(const Container& container) {
    const std::vector<Entry> entries = entriesOf(container);
    const Layout layout(container, entries.size(), directoryBytesOf(container));
    const LinkedImage& first = container.images.front().image;
    ElfWriter file;
    const uint16_t text =
        file.addSection(".text", SHF_ALLOC | SHF_EXECINSTR, 64, stubsOf(entries, layout));
    file.addSection(".belay.directory", SHF_ALLOC, 8, directoryOf(container, layout));
    for (const ContainerImage& image : container.images) {
        file.addSection(".belay.image", SHF_ALLOC, hw::kImagePageBytes, image.image.memory);
    }
    uint16_t data = 0;
    if (!first.data.empty()) {
        data = file.addSection(".data", SHF_ALLOC | SHF_WRITE, hw::kImagePageBytes, first.data);
    }
    for (size_t i = 0; i < entries.size(); ++i) {
        const Entry& entry = entries[i];
        file.addSymbol(entry.symbol, STT_FUNC, text, i * sizeof(hw::KernelStub),
                       sizeof(hw::KernelStub));
        file.addSection(".ascend.meta." + entry.symbol, 0, 1,
                        metaOf(container.kernels[entry.kernel], first.kernels[entry.kernel]));
    }
    for (size_t i = 0; i < container.images.size(); ++i) {
        if (const Bytes& debug = container.images[i].image.file; !debug.empty()) {
            file.addSection(".belay.debug." + std::to_string(i), 0, 1, debug);
        }
    }
    if (Bytes meta = metaOf(container); !meta.empty()) {
        file.addSection(".ascend.meta", 0, 1, std::move(meta));
    }
    for (const LinkedGlobal& global : first.globals) {
        file.addSymbol(global.name, STT_OBJECT, data, layout.data + global.offset, global.size);
    }
    return file.write();
}

}  // namespace belay::kcc
