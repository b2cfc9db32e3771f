#include "drivers/sim/cpu_library.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/bounded_reader.h"
#include "base/unique_fd.h"

namespace belay::sim {
namespace {

constexpr Code kError = Code::kRtParamInvalid;

#if defined(__x86_64__)
constexpr uint16_t kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr uint16_t kMachine = EM_AARCH64;
#endif

std::string nameOf(uint16_t machine) {
    switch (machine) {
        case EM_X86_64:
            return "x86-64";
        case EM_AARCH64:
            return "AArch64";
        default:
            return fmt::format("processors of kind {}", machine);
    }
}

std::string systemError() {
    return std::error_code(errno, std::generic_category()).message();
}

Status checkHeader(const Elf64_Ehdr& header) {
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
        return Status::error(kError, "the library is no ELF file");
    }
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) {
        return Status::error(kError,
                             "the library is not for a 64-bit little-endian machine (class {}, "
                             "data {})",
                             header.e_ident[EI_CLASS], header.e_ident[EI_DATA]);
    }
    if (header.e_machine != kMachine) {
        return Status::error(kError,
                             "the library was made for {}; AI CPUs are simulated by this machine's "
                             "processor and run code for {}: compile it for that",
                             nameOf(header.e_machine), nameOf(kMachine));
    }
    if (header.e_type != ET_DYN) {
        return Status::error(kError,
                             "the file has the ELF type {}; a library is a shared object, type {}: "
                             "link it with -shared",
                             header.e_type, ET_DYN);
    }
    return Status::ok();
}

// Mapping what lies behind the end of a file would end the process.
Status checkSegment(const Elf64_Phdr& segment, size_t index, const BoundedReader& file) {
    if (segment.p_type != PT_LOAD && segment.p_type != PT_DYNAMIC) {
        return Status::ok();
    }
    return file
        .slice(segment.p_offset, segment.p_filesz, fmt::format("segment {} of the library", index))
        .takeStatus();
}

Status checkFile(std::span<const std::byte> bytes) {
    BoundedReader file(bytes, kError);
    BELAY_ASSIGN(const auto header, file.read<Elf64_Ehdr>("the header of the library"));
    BELAY_TRY(checkHeader(header));
    if (header.e_phentsize != sizeof(Elf64_Phdr)) {
        return Status::error(kError, "program headers of the library have {} bytes, not {}",
                             header.e_phentsize, sizeof(Elf64_Phdr));
    }
    BELAY_TRY(file.seek(header.e_phoff, "the program headers of the library"));
    bool isDynamic = false;
    for (size_t i = 0; i < header.e_phnum; ++i) {
        BELAY_ASSIGN(const auto segment, file.read<Elf64_Phdr>("a program header of the library"));
        BELAY_TRY(checkSegment(segment, i, file));
        isDynamic = isDynamic || segment.p_type == PT_DYNAMIC;
    }
    return isDynamic ? Status::ok()
                     : Status::error(kError, "the library has no table of dynamic symbols");
}

Status writeAll(const UniqueFd& file, std::span<const std::byte> bytes, const std::string& path) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file.get(), bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) {
            return Status::error(kError, "the library cannot be written to '{}' to be loaded: {}",
                                 path, systemError());
        }
        bytes = bytes.subspan(count > 0 ? static_cast<size_t>(count) : 0);
    }
    return Status::ok();
}

/// The library as a file that the system's loader can open, in a folder that no other user can
/// write to. Its path is one that the loader has never seen: by a path it has seen it would find
/// the library that it has loaded from there.
class LibraryFile {
  public:
    LibraryFile() = default;

    ~LibraryFile() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    LibraryFile(const LibraryFile&) = delete;
    LibraryFile& operator=(const LibraryFile&) = delete;

    Status write(const std::string& name, std::span<const std::byte> bytes) {
        std::error_code error;
        std::string pattern = std::filesystem::temp_directory_path(error) / "belay-XXXXXX";
        if (error || ::mkdtemp(pattern.data()) == nullptr) {
            return Status::error(kError,
                                 "no folder can be made as '{}' to load the library from: {}; "
                                 "TMPDIR names another place",
                                 pattern, systemError());
        }
        folder_ = pattern;
        path_ = folder_ / name;
        const UniqueFd file(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700));
        if (file.get() < 0) {
            return Status::error(kError, "the library cannot be written to '{}' to be loaded: {}",
                                 path_.native(), systemError());
        }
        return writeAll(file, bytes, path_);
    }

    const char* path() const noexcept { return path_.c_str(); }

  private:
    std::filesystem::path folder_;
    std::filesystem::path path_;
};

}  // namespace

namespace {

// The executable part of the object at an address.
struct Search {
    uintptr_t base;
    CpuLibrary::Code code;

    static int visit(dl_phdr_info* info, size_t /*bytes*/, void* self) {
        auto& search = *static_cast<Search*>(self);
        if (info->dlpi_addr != search.base) {
            return 0;
        }
        for (const auto& header : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
            if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0) {
                search.code.begin = search.base + header.p_vaddr;
                search.code.end = search.code.begin + header.p_memsz;
            }
        }
        return 1;
    }
};

}  // namespace

Result<std::shared_ptr<CpuLibrary>> CpuLibrary::load(const std::string& name,
                                                     std::span<const std::byte> file) {
    BELAY_TRY(checkFile(file));
    LibraryFile copy;
    BELAY_TRY(copy.write(name, file));
    void* const handle = ::dlopen(copy.path(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* const reason = ::dlerror();  // NOLINT(concurrency-mt-unsafe): of this thread
        return Status::error(kError, "the library cannot be loaded: {}",
                             reason != nullptr ? reason : "the system says no reason");
    }
    return std::shared_ptr<CpuLibrary>(new CpuLibrary(handle));
}

CpuLibrary::CpuLibrary(void* handle) noexcept : handle_(handle) {
    link_map* map = nullptr;
    if (::dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0) {
        Search search{map->l_addr, {}};
        ::dl_iterate_phdr(&Search::visit, &search);
        code_ = search.code;
    }
}

CpuLibrary::~CpuLibrary() {
    ::dlclose(handle_);
}

CpuLibrary::Kernel CpuLibrary::find(const char* function) const noexcept {
    return reinterpret_cast<Kernel>(::dlsym(handle_, function));
}

}  // namespace belay::sim
