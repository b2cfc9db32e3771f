#include "drivers/sim/debug_image.h"

#include <elf.h>

#include <cstring>
#include <optional>

#include "base/mutex.h"

// ---- the interface, as debuggers know it ----

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): names of the interface
extern "C" {

struct jit_code_entry {
    jit_code_entry* next_entry;
    jit_code_entry* prev_entry;
    const char* symfile_addr;
    uint64_t symfile_size;
};

struct jit_descriptor {
    uint32_t version;
    uint32_t action_flag;
    jit_code_entry* relevant_entry;
    jit_code_entry* first_entry;
};

// Debuggers stop here, and look at the descriptor.
[[gnu::noinline, gnu::used]] void __jit_debug_register_code() {
    asm volatile("" ::: "memory");
}

[[gnu::used]] jit_descriptor __jit_debug_descriptor = {1, 0, nullptr, nullptr};
}

// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)

namespace belay::sim {
namespace {

enum Action : uint32_t { kNone = 0, kRegister = 1, kUnregister = 2 };

// Of the descriptor and its list.
Mutex& jitMutex() {
    static Mutex mutex(LockRank::kHandles, "images for debuggers");
    return mutex;
}

#if defined(__x86_64__)
constexpr uint32_t kAbsolute = R_X86_64_64;
#elif defined(__aarch64__)
constexpr uint32_t kAbsolute = R_AARCH64_ABS64;
#endif

/// Changes a file in place, and leaves out what lies outside of it.
class Relocator {
  public:
    Relocator(std::vector<std::byte>& file, uint64_t address) : file_(file), address_(address) {}

    bool run() {
        const auto header = read<Elf64_Ehdr>(0);
        if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
            header->e_shentsize != sizeof(Elf64_Shdr)) {
            return false;
        }
        for (uint64_t i = 0; i < header->e_shnum; ++i) {
            const auto section = read<Elf64_Shdr>(header->e_shoff + i * sizeof(Elf64_Shdr));
            if (!section) {
                return false;
            }
            sections_.push_back(*section);
        }
        for (const Elf64_Shdr& section : sections_) {
            if (section.sh_type == SHT_RELA) {
                relocateDebugInformation(section);
            }
        }
        for (const Elf64_Shdr& section : sections_) {
            if (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM) {
                moveSymbols(section);
            }
        }
        moveSections(header->e_shoff);
        moveSegments(*header);
        return true;
    }

  private:
    template <typename T>
    std::optional<T> read(uint64_t offset) const {
        if (offset > file_.size() || file_.size() - offset < sizeof(T)) {
            return std::nullopt;
        }
        T value;
        std::memcpy(&value, file_.data() + offset, sizeof value);
        return value;
    }

    // Where read() has been.
    template <typename T>
    void write(uint64_t offset, const T& value) {
        std::memcpy(file_.data() + offset, &value, sizeof value);
    }

    bool isLoaded(uint64_t section) const {
        return section < sections_.size() && (sections_[section].sh_flags & SHF_ALLOC) != 0;
    }

    // Calls `visit(offset, entry)` for the entries of a table.
    template <typename T, typename Visit>
    void visitTable(const Elf64_Shdr& table, Visit visit) const {
        for (uint64_t at = 0; table.sh_size - at >= sizeof(T); at += sizeof(T)) {
            const auto entry = read<T>(table.sh_offset + at);
            if (!entry) {
                return;
            }
            visit(table.sh_offset + at, *entry);
        }
    }

    // Of sections that are not loaded: these are what only debuggers read.
    void relocateDebugInformation(const Elf64_Shdr& table) {
        if (isLoaded(table.sh_info) || table.sh_info >= sections_.size() ||
            table.sh_link >= sections_.size() || table.sh_info == 0) {
            return;
        }
        const Elf64_Shdr& target = sections_[table.sh_info];
        const Elf64_Shdr& symbols = sections_[table.sh_link];
        visitTable<Elf64_Rela>(table, [&](uint64_t, const Elf64_Rela& entry) {
            const auto symbol =
                read<Elf64_Sym>(symbols.sh_offset + ELF64_R_SYM(entry.r_info) * sizeof(Elf64_Sym));
            const uint64_t place = target.sh_offset + entry.r_offset;
            const auto value = read<uint64_t>(place);
            if (ELF64_R_TYPE(entry.r_info) == kAbsolute && symbol && isLoaded(symbol->st_shndx) &&
                value) {
                write(place, *value + address_);
            }
        });
    }

    void moveSymbols(const Elf64_Shdr& table) {
        visitTable<Elf64_Sym>(table, [&](uint64_t at, Elf64_Sym symbol) {
            if (isLoaded(symbol.st_shndx)) {
                symbol.st_value += address_;
                write(at, symbol);
            }
        });
    }

    void moveSections(uint64_t headers) {
        for (size_t i = 0; i < sections_.size(); ++i) {
            if (isLoaded(i)) {
                sections_[i].sh_addr += address_;
                write(headers + i * sizeof(Elf64_Shdr), sections_[i]);
            }
        }
    }

    void moveSegments(const Elf64_Ehdr& header) {
        for (uint64_t i = 0; i < header.e_phnum; ++i) {
            const uint64_t at = header.e_phoff + i * sizeof(Elf64_Phdr);
            if (auto segment = read<Elf64_Phdr>(at)) {
                segment->p_vaddr += address_;
                segment->p_paddr += address_;
                write(at, *segment);
            }
        }
    }

    std::vector<std::byte>& file_;
    const uint64_t address_;
    std::vector<Elf64_Shdr> sections_;
};

void tellDebugger(Action action, jit_code_entry& entry) {
    __jit_debug_descriptor.action_flag = action;
    __jit_debug_descriptor.relevant_entry = &entry;
    __jit_debug_register_code();
    __jit_debug_descriptor.action_flag = kNone;
}

}  // namespace

std::vector<std::byte> relocatedDebugFile(std::span<const std::byte> file, uint64_t address) {
    std::vector<std::byte> copy(file.begin(), file.end());
    return Relocator(copy, address).run() ? copy : std::vector<std::byte>();
}

struct DebugImage::Entry : jit_code_entry {};

DebugImage::DebugImage(std::span<const std::byte> file, uint64_t address)
    : file_(relocatedDebugFile(file, address)), entry_(std::make_unique<Entry>()) {
    if (file_.empty()) {
        return;
    }
    const Lock lock(jitMutex());
    jit_code_entry*& first = __jit_debug_descriptor.first_entry;
    entry_->symfile_addr = reinterpret_cast<const char*>(file_.data());
    entry_->symfile_size = file_.size();
    entry_->next_entry = first;
    entry_->prev_entry = nullptr;
    if (first != nullptr) {
        first->prev_entry = entry_.get();
    }
    first = entry_.get();
    tellDebugger(kRegister, *entry_);
}

DebugImage::~DebugImage() {
    if (file_.empty()) {
        return;
    }
    const Lock lock(jitMutex());
    if (entry_->prev_entry != nullptr) {
        entry_->prev_entry->next_entry = entry_->next_entry;
    } else {
        __jit_debug_descriptor.first_entry = entry_->next_entry;
    }
    if (entry_->next_entry != nullptr) {
        entry_->next_entry->prev_entry = entry_->prev_entry;
    }
    tellDebugger(kUnregister, *entry_);
}

}  // namespace belay::sim
