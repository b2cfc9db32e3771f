#include "kernel/cpu_library.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "kernel/elf_image.h"

namespace belay {
namespace {

// The same name never means another library in one process: the device may not have finished with
// the one before.
std::string uniqueName(std::string_view name) {
    static std::atomic<uint64_t> serials{0};
    return fmt::format("{}.{}", name, serials.fetch_add(1, std::memory_order_relaxed) + 1);
}

// Both names, each with its terminating zero.
std::string textsOf(const std::string& function, const std::string& library) {
    std::string texts = function + '\0' + library;
    texts += '\0';
    return texts;
}

}  // namespace

CpuLibrary::CpuLibrary(Device& device, CpuLibrarySource& source)
    : device_(&device), name_(std::move(source.name)), file_(std::move(source.file)) {}

CpuLibrary::~CpuLibrary() {
    if (!loadedName_.empty()) {
        device_->driver().unloadCpuLibrary(device_->driverNumber(), loadedName_);
    }
}

Result<std::unique_ptr<CpuLibrary>> CpuLibrary::create(Device& device, CpuLibrarySource source) {
    std::unique_ptr<CpuLibrary> library(new CpuLibrary(device, source));
    for (CpuKernel& kernel : source.kernels) {
        BELAY_TRY(library->add(std::move(kernel)).takeStatus());
    }
    return library;
}

// Several threads may do it at once; one of the libraries stays.
Status CpuLibrary::load() {
    {
        const Lock lock(mutex_);
        if (!hasFile() || !loadedName_.empty()) {
            return Status::ok();
        }
    }
    std::string name = uniqueName(name_);
    BELAY_TRY(useDevice(*device_, [&] {
        return device_->driver().loadCpuLibrary(device_->driverNumber(), name, file_);
    }));
    {
        const Lock lock(mutex_);
        if (loadedName_.empty()) {
            loadedName_.swap(name);
        }
    }
    if (!name.empty()) {
        device_->driver().unloadCpuLibrary(device_->driverNumber(), name);
    }
    return Status::ok();
}

const CpuLibrary::Entry* CpuLibrary::findEntry(std::string_view name) const {
    const auto found = std::ranges::find_if(
        kernels_, [name](const Entry& entry) { return entry.info.name == name; });
    return found == kernels_.end() ? nullptr : &*found;
}

template <typename Entries>
auto& CpuLibrary::entryOf(Entries& kernels, const KernelInfo& kernel) {
    return *std::ranges::find_if(kernels,
                                 [&](const Entry& entry) { return &entry.info == &kernel; });
}

Result<const KernelInfo*> CpuLibrary::add(CpuKernel kernel) {
    for (const std::string* name : {&kernel.name, &kernel.function, &kernel.library}) {
        if (name->size() > ElfImage::kMaxNameLength) {
            return Status::error(Code::kRtParamInvalid,
                                 "a name of an AI CPU kernel has {} characters; at most {} are "
                                 "allowed",
                                 name->size(), ElfImage::kMaxNameLength);
        }
    }
    const Lock lock(mutex_);
    if (const Entry* entry = findEntry(kernel.name)) {
        if (entry->kernel.function != kernel.function) {
            return Status::error(Code::kRtParamInvalid,
                                 "the kernel '{}' is the function '{}' already; it cannot be '{}' "
                                 "as well",
                                 kernel.name, entry->kernel.function, kernel.function);
        }
        return &entry->info;
    }
    Entry& entry = kernels_.emplace_back();
    entry.info.name = kernel.name;
    entry.info.form = KernelForm::kCpu;
    entry.kernel = std::move(kernel);
    return &entry.info;
}

Result<const KernelInfo*> CpuLibrary::find(std::string_view name) const {
    const Lock lock(mutex_);
    const Entry* entry = findEntry(name);
    if (entry == nullptr) {
        return Status::error(Code::kRtKernelLookup, "none of the {} AI CPU kernels of '{}' is '{}'",
                             kernels_.size(), name_, name);
    }
    return &entry->info;
}

// Again several threads may do it at once.
Status CpuLibrary::placeNames(const KernelInfo& kernel) {
    std::string texts;
    {
        const Lock lock(mutex_);
        const Entry& entry = entryOf(kernels_, kernel);
        if (!entry.names.isEmpty()) {
            return Status::ok();
        }
        texts = textsOf(entry.kernel.function, hasFile() ? loadedName_ : entry.kernel.library);
    }
    BELAY_ASSIGN(DeviceMemory memory,
                 DeviceMemory::allocate(*device_, texts.size(), driver::MemoryKind::kDevice));
    BELAY_TRY(useDevice(*device_, [&] {
        return device_->driver().copy(memory.start(), texts.data(), texts.size());
    }));
    const Lock lock(mutex_);
    Entry& entry = entryOf(kernels_, kernel);
    if (entry.names.isEmpty()) {
        entry.names = std::move(memory);
    }
    return Status::ok();
}

CpuKernelNames CpuLibrary::namesOf(const KernelInfo& kernel) const {
    const Lock lock(mutex_);
    const Entry& entry = entryOf(kernels_, kernel);
    const auto start = reinterpret_cast<uintptr_t>(entry.names.start());
    const bool isNamed = hasFile() || !entry.kernel.library.empty();
    return {.library = isNamed ? start + entry.kernel.function.size() + 1 : 0,
            .function = start,
            .isOwn = hasFile()};
}

}  // namespace belay
