#include "kernel/source_lines.h"

#include <dlfcn.h>
#include <elfutils/libdw.h>
#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/log.h"

namespace belay {
namespace {

// The functions of libdw and libelf that are used. They are looked up with the first failure that
// has to be explained, so that nothing else needs these libraries.
struct DebugLibrary {
    decltype(&::elf_version) version = nullptr;
    decltype(&::elf_memory) openFile = nullptr;
    decltype(&::elf_end) closeFile = nullptr;
    decltype(&::dwarf_begin_elf) begin = nullptr;
    decltype(&::dwarf_end) end = nullptr;
    decltype(&::dwarf_nextcu) nextUnit = nullptr;
    decltype(&::dwarf_offdie) unitAt = nullptr;
    decltype(&::dwarf_haspc) contains = nullptr;
    decltype(&::dwarf_getsrc_die) lineAt = nullptr;
    decltype(&::dwarf_lineno) lineNumber = nullptr;
    decltype(&::dwarf_linesrc) lineFile = nullptr;
    bool isComplete = false;

    static const DebugLibrary& instance() {
        static const DebugLibrary library;
        return library;
    }

  private:
    DebugLibrary() {
        // Never closed: it is there for the next failure.
        void* dw = ::dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
        void* elf = ::dlopen("libelf.so.1", RTLD_NOW | RTLD_LOCAL);
        isComplete = dw != nullptr && elf != nullptr && find(elf, "elf_version", version) &&
                     find(elf, "elf_memory", openFile) && find(elf, "elf_end", closeFile) &&
                     find(dw, "dwarf_begin_elf", begin) && find(dw, "dwarf_end", end) &&
                     find(dw, "dwarf_nextcu", nextUnit) && find(dw, "dwarf_offdie", unitAt) &&
                     find(dw, "dwarf_haspc", contains) && find(dw, "dwarf_getsrc_die", lineAt) &&
                     find(dw, "dwarf_lineno", lineNumber) && find(dw, "dwarf_linesrc", lineFile);
        if (isComplete) {
            version(EV_CURRENT);
        } else {
            BELAY_LOG(kRuntime, kInfo,
                      "libdw.so.1 (package libdw1) is not installed: failures of kernels are told "
                      "without lines of their sources");
        }
    }

    template <typename Function>
    static bool find(void* library, const char* name, Function& function) {
        function = reinterpret_cast<Function>(::dlsym(library, name));
        return function != nullptr;
    }
};

// Debug information that is being read.
class DebugFile {
  public:
    DebugFile(const DebugLibrary& library, std::span<const std::byte> file) : library_(library) {
        // The library does not write to it.
        auto* bytes = const_cast<char*>(  // NOLINT(cppcoreguidelines-pro-type-const-cast)
            reinterpret_cast<const char*>(file.data()));
        elf_ = library_.openFile(bytes, file.size());
        dwarf_ = elf_ != nullptr ? library_.begin(elf_, DWARF_C_READ, nullptr) : nullptr;
    }

    ~DebugFile() {
        if (dwarf_ != nullptr) {
            library_.end(dwarf_);
        }
        if (elf_ != nullptr) {
            library_.closeFile(elf_);
        }
    }

    DebugFile(const DebugFile&) = delete;
    DebugFile& operator=(const DebugFile&) = delete;

    std::string lineOf(uint64_t address) const {
        if (dwarf_ == nullptr) {
            return {};
        }
        Dwarf_Off next = 0;
        size_t headerBytes = 0;
        for (Dwarf_Off offset = 0;
             library_.nextUnit(dwarf_, offset, &next, &headerBytes, nullptr, nullptr, nullptr) == 0;
             offset = next) {
            if (std::string line = lineIn(offset + headerBytes, address); !line.empty()) {
                return line;
            }
        }
        return {};
    }

  private:
    std::string lineIn(Dwarf_Off unitOffset, uint64_t address) const {
        Dwarf_Die unit{};
        if (library_.unitAt(dwarf_, unitOffset, &unit) == nullptr ||
            library_.contains(&unit, address) <= 0) {
            return {};
        }
        Dwarf_Line* line = library_.lineAt(&unit, address);
        int number = 0;
        if (line == nullptr || library_.lineNumber(line, &number) != 0) {
            return {};
        }
        const char* path = library_.lineFile(line, nullptr, nullptr);
        return path == nullptr ? std::string() : fmt::format("{}:{}", nameOf(path), number);
    }

    // Folders of the machine that compiled it say little.
    static std::string_view nameOf(std::string_view path) {
        return path.substr(path.rfind('/') + 1);
    }

    const DebugLibrary& library_;
    Elf* elf_ = nullptr;
    Dwarf* dwarf_ = nullptr;
};

}  // namespace

std::string sourceLineOf(std::span<const std::byte> file, uint64_t address) {
    const DebugLibrary& library = DebugLibrary::instance();
    return library.isComplete ? DebugFile(library, file).lineOf(address) : std::string();
}

}  // namespace belay
