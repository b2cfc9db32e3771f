#include "drivers/sim/kernel_images.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "base/bounded_reader.h"
#include "belay/kernel/entry.h"
#include "drivers/sim/access_checks.h"
#include "drivers/sim/device_functions.h"

namespace belay::sim {
namespace {

using hw::ImageDirectory;
using hw::ImageRecord;
using hw::KernelStub;
using kernel::EntryRecord;

constexpr Code kError = Code::kRtParamInvalid;

#if defined(__x86_64__)
constexpr uint16_t kMachine = EM_X86_64;
constexpr uint32_t kRelative = R_X86_64_RELATIVE;
#elif defined(__aarch64__)
constexpr uint16_t kMachine = EM_AARCH64;
constexpr uint32_t kRelative = R_AARCH64_RELATIVE;
#endif

// A function of the simulator, or of the mathematics or the C library, whatever the application
// defines by that name.
void* findFunction(const char* name) {
    if (void* found = findDeviceFunction(name)) {
        return found;
    }
    if (void* found = findAccessCheck(name)) {
        return found;
    }
    // Never closed: kernels call what is in them.
    static void* const mathematics = ::dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    static void* const library = ::dlopen("libc.so.6", RTLD_NOW | RTLD_LOCAL);
    for (void* handle : {mathematics, library}) {
        if (void* found = handle == nullptr ? nullptr : ::dlsym(handle, name)) {
            return found;
        }
    }
    return nullptr;
}

template <typename T>
std::optional<T> readAt(std::span<const std::byte> bytes, uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) {
        return std::nullopt;
    }
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

/// What one stub leads to, checked step by step.
class ImageChecker {
  public:
    ImageChecker(std::span<std::byte> allocation, uint64_t pc) : allocation_(allocation), pc_(pc) {}

    // Everything but the image's own bytes.
    Status locate() {
        BELAY_TRY(readStub());
        BELAY_TRY(readDirectory());
        return chooseImage();
    }

    // The image, which nothing has been done to yet.
    Status prepare(bool protects) {
        if (hw::hashOf(image().first(record_.writable)) != record_.hash) {
            return damaged("the code of the kernel does not have its hash");
        }
        BELAY_TRY(relocate());
        BELAY_TRY(bindImports());
        if (protects &&
            ::mprotect(image().data(), image().size(), PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
            return Status::error(
                kError, "the system does not let device memory be executed: {}",
                std::strerror(errno));  // NOLINT(concurrency-mt-unsafe): glibc's is safe
        }
        __builtin___clear_cache(reinterpret_cast<char*>(image().data()),
                                reinterpret_cast<char*>(image().data() + image().size()));
        return Status::ok();
    }

    // After prepare(), by this or an earlier checker.
    Result<KernelBody> body() const {
        const auto record = readAt<EntryRecord>(
            image(), record_.entries + uint64_t{stub_.entry} * sizeof(EntryRecord));
        if (!record) {
            return damaged("the table of entries leaves the image");
        }
        const auto code = reinterpret_cast<uintptr_t>(record->call);
        const auto start = reinterpret_cast<uintptr_t>(image().data());
        if (code < start || code >= start + record_.writable) {
            return damaged("the entry is no code of the image");
        }
        return KernelBody{.call = record->call};
    }

    /// After prepare().
    bool mayWait() const noexcept { return mayWait_; }

    std::span<std::byte> image() const {
        return allocation_.subspan(directoryStart_ + record_.offset, record_.bytes);
    }

  private:
    static Status damaged(std::string_view what) {
        return Status::error(kError, "the entry address names a damaged kernel: {}", what);
    }

    std::span<std::byte> data() const {
        return allocation_.subspan(directoryStart_ + directory_.dataOffset, directory_.dataBytes);
    }

    // Whether bytes counted from the directory lie in the allocation, from a whole page on.
    bool isInside(uint64_t offset, uint64_t bytes) const {
        const uint64_t room = allocation_.size() - directoryStart_;
        const auto address =
            reinterpret_cast<uintptr_t>(allocation_.data()) + directoryStart_ + offset;
        return offset <= room && bytes <= room - offset && address % hw::kImagePageBytes == 0 &&
               bytes % hw::kImagePageBytes == 0;
    }

    Status readStub() {
        const auto stub = readAt<KernelStub>(allocation_, pc_);
        if (!stub || stub->magic != KernelStub::kMagic) {
            return Status::error(kError,
                                 "the entry address names no kernel for simulated cores; kernels "
                                 "for a card cannot run here, belay-kcc makes those that can");
        }
        stub_ = *stub;
        if (stub_.version != hw::kKernelImageVersion) {
            return Status::error(
                kError,
                "the kernel has the form {}, this library runs the form {}; compile "
                "it again",
                stub_.version, hw::kKernelImageVersion);
        }
        const auto* first = reinterpret_cast<const std::byte*>(&stub_);
        if (stub_.hash != hw::hashOf(std::span(first, offsetof(KernelStub, hash)))) {
            return damaged("its stub does not have its hash");
        }
        return Status::ok();
    }

    Status readDirectory() {
        directoryStart_ = pc_ + stub_.directory;
        const auto directory = readAt<ImageDirectory>(allocation_, directoryStart_);
        if (directoryStart_ < pc_ || !directory || directory->magic != ImageDirectory::kMagic) {
            return damaged("there is no directory where its stub says");
        }
        directory_ = *directory;
        const uint64_t room = allocation_.size() - directoryStart_;
        const uint64_t least =
            sizeof directory_ + uint64_t{directory_.imageCount} * sizeof(ImageRecord);
        if (directory_.bytes > room || directory_.bytes < least) {
            return damaged("its directory leaves the memory");
        }
        std::vector<std::byte> copy(
            allocation_.begin() + static_cast<std::ptrdiff_t>(directoryStart_),
            allocation_.begin() + static_cast<std::ptrdiff_t>(directoryStart_ + directory_.bytes));
        ImageDirectory unhashed = directory_;
        unhashed.hash = 0;
        std::memcpy(copy.data(), &unhashed, sizeof unhashed);
        if (hw::hashOf(copy) != directory_.hash) {
            return damaged("its directory does not have its hash");
        }
        if (stub_.entry >= directory_.entryCount ||
            !isInside(directory_.dataOffset, directory_.dataBytes)) {
            return damaged("its directory contradicts itself");
        }
        return Status::ok();
    }

    // The best that this machine can run, of the stub's side.
    Status chooseImage() {
        bool isFound = false;
        for (uint32_t i = 0; i < directory_.imageCount; ++i) {
            const auto record = *readAt<ImageRecord>(
                allocation_, directoryStart_ + sizeof directory_ + i * sizeof(ImageRecord));
            const bool fits = record.machine == kMachine && record.side == stub_.side &&
                              hw::hasInstructions(record.level);
            if (fits && (!isFound || record.level > record_.level)) {
                record_ = record;
                isFound = true;
            }
        }
        if (!isFound) {
            return Status::error(
                kError, "the kernel was compiled for other processors than this machine's");
        }
        const bool isSound =
            isInside(record_.offset, record_.bytes) && record_.writable <= record_.bytes &&
            record_.writable % hw::kImagePageBytes == 0 &&
            directory_.dataOffset >= record_.offset + record_.bytes &&
            record_.entries % alignof(EntryRecord) == 0 && record_.imports % sizeof(void*) == 0;
        return isSound ? Status::ok() : damaged("its image leaves the memory");
    }

    // Where the image expects something: in itself, or in the shared data. Null for neither.
    std::byte* at(uint64_t address, uint64_t bytes) const {
        const uint64_t distance = directory_.dataOffset - record_.offset;
        const std::span<std::byte> place = address < distance ? image() : data();
        const uint64_t offset = address < distance ? address : address - distance;
        return offset <= place.size() && bytes <= place.size() - offset ? place.data() + offset
                                                                        : nullptr;
    }

    // A variable may have been written before the first launch: a place that no longer holds what
    // belay-kcc has put there is left alone.
    Status relocate() {
        for (uint64_t i = 0; i < record_.relocationCount; ++i) {
            const auto entry =
                readAt<Elf64_Rela>(image(), record_.relocations + i * sizeof(Elf64_Rela));
            if (!entry || ELF64_R_TYPE(entry->r_info) != kRelative) {
                return damaged("its relocations are none");
            }
            std::byte* slot = at(entry->r_offset, sizeof(uint64_t));
            const std::byte* target = at(static_cast<uint64_t>(entry->r_addend), 0);
            if (slot == nullptr || target == nullptr || entry->r_offset < record_.writable) {
                return damaged("a relocation leaves the image");
            }
            uint64_t before = 0;
            std::memcpy(&before, slot, sizeof before);
            if (before == hw::kUnsetPointer) {
                std::memcpy(slot, &target, sizeof target);
            }
        }
        return Status::ok();
    }

    Status bindImports() {
        uint64_t name = directoryStart_ + sizeof directory_ +
                        uint64_t{directory_.imageCount} * sizeof(ImageRecord);
        const uint64_t end = directoryStart_ + directory_.bytes;
        const BoundedReader names(allocation_.first(end), kError);
        for (uint32_t i = 0; i < directory_.importCount; ++i) {
            BELAY_ASSIGN(const std::string_view text, names.textAt(name, "the name of an import"));
            void* const function = findFunction(text.data());
            if (function == nullptr) {
                return Status::error(
                    kError, "the kernel calls '{}', which this library does not have", text);
            }
            std::byte* slot = at(record_.imports + i * sizeof(void*), sizeof(void*));
            if (slot == nullptr || record_.imports < record_.writable) {
                return damaged("its imports leave the image");
            }
            std::memcpy(slot, &function, sizeof function);
            mayWait_ = mayWait_ || isWaitingFunction(text);
            name += text.size() + 1;
        }
        return Status::ok();
    }

    const std::span<std::byte> allocation_;
    const uint64_t pc_;  // from the allocation's first byte
    KernelStub stub_;
    uint64_t directoryStart_ = 0;
    ImageDirectory directory_;
    ImageRecord record_;
    bool mayWait_ = false;
};

}  // namespace

uint64_t KernelImages::nextVersion() noexcept {
    static std::atomic<uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

Result<KernelBody> KernelImages::find(std::span<std::byte> allocation, const std::byte* pc) {
    const Lock lock(mutex_);
    const auto known = kernels_.find(pc);
    if (known != kernels_.end()) {
        return known->second;
    }
    ImageChecker checker(allocation, static_cast<uint64_t>(pc - allocation.data()));
    BELAY_TRY(checker.locate());
    const std::span<std::byte> image = checker.image();
    auto prepared = images_.find(image.data());
    if (prepared == images_.end()) {
        BELAY_TRY(checker.prepare(protects_));
        prepared = images_.emplace(image.data(), Image{image.size(), checker.mayWait()}).first;
        noteAllocation(allocation.data());
        // Not before: a debugger that stops in the code changes it, which its hash would show.
        if (const auto file = debugFiles_.extract(image.data()); !file.empty()) {
            prepared->second.debugImage = std::make_unique<DebugImage>(
                file.mapped(), reinterpret_cast<uintptr_t>(image.data()));
        }
    }
    BELAY_ASSIGN(KernelBody body, checker.body());
    body.mayWait = prepared->second.mayWait;
    kernels_.emplace(pc, body);
    return body;
}

void KernelImages::noteAllocation(const std::byte* start) {
    const auto address = reinterpret_cast<uintptr_t>(start);
    lowest_.store(std::min(lowest_.load(), address));
    highest_.store(std::max(highest_.load(), address));
}

void KernelImages::describe(std::span<const std::byte> allocation, const std::byte* image,
                            std::span<const std::byte> file) {
    const Lock lock(mutex_);
    debugFiles_[image].assign(file.begin(), file.end());
    noteAllocation(allocation.data());
}

void KernelImages::forget(std::span<std::byte> allocation) {
    const std::byte* const end = allocation.data() + allocation.size();
    const Lock lock(mutex_);
    debugFiles_.erase(debugFiles_.lower_bound(allocation.data()), debugFiles_.lower_bound(end));
    const auto first = images_.lower_bound(allocation.data());
    const auto last = images_.lower_bound(end);
    for (auto image = first; protects_ && image != last; ++image) {
        ::mprotect(const_cast<std::byte*>(image->first), image->second.bytes,
                   PROT_READ | PROT_WRITE);
    }
    if (first != last) {
        version_.store(nextVersion(), std::memory_order_release);
        images_.erase(first, last);
        std::erase_if(kernels_, [&](const auto& kernel) {
            return kernel.first >= allocation.data() && kernel.first < end;
        });
    }
}

}  // namespace belay::sim
