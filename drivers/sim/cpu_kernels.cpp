#include "drivers/sim/cpu_kernels.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

#include "drivers/sim/code_failure.h"
#include "drivers/sim/fault_signals.h"
#include "drivers/sim/lane.h"
#include "hw/cqe.h"

namespace belay::sim {
namespace {

constexpr Code kError = Code::kRtParamInvalid;
constexpr uint64_t kMaxNameBytes = 4096;  // with the terminating zero

KernelOutcome failed(std::string text) {
    KernelOutcome outcome;
    outcome.errorType = hw::kErrorException;
    outcome.text = std::move(text);
    return outcome;
}

// What came of one call: empty when it ended well.
std::string callOnce(CpuLibrary::Kernel kernel, void* args) {
    try {
        const uint32_t result = kernel(args);
        return result == 0 ? std::string() : fmt::format("returned {}", result);
    } catch (const std::exception& error) {
        return fmt::format("threw an exception: {}", error.what());
    } catch (...) {
        return "threw an exception";
    }
}

// One call on a stack of its own, so that the thread can leave a kernel that fails.
struct ContainedCall {
    CpuLibrary::Kernel kernel;
    void* args;
    Lane& lane;
    std::string failure{};

    static void main(void* self) {
        auto& call = *static_cast<ContainedCall*>(self);
        call.failure = callOnce(call.kernel, call.args);
        call.lane.leave(Leave::kDone);
    }
};

}  // namespace

Status CpuKernels::load(const std::string& name, std::span<const std::byte> file) {
    closeUnused();
    BELAY_ASSIGN(std::shared_ptr<CpuLibrary> library, CpuLibrary::load(name, file));
    const Lock lock(mutex_);
    if (!libraries_.emplace(name, library).second) {
        unused_.push_back(std::move(library));
        return Status::error(kError, "there is a library of AI CPU kernels named '{}' already",
                             name);
    }
    return Status::ok();
}

void CpuKernels::unload(const std::string& name) noexcept {
    const Lock lock(mutex_);
    const auto found = libraries_.find(name);
    if (found != libraries_.end()) {
        unused_.push_back(std::move(found->second));
        libraries_.erase(found);
    }
}

void CpuKernels::closeUnused() {
    std::vector<std::shared_ptr<CpuLibrary>> closed;
    const Lock lock(mutex_);
    closed.swap(unused_);
}

KernelOutcome CpuKernels::run(const hw::AicpuKernel& kernel, const RunContext& context) {
    if (takesMessages_ && kernel.libraryName == 0) {
        return takeMessage(kernel);
    }
    const Result<Found> found = find(kernel);
    if (!found.isOk()) {
        return failed(std::string(found.status().message()));
    }
    Lane* lane = Lane::ofThread();
    DeviceStack* stack = lane == nullptr ? nullptr : lane->cpuStack();
    if (stack == nullptr) {
        return failed("there is no memory for the stack of an AI CPU kernel");
    }
    FaultSignals::takeOver();
    const AddressSpace::KernelAccess access(memory_);
    const auto& [library, name, function] = found.value();
    const CpuLibrary::Code code = library->code();
    const Watch watch{.limitNs = limitNsOf(kernel.kernelCredit),
                      .codeBegin = code.begin,
                      .codeEnd = code.end,
                      .subject = context.queue};
    // Blocks are not told which they are: public documentation has AI CPUs not divide the work.
    for (uint32_t block = 0; block < kernel.blockDim; ++block) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of the device
        ContainedCall call{function, reinterpret_cast<void*>(kernel.args), *lane};
        stack->prepare(&ContainedCall::main, &call);
        lane->watch(watch);
        const Leave how = lane->visit(*stack);
        lane->unwatch();
        if (how == Leave::kFailed) {
            const CodeFailure& failure = lane->failure();
            return {.errorType = errorTypeOf(failure),
                    .text = fmt::format("the AI CPU kernel '{}' failed in block {} of {}: {}", name,
                                        block, kernel.blockDim,
                                        describe(failure, {.limitNs = watch.limitNs,
                                                           .stackBytes = stack->bytes(),
                                                           .memory = memory_})),
                    .pc = failure.pc};
        }
        if (!call.failure.empty()) {
            return failed(fmt::format("the AI CPU kernel '{}' {} in block {} of {}", name,
                                      call.failure, block, kernel.blockDim));
        }
    }
    return {};
}

Result<CpuKernels::Found> CpuKernels::find(const hw::AicpuKernel& kernel) const {
    Found found;
    BELAY_ASSIGN(found.name, textAt(kernel.kernelName, "the name of an AI CPU kernel"));
    if (kernel.libraryName == 0) {
        return Status::error(
            kError, "simulated AI CPUs have no built-in kernels, so none named '{}'", found.name);
    }
    BELAY_ASSIGN(const std::string library,
                 textAt(kernel.libraryName, "the name of a library of AI CPU kernels"));
    {
        const Lock lock(mutex_);
        const auto place = libraries_.find(library);
        if (place == libraries_.end()) {
            return Status::error(kError, "no library of AI CPU kernels named '{}' is loaded",
                                 library);
        }
        found.library = place->second;
    }
    found.function = found.library->find(found.name.c_str());
    if (found.function == nullptr) {
        return Status::error(kError,
                             "the library '{}' of AI CPU kernels exports no function '{}'; a "
                             "kernel must not be hidden (-fvisibility), and in C++ it needs extern "
                             "\"C\" to have the name it is written with",
                             library, found.name);
    }
    return found;
}

// All that can be wrong with it is where it lies.
KernelOutcome CpuKernels::takeMessage(const hw::AicpuKernel& kernel) const {
    if (!isInMemory(kernel.kernelName)) {
        return failed(fmt::format(
            "a message to the AI CPU is named in no memory of a device: {:#x}", kernel.kernelName));
    }
    if (kernel.args != 0 && !isInMemory(kernel.args)) {
        return failed(
            fmt::format("a message to the AI CPU is in no memory of a device: {:#x}", kernel.args));
    }
    return {};
}

bool CpuKernels::isInMemory(uint64_t address) const noexcept {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of the device
    const auto* start = reinterpret_cast<const std::byte*>(address);
    return memory_.pointerInfo(start).kind != driver::PointerKind::kUnknown;
}

size_t CpuKernels::count() const {
    const Lock lock(mutex_);
    return libraries_.size();
}

// The text must end inside the allocation that it begins in.
Result<std::string> CpuKernels::textAt(uint64_t address, const char* what) const {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of the device
    const auto* start = reinterpret_cast<const std::byte*>(address);
    const driver::PointerInfo info = memory_.pointerInfo(start);
    if (info.kind == driver::PointerKind::kUnknown) {
        return Status::error(kError, "{} is not in memory of a device: {:#x}", what, address);
    }
    const auto* end = static_cast<const std::byte*>(info.start) + info.bytes;
    const uint64_t room = std::min<uint64_t>(static_cast<uint64_t>(end - start), kMaxNameBytes);
    const std::byte* const view = memory_.view(start, room);
    if (view == nullptr) {
        return Status::error(kError, "{} leaves its memory: {:#x}", what, address);
    }
    const auto* text = reinterpret_cast<const char*>(view);
    const size_t length = ::strnlen(text, room);
    if (length == room) {
        return Status::error(kError, "{} has no end within {} bytes: {:#x}", what, room, address);
    }
    return std::string(text, length);
}

}  // namespace belay::sim
