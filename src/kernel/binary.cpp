#include "kernel/binary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "base/bounded_reader.h"
#include "hw/kernel_image.h"
#include "kernel/source_lines.h"

namespace belay {
namespace {

// Device code begins at a whole page.
constexpr uint64_t kPageBytes = 4096;

// The variable of binaries that want to know where flags between cores lie.
constexpr std::string_view kSyncBaseName = "g_sysFftsAddr";

// As e_machine has it.
constexpr uint16_t kMachineX86 = 62;
constexpr uint16_t kMachineArm = 183;

Status requireKernelFile(const Device& device, const ElfImage& image) {
    if (image.machine() == kMachineX86 || image.machine() == kMachineArm) {
        return Status::error(Code::kRtParamInvalid,
                             "the file holds code for a host or AI CPU (e_machine {}), not for AI "
                             "cores; ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE loads kernels of AI "
                             "CPUs",
                             image.machine());
    }
    if (image.machine() == hw::kSimulatedCoreMachine && !device.info().executesHostCode) {
        return Status::error(Code::kRtParamInvalid,
                             "the file holds kernels for simulated AI cores, and device {} is a "
                             "card: compile them for it, or set BELAY_DRIVER=sim",
                             device.number());
    }
    if (image.loadedBytes().empty()) {
        return Status::error(Code::kRtParamInvalid, "the file holds nothing to load");
    }
    return Status::ok();
}

// An image of a container that has debug information.
struct DebugImage {
    uint64_t start = 0;  // in the loaded bytes
    uint64_t bytes = 0;
    std::span<const std::byte> file;  // that it was taken from
};

std::vector<DebugImage> debugImagesOf(const ElfImage& container) {
    std::vector<DebugImage> images;
    const auto* section = container.findSection(".belay.directory");
    if (container.machine() != hw::kSimulatedCoreMachine || section == nullptr) {
        return images;
    }
    BoundedReader reader(section->content, Code::kRtParamInvalid);
    const auto directory = reader.read<hw::ImageDirectory>("the directory of images");
    for (uint32_t i = 0; directory.isOk() && i < directory.value().imageCount; ++i) {
        const auto record = reader.read<hw::ImageRecord>("an image");
        if (!record.isOk()) {
            break;
        }
        if (const auto* debug = container.findSection(fmt::format(".belay.debug.{}", i))) {
            images.push_back({.start = section->address + record.value().offset,
                              .bytes = record.value().bytes,
                              .file = debug->content});
        }
    }
    return images;
}

std::byte* pageIn(const DeviceMemory& memory) noexcept {
    const auto start = reinterpret_cast<uintptr_t>(memory.start());
    return memory.start() + (kPageBytes - start % kPageBytes) % kPageBytes;
}

}  // namespace

Function::Function(Binary& binary, const KernelInfo& info)
    : binary_(&binary), info_(info), code_(new KernelCode(binary, info)) {}

Function::~Function() = default;

std::byte* Function::address(CoreSide side) const {
    const std::optional<uint64_t> entry = info_.entry(side);
    const std::span<std::byte> bytes = binary_->deviceBytes();
    return entry && !bytes.empty() ? bytes.data() + *entry : nullptr;
}

uint64_t Function::codeBytes(CoreSide side) const noexcept {
    return info_.codeBytes[static_cast<size_t>(side)];
}

// The base of the flags between cores is an argument unless the binary has a place of its own for
// it.
ArgsRules Function::argsRules() const noexcept {
    const bool usesFlags = info_.form == KernelForm::kMix;
    return {.isPacked = info_.form == KernelForm::kCpu,
            .hasSyncBase = usesFlags && !binary_->meta().has(ImplicitItem::kSyncBase)};
}

Binary::Binary(Device& device, std::vector<std::byte> file, ElfImage image, KernelTable table)
    : device_(&device),
      file_(std::move(file)),
      image_(std::move(image)),
      table_(std::move(table)) {}

Binary::Binary(Device& device, std::unique_ptr<CpuLibrary> cpu)
    : device_(&device), cpu_(std::move(cpu)) {}

Binary::~Binary() = default;

Result<Ref<Binary>> Binary::load(Device& device, std::vector<std::byte> file,
                                 const BinarySetup& setup) {
    BELAY_ASSIGN(ElfImage image, ElfImage::parse(file));
    BELAY_TRY(requireKernelFile(device, image));
    BELAY_ASSIGN(KernelTable table, KernelTable::parse(image, setup.kind));
    // Moving a vector leaves its bytes where they are, which the image refers to.
    Ref<Binary> binary(new Binary(device, std::move(file), std::move(image), std::move(table)));
    if (!setup.isLazy) {
        BELAY_TRY(binary->copyToDevice());
    }
    BELAY_TRY(openHandle(binary).takeStatus());
    return binary;
}

Result<Ref<Binary>> Binary::loadCpu(Device& device, CpuLibrarySource source, bool isLazy) {
    BELAY_ASSIGN(std::unique_ptr<CpuLibrary> library,
                 CpuLibrary::create(device, std::move(source)));
    Ref<Binary> binary(new Binary(device, std::move(library)));
    if (!isLazy) {
        BELAY_TRY(binary->copyToDevice());
    }
    BELAY_TRY(openHandle(binary).takeStatus());
    return binary;
}

Result<Ref<Function>> Binary::findFunction(std::string_view name) {
    if (cpu_ != nullptr) {
        BELAY_ASSIGN(const KernelInfo* kernel, cpu_->find(name));
        return functionOf(*kernel);
    }
    const KernelInfo* info = table_.findByName(name);
    if (info == nullptr) {
        return Status::error(Code::kRtKernelLookup, "none of the {} kernels of the binary is '{}'",
                             table_.kernels().size(), name);
    }
    return functionOf(*info);
}

Result<Ref<Function>> Binary::findFunction(uint64_t key) {
    const KernelInfo* info = table_.findByKey(key);
    if (info == nullptr) {
        return Status::error(Code::kRtKernelLookup,
                             "none of the {} kernels of the binary has the entry {}",
                             table_.kernels().size(), key);
    }
    return functionOf(*info);
}

Result<Ref<Function>> Binary::addCpuFunction(CpuKernel kernel) {
    if (cpu_ == nullptr) {
        return Status::error(Code::kRtParamInvalid,
                             "the binary has kernels of AI cores; functions of AI CPUs are "
                             "registered with binaries that were loaded with the option "
                             "ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE");
    }
    BELAY_ASSIGN(const KernelInfo* info, cpu_->add(std::move(kernel)));
    return functionOf(*info);
}

Result<Ref<Function>> Binary::functionOf(const KernelInfo& info) {
    BELAY_TRY(copyToDevice());
    if (cpu_ != nullptr) {
        BELAY_TRY(cpu_->placeNames(info));
    }
    {
        const Lock lock(mutex_);
        const auto known = functions_.find(&info);
        if (known != functions_.end() && !isUnloaded_) {
            return known->second;
        }
    }
    // Reads where the binary lies, which takes the lock.
    Ref<Function> made = makeRef<Function>(*this, info);
    const Lock lock(mutex_);
    if (isUnloaded_) {
        return Status::error(Code::kRtInvalidHandle, "the binary is being unloaded");
    }
    Ref<Function>& function = functions_[&info];
    if (function == nullptr) {
        BELAY_TRY(openHandle(made).takeStatus());
        made->code().setHandle(made->handle());
        function = std::move(made);
    }
    return function;
}

const ElfImage::Symbol* Binary::findObject(std::string_view name) const {
    const auto& symbols = image_.symbols();
    const auto found = std::ranges::find_if(symbols, [name](const ElfImage::Symbol& symbol) {
        return symbol.name == name && symbol.type == ElfImage::SymbolType::kObject &&
               symbol.binding == ElfImage::Binding::kGlobal && symbol.isDefined();
    });
    return found == symbols.end() ? nullptr : &*found;
}

Status Binary::requireLoaded(const ElfImage::Symbol& symbol) const {
    if (symbol.value > loadedBytes() || symbol.size > loadedBytes() - symbol.value) {
        return Status::error(Code::kRtParamInvalid,
                             "the variable '{}' has {} bytes at {} of the {} that are loaded",
                             symbol.name, symbol.size, symbol.value, loadedBytes());
    }
    return Status::ok();
}

Result<BinaryGlobal> Binary::findGlobal(std::string_view name) {
    const ElfImage::Symbol* found = findObject(name);
    if (found == nullptr) {
        return Status::error(Code::kRtSymbolNotFound,
                             "the binary has no global variable named '{}'", name);
    }
    BELAY_TRY(requireLoaded(*found));
    BELAY_TRY(copyToDevice());
    return BinaryGlobal{deviceBytes().data() + found->value, found->size};
}

std::span<std::byte> Binary::deviceBytes() const {
    const Lock lock(mutex_);
    return memory_.isEmpty() ? std::span<std::byte>()
                             : std::span(pageIn(memory_), static_cast<size_t>(loadedBytes()));
}

void Binary::setExceptionCallback(BinaryExceptionCallback callback) {
    const Lock lock(mutex_);
    exceptionCallback_ = callback;
}

BinaryExceptionCallback Binary::exceptionCallback() const {
    const Lock lock(mutex_);
    return exceptionCallback_;
}

std::string Binary::sourceLine(uint64_t pc) const {
    const std::span<const std::byte> loaded = deviceBytes();
    const auto base = reinterpret_cast<uintptr_t>(loaded.data());
    if (pc < base || pc - base >= loaded.size()) {
        return {};
    }
    const uint64_t offset = pc - base;
    for (const DebugImage& image : debugImagesOf(image_)) {
        if (offset - image.start < image.bytes) {
            return sourceLineOf(image.file, offset - image.start);
        }
    }
    return {};
}

// Before anything of it can run.
void Binary::describeCode(const std::byte* loaded) const {
    for (const DebugImage& image : debugImagesOf(image_)) {
        if (image.start < loadedBytes()) {
            device_->driver().describeCode(loaded + image.start, image.file);
        }
    }
}

void Binary::unload() {
    std::unordered_map<const KernelInfo*, Ref<Function>> functions;
    {
        const Lock lock(mutex_);
        isUnloaded_ = true;
        functions.swap(functions_);
    }
    const EpochGuard guard;
    for (const auto& [kernel, function] : functions) {
        if (function != nullptr) {
            HandleFault fault = HandleFault::kNone;
            closeHandle<Function>(function->handle(), fault);
            function->args().closeAll();
        }
    }
}

bool Binary::isUnloaded() const {
    const Lock lock(mutex_);
    return isUnloaded_;
}

// What a device gets: the file's bytes, or a copy of them with what the binary wants to find in it.
// Other implicit items stay as the file has them: their contents are not known.
Result<std::span<const std::byte>> Binary::bytesForDevice(std::vector<std::byte>& changed) {
    const std::span<const std::byte> loaded = image_.loadedBytes();
    const ElfImage::Symbol* wanted =
        meta().has(ImplicitItem::kSyncBase) ? findObject(kSyncBaseName) : nullptr;
    if (wanted == nullptr) {
        return loaded;
    }
    BELAY_TRY(requireLoaded(*wanted));
    BELAY_ASSIGN(const void* base, device_->kernelMemory().syncBase(*device_));
    const auto address = reinterpret_cast<uint64_t>(base);
    if (wanted->size != sizeof address) {
        return Status::error(Code::kRtParamInvalid,
                             "the binary's variable '{}' has {} bytes; it must have {}",
                             kSyncBaseName, wanted->size, sizeof address);
    }
    changed.assign(loaded.begin(), loaded.end());
    std::memcpy(changed.data() + wanted->value, &address, sizeof address);
    return std::span<const std::byte>(changed);
}

// Several threads may do it at once; one copy stays.
Status Binary::copyToDevice() {
    if (cpu_ != nullptr) {
        return cpu_->load();
    }
    if (!deviceBytes().empty()) {
        return Status::ok();
    }
    BELAY_ASSIGN(DeviceMemory memory,
                 DeviceMemory::allocate(*device_, loadedBytes() + kPageBytes - 1,
                                        driver::MemoryKind::kDevice));
    std::vector<std::byte> changed;
    BELAY_ASSIGN(const std::span<const std::byte> bytes, bytesForDevice(changed));
    BELAY_TRY(useDevice(*device_, [&] {
        return device_->driver().copy(pageIn(memory), bytes.data(), bytes.size());
    }));
    describeCode(pageIn(memory));
    const Lock lock(mutex_);
    if (memory_.isEmpty()) {
        memory_ = std::move(memory);
    }
    return Status::ok();
}

}  // namespace belay
