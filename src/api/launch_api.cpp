// Public functions that launch kernels.
#include <array>
#include <span>
#include <vector>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/kernel_objects.h"
#include "api/launch_config.h"
#include "api/objects.h"
#include "base/epoch.h"
#include "kernel/launcher.h"
#include "kernel/linked_kernels.h"

using belay::ArgsArray;
using belay::ArgsList;
using belay::ArgsPointer;
using belay::Code;
using belay::Context;
using belay::Device;
using belay::DeviceBlock;
using belay::EpochGuard;
using belay::findHandle;
using belay::Function;
using belay::HandleFault;
using belay::HostBlock;
using belay::KernelArgs;
using belay::KernelInfo;
using belay::LaunchSetup;
using belay::ListedArgs;
using belay::ProgramKernels;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::Stream;
using belay::api::applyLaunchConfig;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::fromHandle;
using belay::api::kernelArgsOf;
using belay::api::requireArray;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::driver::PointerInfo;
using belay::driver::PointerKind;

namespace {

// No limit is documented; nothing that is meant comes near.
constexpr size_t kMaxHostBlock = size_t{16} * 1024 * 1024;
// So many pointers of a block are converted without taking memory.
constexpr size_t kFewPointers = 16;

// Keeps what was found otherwise than by a handle.
struct NamedFunction {
    Function* function = nullptr;
    Ref<Function> kept;
};

// A function by its handle, or by the function of the host that stands for it. The session's guard
// may have been left then.
Result<NamedFunction> functionNamed(Session& session, const void* func) {
    Result<Function*> byHandle = fromHandle<Function>(func, "func");
    if (byHandle.isOk()) [[likely]] {
        return NamedFunction{byHandle.value(), nullptr};
    }
    BELAY_ASSIGN(Context * context, currentContext());
    const Ref<Device> device(&context->device());
    session.leaveGuard();
    Result<Ref<Function>> bySymbol = ProgramKernels::instance().findFunction(*device, func);
    if (!bySymbol.isOk()) {
        const bool isNone = bySymbol.status().code() == Code::kRtInvalidDeviceFunction;
        return isNone ? byHandle.takeStatus() : bySymbol.takeStatus();
    }
    return NamedFunction{bySymbol.value().get(), bySymbol.value()};
}

// What all launches begin with.
struct Launch {
    Function* function = nullptr;
    Stream* stream = nullptr;
    LaunchSetup setup;
};

Status begin(Launch& launch, Function* function, uint32_t numBlocks, aclrtStream stream,
             const aclrtLaunchKernelCfg* cfg) {
    launch.function = function;
    BELAY_ASSIGN(launch.stream, streamOfContext(stream));
    BELAY_TRY(requireSameDevice(*launch.function, *launch.stream));
    return applyLaunchConfig(numBlocks, cfg, launch.stream->device(), launch.setup);
}

Status begin(Launch& launch, aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
             const aclrtLaunchKernelCfg* cfg) {
    BELAY_ASSIGN(Function * function, fromHandle<Function>(funcHandle, "funcHandle"));
    return begin(launch, function, numBlocks, stream, cfg);
}

[[gnu::noinline, gnu::cold]] Status notOnDevice(const void* args, size_t bytes,
                                                const PointerInfo& info, const Device& device) {
    if (info.kind == PointerKind::kUnknown) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'argsData' is {}, which is no memory of a device; copy the "
                             "arguments to one, or launch with aclrtLaunchKernelWithHostArgs",
                             args);
    }
    if (info.kind == PointerKind::kDevice && info.device != device.driverNumber()) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'argsData' is {}, memory of device {}, but the stream is of "
                             "device {}",
                             args, belay::api::deviceNumber(info, device), device.number());
    }
    return Status::error(Code::kRtParamInvalid,
                         "argument 'argsSize' is {}, but the memory at 'argsData' {} ends before",
                         bytes, args);
}

// That a kernel on the device can read the whole block.
Status requireOnDevice(const void* args, size_t bytes, Device& device) {
    if (bytes == 0) {
        return Status::ok();
    }
    BELAY_TRY(requireNotNull(args, "argsData", Code::kRtParamInvalid));
    const PointerInfo info = device.driver().pointerInfo(args);
    const bool isReadable =
        info.kind != PointerKind::kUnknown &&
        (info.kind != PointerKind::kDevice || info.device == device.driverNumber());
    const auto offset = static_cast<uint64_t>(static_cast<const std::byte*>(args) -
                                              static_cast<const std::byte*>(info.start));
    if (!isReadable || offset > info.bytes || bytes > info.bytes - offset) [[unlikely]] {
        return notOnDevice(args, bytes, info, device);
    }
    return Status::ok();
}

Status launchWithDeviceArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void* argsData,
                            size_t argsSize, const aclrtLaunchKernelCfg* cfg, aclrtStream stream) {
    Launch to;
    BELAY_TRY(begin(to, funcHandle, numBlocks, stream, cfg));
    BELAY_TRY(requireOnDevice(argsData, argsSize, to.stream->device()));
    return launch(*to.function, *to.stream, to.setup, DeviceBlock(argsData, argsSize));
}

Status requirePointer(const aclrtPlaceHolderInfo& pointer, size_t index, size_t argsSize) {
    if (argsSize < sizeof(uint64_t) || pointer.addrOffset > argsSize - sizeof(uint64_t)) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'placeHolderArray' has in entry {} addrOffset {}; a pointer "
                             "there would leave the {} bytes of 'argsSize'",
                             index, pointer.addrOffset, argsSize);
    }
    if (pointer.dataOffset >= argsSize) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'placeHolderArray' has in entry {} dataOffset {}, which is "
                             "not in the {} bytes of 'argsSize'",
                             index, pointer.dataOffset, argsSize);
    }
    return Status::ok();
}

// Writes as many pointers as `infos` has.
Status convert(std::span<const aclrtPlaceHolderInfo> infos, size_t argsSize,
               ArgsPointer* pointers) {
    for (size_t i = 0; i < infos.size(); ++i) {
        BELAY_TRY(requirePointer(infos[i], i, argsSize));
        pointers[i] = {.pointerOffset = infos[i].addrOffset, .dataOffset = infos[i].dataOffset};
    }
    return Status::ok();
}

Status launchWithHostArgs(const Launch& to, const void* hostArgs, size_t argsSize,
                          std::span<const aclrtPlaceHolderInfo> infos) {
    std::array<ArgsPointer, kFewPointers> few;
    std::vector<ArgsPointer> many;
    ArgsPointer* pointers = few.data();
    if (infos.size() > few.size()) {
        many.resize(infos.size());
        pointers = many.data();
    }
    BELAY_TRY(convert(infos, argsSize, pointers));
    const std::span block(static_cast<const std::byte*>(hostArgs), argsSize);
    return launch(*to.function, *to.stream, to.setup,
                  HostBlock(block, std::span(pointers, infos.size())));
}

Status requireHostBlock(const void* hostArgs, size_t argsSize,
                        const aclrtPlaceHolderInfo* placeHolderArray, size_t placeHolderNum) {
    if (argsSize != 0) {
        BELAY_TRY(requireNotNull(hostArgs, "hostArgs", Code::kRtParamInvalid));
    }
    if (argsSize > kMaxHostBlock) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'argsSize' is {}; it must be at most {}", argsSize,
                             kMaxHostBlock);
    }
    return requireArray(placeHolderArray, placeHolderNum, "placeHolderArray", "placeHolderNum",
                        Code::kRtParamInvalid);
}

Status launchWithList(const Launch& to, aclrtArgsHandle argsHandle) {
    // By a handle mostly, and then without a reference: the session's guard keeps it.
    HandleFault fault = HandleFault::kNone;
    Ref<KernelArgs> kept;
    KernelArgs* args = findHandle<KernelArgs>(argsHandle, fault);
    if (args == nullptr) {
        BELAY_ASSIGN(kept, kernelArgsOf(argsHandle));
        args = kept.get();
    }
    if (!args->isFor(*to.function)) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'argsHandle' is {}, a list for another function than "
                             "'funcHandle', the kernel '{}'",
                             argsHandle, to.function->info().name);
    }
    const uint32_t bytes = args->finishedBytes();
    if (bytes == KernelArgs::kUnfinished) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'argsHandle' is {}, a list that is not finished; call "
                             "aclrtKernelArgsFinalize first",
                             argsHandle);
    }
    BELAY_TRY(launch(*to.function, *to.stream, to.setup, ListedArgs(*args, bytes)));
    args->markLaunched();
    return Status::ok();
}

Status requireValues(const KernelInfo& kernel, const void* const* args) {
    BELAY_TRY(kernel.requireParams());
    if (*kernel.meta.paramBytes > ArgsList::kMaxBytes) {
        return Status::error(Code::kRtParamInvalid,
                             "the kernel '{}' has {} bytes of parameters; there can be {}",
                             kernel.name, *kernel.meta.paramBytes, ArgsList::kMaxBytes);
    }
    const size_t count = kernel.meta.params.size();
    if (count != 0) {
        BELAY_TRY(requireNotNull(args, "args", Code::kRtParamInvalid));
    }
    for (size_t i = 0; i < count; ++i) {
        if (args[i] == nullptr) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'args' has a null entry for parameter {} of the {} of "
                                 "the kernel '{}'",
                                 i, count, kernel.name);
        }
    }
    return Status::ok();
}

// Kernels of many threads are for chips of another generation.
Status refuseThreads(const void* func, const dim3& gridDim, const dim3& blockDim) {
    BELAY_ASSIGN(const Function* function, fromHandle<Function>(func, "func"));
    BELAY_ASSIGN(const Context* context, currentContext());
    return Status::error(Code::kRtFeatureNotSupport,
                         "the kernel '{}' cannot run with {}x{}x{} blocks of {}x{}x{} threads: the "
                         "cores of device {}, {}, have no threads",
                         function->info().name, gridDim.x, gridDim.y, gridDim.z, blockDim.x,
                         blockDim.y, blockDim.z, context->device().number(),
                         context->device().info().socName);
}

}  // namespace

aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void* argsData,
                           size_t argsSize, aclrtStream stream) {
    return entry(BELAY_CALL(funcHandle, numBlocks, argsData, argsSize, stream), [&](Session&) {
        return launchWithDeviceArgs(funcHandle, numBlocks, argsData, argsSize, nullptr, stream);
    });
}

aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void* argsData,
                             size_t argsSize, aclrtLaunchKernelCfg* cfg, aclrtStream stream) {
    return entry(BELAY_CALL(funcHandle, numBlocks, argsData, argsSize, cfg, stream), [&](Session&) {
        return launchWithDeviceArgs(funcHandle, numBlocks, argsData, argsSize, cfg, stream);
    });
}

aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t numBlocks,
                                     aclrtStream stream, aclrtLaunchKernelCfg* cfg,
                                     aclrtArgsHandle argsHandle, void* reserve) {
    return entry(BELAY_CALL(funcHandle, numBlocks, stream, cfg, argsHandle, reserve),
                 [&](Session&) -> Status {
                     if (reserve != nullptr) {
                         return Status::error(Code::kRtParamInvalid,
                                              "argument 'reserve' is {}; it must be null", reserve);
                     }
                     Launch to;
                     BELAY_TRY(begin(to, funcHandle, numBlocks, stream, cfg));
                     return launchWithList(to, argsHandle);
                 });
}

aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks,
                                       aclrtStream stream, aclrtLaunchKernelCfg* cfg,
                                       void* hostArgs, size_t argsSize,
                                       aclrtPlaceHolderInfo* placeHolderArray,
                                       size_t placeHolderNum) {
    return entry(
        BELAY_CALL(funcHandle, numBlocks, stream, cfg, hostArgs, argsSize, placeHolderArray,
                   placeHolderNum),
        [&](Session&) -> Status {
            Launch to;
            BELAY_TRY(begin(to, funcHandle, numBlocks, stream, cfg));
            BELAY_TRY(requireHostBlock(hostArgs, argsSize, placeHolderArray, placeHolderNum));
            return launchWithHostArgs(to, hostArgs, argsSize,
                                      std::span(placeHolderArray, placeHolderNum));
        });
}

aclError aclrtLaunchKernelWithArgsArray(void* func, uint32_t numBlocks, aclrtStream stream,
                                        aclrtLaunchKernelCfg* cfg, void** args) {
    return entry(BELAY_CALL(func, numBlocks, stream, cfg, args), [&](Session& session) -> Status {
        BELAY_ASSIGN(const NamedFunction named, functionNamed(session, func));
        // The session's guard may be gone.
        const EpochGuard guard;
        Launch to;
        BELAY_TRY(begin(to, named.function, numBlocks, stream, cfg));
        BELAY_TRY(requireValues(to.function->info(), args));
        return launch(*to.function, *to.stream, to.setup,
                      ArgsArray(to.function->info(), to.function->argsRules(), args));
    });
}

aclError aclrtLaunchSIMTKernelWithArgsArray(void* func, dim3 gridDim, dim3 blockDim,
                                            size_t dynUbufSize, aclrtStream stream,
                                            aclrtLaunchKernelCfg* cfg, void** args) {
    return entry(BELAY_CALL(func, gridDim, blockDim, dynUbufSize, stream, cfg, args),
                 [&](Session&) { return refuseThreads(func, gridDim, blockDim); });
}

aclError aclrtLaunchSIMTKernelWithHostArgs(void* func, dim3 gridDim, dim3 blockDim,
                                           size_t dynUbufSize, aclrtStream stream,
                                           aclrtLaunchKernelCfg* cfg, void* hostArgs,
                                           size_t argsSize, aclrtPlaceHolderInfo* placeHolderArray,
                                           size_t placeHolderNum) {
    return entry(BELAY_CALL(func, gridDim, blockDim, dynUbufSize, stream, cfg, hostArgs, argsSize,
                            placeHolderArray, placeHolderNum),
                 [&](Session&) { return refuseThreads(func, gridDim, blockDim); });
}

aclError aclrtGetHardwareSyncAddr(void** addr) {
    return entry(BELAY_CALL(addr), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(addr, "addr", Code::kRtParamInvalid));
        BELAY_ASSIGN(Context * context, currentContext());
        const Ref<Device> device(&context->device());
        session.leaveGuard();
        BELAY_ASSIGN(*addr, device->kernelMemory().syncBase(*device));
        return Status::ok();
    });
}
