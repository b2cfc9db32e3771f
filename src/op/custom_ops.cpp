#include "op/custom_ops.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "kernel/elf_image.h"
#include "kernel/kernel_table.h"
#include "kernel/launcher.h"
#include "op/close_binary.h"
#include "op/small_array.h"

namespace belay {
namespace {

// As the public interface says it: with that much room behind each, and in steps of it.
constexpr size_t kWorkspaceStep = 32;
// Of a binary without the kernel that is asked for.
constexpr size_t kMostKernelsNamed = 8;

size_t paddedWorkspace(size_t bytes) noexcept {
    return bytes > SIZE_MAX - 2 * kWorkspaceStep
               ? SIZE_MAX
               : (bytes + 2 * kWorkspaceStep - 1) / kWorkspaceStep * kWorkspaceStep;
}

OpSignature::HostValues hostValues() noexcept {
    return OpSignature::HostValues::kOrdinary;
}

// Removes one entry of the index.
void erase(std::multimap<uint64_t, Ref<CustomLaunch>>& index, const CustomLaunch& launch) {
    const auto [first, last] = index.equal_range(launch.key().hash());
    const auto found =
        std::find_if(first, last, [&](const auto& entry) { return entry.second.get() == &launch; });
    if (found != last) {
        index.erase(found);
    }
}

}  // namespace

Status CustomKernelSource::check() const {
    const auto parse = [this]() -> Result<KernelTable> {
        BELAY_ASSIGN(const ElfImage image, ElfImage::parse(file));
        return KernelTable::parse(image, kind);
    };
    Result<KernelTable> kernels = parse();
    if (!kernels.isOk()) {
        return kernels.takeStatus().withContext("argument 'binData' is no binary of kernels");
    }
    if (kernels.value().findByName(name) == nullptr) {
        const auto& all = kernels.value().kernels();
        std::vector<std::string_view> names;
        for (size_t i = 0; i < std::min(all.size(), kMostKernelsNamed); ++i) {
            names.emplace_back(all[i].name);
        }
        return Status::error(
            Code::kRtKernelLookup,
            "argument 'kernelName' is \"{}\"; the {} kernels of the binary are {}{}", name,
            all.size(), fmt::join(names, ", "), all.size() > names.size() ? ", ..." : "");
    }
    return Status::ok();
}

CustomKernel::~CustomKernel() {
    const Lock lock(mutex_);
    if (!isUnloaded_) {
        giveBack();
    }
}

void CustomKernel::giveBack() noexcept {
    if (source_.giveBack != nullptr) {
        source_.giveBack(source_.file.data(), source_.file.size());
    }
}

Ref<Function> CustomKernel::findOn(const Device& device) const {
    const auto found = std::ranges::find_if(
        functions_, [&](const Ref<Function>& one) { return &one->binary().device() == &device; });
    return found == functions_.end() ? Ref<Function>() : *found;
}

// Several threads may load it at once; one stays.
Result<Ref<Function>> CustomKernel::functionOn(Device& device) {
    std::vector<std::byte> file;
    {
        const Lock lock(mutex_);
        if (Ref<Function> found = findOn(device)) {
            return found;
        }
        BELAY_TRY(requireLoadable());
        file.assign(source_.file.begin(), source_.file.end());
    }
    BELAY_ASSIGN(Ref<Binary> binary, Binary::load(device, std::move(file), {.kind = source_.kind}));
    BELAY_ASSIGN(Ref<Function> function, binary->findFunction(source_.name));
    std::vector<Ref<Function>> superfluous;
    Status loadable = Status::ok();
    {
        const Lock lock(mutex_);
        loadable = requireLoadable();
        const auto gone = std::stable_partition(
            functions_.begin(), functions_.end(),
            [](const Ref<Function>& one) { return one->binary().device().isOpen(); });
        std::move(gone, functions_.end(), std::back_inserter(superfluous));
        functions_.erase(gone, functions_.end());
        if (!loadable.isOk()) {
            superfluous.push_back(function);
        } else if (Ref<Function> found = findOn(device)) {
            superfluous.push_back(std::exchange(function, std::move(found)));
        } else {
            functions_.push_back(function);
        }
    }
    for (const Ref<Function>& one : superfluous) {
        closeBinary(one->binary());
    }
    BELAY_TRY(std::move(loadable));
    return function;
}

Status CustomKernel::requireLoadable() const {
    return isUnloaded_ ? Status::error(Code::kKernelNotFound,
                                       "aclFinalize has unloaded kernel '{}' of the application",
                                       source_.name)
                       : Status::ok();
}

void CustomKernel::unload() {
    std::vector<Ref<Function>> functions;
    bool wasUnloaded = false;
    {
        const Lock lock(mutex_);
        functions.swap(functions_);
        wasUnloaded = std::exchange(isUnloaded_, true);
    }
    for (const Ref<Function>& one : functions) {
        closeBinary(one->binary());
    }
    if (!wasUnloaded) {
        giveBack();
    }
}

Status CustomLaunch::execute(std::span<const OpBuffer> inputs, std::span<const OpBuffer> outputs,
                             StreamWorkspaces& workspaces, Stream& stream) const {
    if (choice_.workspaceBytes.size() > kMostWorkspaces) {
        return Status::error(Code::kInvalidParam,
                             "the compile function has set {} workspaces for kernel '{}'; at most "
                             "{} are possible",
                             choice_.workspaceBytes.size(), choice_.kernelId, kMostWorkspaces);
    }
    size_t allBytes = 0;
    for (const size_t bytes : choice_.workspaceBytes) {
        if (__builtin_add_overflow(allBytes, paddedWorkspace(bytes), &allBytes)) {
            return Status::error(Code::kInvalidParam,
                                 "the compile function has set a workspace of {} bytes for kernel "
                                 "'{}', which no device has",
                                 bytes, choice_.kernelId);
        }
    }
    if (choice_.blockCount == 0 || choice_.blockCount > kMaxBlockCount) {
        return Status::error(Code::kInvalidParam,
                             "the compile function has set {} blocks for kernel '{}'; it must be 1 "
                             "to {}",
                             choice_.blockCount, choice_.kernelId, kMaxBlockCount);
    }
    BELAY_ASSIGN(const Ref<Function> function, kernel_->functionOn(stream.device()));
    SmallArray<uint64_t, 32> addresses(inputs.size() + outputs.size() +
                                       choice_.workspaceBytes.size());
    uint64_t* next = addresses.begin();
    for (const auto& buffers : {inputs, outputs}) {
        for (const OpBuffer& buffer : buffers) {
            *next++ = reinterpret_cast<uintptr_t>(buffer.data);
        }
    }
    if (allBytes != 0) {
        BELAY_ASSIGN(const std::byte* start, workspaces.take(stream, allBytes));
        for (const size_t bytes : choice_.workspaceBytes) {
            *next++ = reinterpret_cast<uintptr_t>(start);
            start += paddedWorkspace(bytes);
        }
    }
    return launch(*function, stream, {.blockCount = choice_.blockCount},
                  AddressedArgs(addresses.view(), choice_.args, {}));
}

Status CustomOps::addKernel(std::string_view type, std::string_view id, CustomKernelSource source) {
    BELAY_TRY(source.check());
    const Lock lock(mutex_);
    auto& kernels = types_[std::string(type)].kernels;
    if (kernels.contains(id)) {
        return Status::error(Code::kKernelAlreadyRegistered,
                             "argument 'kernelId' is \"{}\", which operator '{}' has already", id,
                             type);
    }
    Ref<CustomKernel>& kernel = kernels[std::string(id)];
    kernel = makeRef<CustomKernel>(std::move(source));
    return Status::ok();
}

Status CustomOps::registerFunction(std::string_view type, CompileFunction added) {
    const Lock lock(mutex_);
    Type& found = types_[std::string(type)];
    if (found.function.address != nullptr) {
        return Status::error(Code::kBinSelectorAlreadyRegistered,
                             "argument 'opType' is \"{}\", which has a compile function already",
                             type);
    }
    found.function = added;
    functionCount_.fetch_add(1, std::memory_order_relaxed);
    return Status::ok();
}

void CustomOps::unregisterFunction(std::string_view type) {
    const Lock lock(mutex_);
    const auto found = types_.find(type);
    if (found != types_.end() &&
        std::exchange(found->second.function.address, nullptr) != nullptr) {
        functionCount_.fetch_sub(1, std::memory_order_relaxed);
    }
}

Result<CustomOps::CompileFunction> CustomOps::function(std::string_view type) const {
    const Lock lock(mutex_);
    const auto found = types_.find(type);
    if (found == types_.end() || found->second.function.address == nullptr) {
        return Status::error(Code::kBinSelectorNotRegistered,
                             "argument 'opType' is \"{}\", which has no compile function; call "
                             "aclopRegisterCompileFunc first",
                             type);
    }
    return found->second.function;
}

Status CustomOps::choose(const OpRequest& request, CustomChoice choice) {
    const OpSignature signature(request, OpSignature::Shapes::kExact, hostValues());
    // What is dropped goes behind the lock.
    const EpochGuard guard;
    const Lock lock(mutex_);
    const auto type = types_.find(request.type);
    const bool isKnown = type != types_.end() && type->second.kernels.contains(choice.kernelId);
    if (choice.kernelId.empty()) {
        return Status::error(Code::kKernelNotFound,
                             "the compile function of operator '{}' has chosen no kernel; it has "
                             "to call aclopSetKernelArgs",
                             request.type);
    }
    if (!isKnown) {
        return Status::error(
            Code::kKernelNotFound,
            "the compile function of operator '{}' has chosen kernel \"{}\", which "
            "aclopCreateKernel has not created",
            request.type, choice.kernelId);
    }
    const Ref<CustomKernel> kernel = type->second.kernels.find(choice.kernelId)->second;
    const Ref<CustomLaunch> made =
        makeRef<CustomLaunch>(OpKey(signature), std::move(choice), kernel);
    const auto [first, last] = byHash_.equal_range(signature.hash());
    const auto equal = std::find_if(first, last, [&](const auto& entry) {
        return entry.second->key().matches(signature, signature.hash(), 0);
    });
    if (equal != last) {
        const Ref<CustomLaunch> before = std::exchange(equal->second, made);
        *std::ranges::find(choices_, before) = made;
        retire(before);
        return Status::ok();
    }
    byHash_.emplace(signature.hash(), made);
    choices_.push_back(made);
    while (choices_.size() > bound_) {
        erase(byHash_, *choices_.front());
        retire(std::move(choices_.front()));
        choices_.pop_front();
    }
    return Status::ok();
}

Ref<CustomLaunch> CustomOps::find(const OpRequest& request) const {
    if (functionCount_.load(std::memory_order_relaxed) == 0) [[likely]] {
        return nullptr;
    }
    const OpSignature signature(request, OpSignature::Shapes::kExact, hostValues());
    const Lock lock(mutex_);
    const auto type = types_.find(request.type);
    if (type == types_.end() || type->second.function.address == nullptr) {
        return nullptr;
    }
    const auto [first, last] = byHash_.equal_range(signature.hash());
    const auto found = std::find_if(first, last, [&](const auto& entry) {
        return entry.second->key().matches(signature, signature.hash(), 0);
    });
    return found == last ? nullptr : found->second;
}

void CustomOps::setBound(uint64_t bound) {
    const Lock lock(mutex_);
    bound_ = bound;
}

void CustomOps::clear() {
    std::map<std::string, Type, std::less<>> types;
    const EpochGuard guard;
    {
        const Lock lock(mutex_);
        types.swap(types_);
        byHash_.clear();
        for (Ref<CustomLaunch>& one : choices_) {
            retire(std::move(one));
        }
        choices_.clear();
        functionCount_.store(0, std::memory_order_relaxed);
    }
    for (auto& [name, type] : types) {
        for (auto& [id, kernel] : type.kernels) {
            kernel->unload();
            retire(std::move(kernel));
        }
    }
}

}  // namespace belay
