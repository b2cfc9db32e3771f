#include "kernel/launcher.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>
#include <vector>

#include "hw/entry.h"
#include "hw/sqe_encode.h"
#include "kernel/binary.h"
#include "runtime/kernel_buffers.h"
#include "runtime/kernel_memory.h"
#include "runtime/kernel_timeouts.h"
#include "runtime/stream.h"

namespace belay {
namespace {

// The context of a MIX kernel lies in front of its arguments.
constexpr uint32_t kContextBytes = hw::kMixContextBytes;

static_assert(kMaxBlockCount == hw::kMaxBlockDim);

// What is the same for all ways to give arguments. Filled in place, as everything here: this is the
// way of every launch.
struct LaunchPlan {
    const KernelCode& code;
    const LaunchSetup& setup;
    const hw::SqeEncoder& encoder;
    SystemAddresses system{};
    uint64_t stacks = 0;
    uint16_t stackLevel = 0;
    uint8_t scheduleMode = 0;
    uint8_t credit = 0;
    uint8_t flags = 0;

    bool isMix() const noexcept { return code.info().form == KernelForm::kMix; }

    bool isCpu() const noexcept { return code.info().form == KernelForm::kCpu; }
};

[[gnu::noinline, gnu::cold]] Status otherDeviceError(const Function& function,
                                                     const Stream& stream) {
    const Device& own = function.binary().device();
    if (!own.isOpen()) {
        return Status::error(Code::kRtParamInvalid,
                             "the kernel '{}' is in a binary that went when device {} was reset; "
                             "load the binary anew",
                             function.info().name, own.number());
    }
    return Status::error(Code::kRtParamInvalid,
                         "the kernel '{}' is in a binary that was loaded on device {}, but the "
                         "stream is of device {}",
                         function.info().name, own.number(), stream.device().number());
}

// The larger of what the kernel and what the application ask for.
uint32_t stackLevelOf(const KernelCode& code, Device& device) noexcept {
    const uint64_t wanted = device.settings().kernelBufferBytes(KernelBuffer::kAicoreStack);
    return std::max(code.stackLevel(), KernelMemory::stackLevel(wanted));
}

Status findSystemAddresses(const ArgsRules& rules, Device& device, SystemAddresses& addresses) {
    if (rules.hasSyncBase) {
        BELAY_ASSIGN(const void* base, device.kernelMemory().syncBase(device));
        addresses.syncBase = reinterpret_cast<uintptr_t>(base);
    }
    if (rules.hasOverflowAddress) {
        BELAY_ASSIGN(const void* status, device.overflowStatus().address(device));
        addresses.overflow = reinterpret_cast<uintptr_t>(status);
    }
    return Status::ok();
}

uint8_t creditOf(const LaunchSetup& setup, KernelForm form, const Device& device) noexcept {
    if (!setup.timeoutUs) [[likely]] {
        const KernelTimeouts& timeouts = KernelTimeouts::instance();
        return form == KernelForm::kCpu ? timeouts.aicpuCredit() : timeouts.aicoreCredit();
    }
    return *setup.timeoutUs == 0
               ? hw::kUnlimitedCredit
               : KernelTimeouts::creditFor(*setup.timeoutUs, device.info().taskTimeUnitNs);
}

uint8_t flagsOf(const LaunchSetup& setup) noexcept {
    return static_cast<uint8_t>((setup.dumpsData ? hw::kLaunchDataDump : 0) |
                                (setup.isProfiled ? hw::kLaunchProfile : 0));
}

Status fillPlan(LaunchPlan& plan, const Function& function, Device& device) {
    assert(&plan.code.device() == &device);
    plan.credit = creditOf(plan.setup, plan.code.info().form, device);
    if (plan.isCpu()) {
        // AI CPUs have neither stacks nor modes that a launch could choose.
        return Status::ok();
    }
    BELAY_TRY(findSystemAddresses(function.argsRules(), device, plan.system));
    const uint32_t level = stackLevelOf(plan.code, device);
    BELAY_ASSIGN(plan.stacks, device.kernelMemory().stacks(device, level));
    plan.stackLevel = static_cast<uint16_t>(level);
    plan.scheduleMode = plan.setup.scheduleMode.value_or(plan.code.scheduleMode());
    plan.flags = flagsOf(plan.setup);
    return Status::ok();
}

Status encodePlain(const LaunchPlan& plan, const hw::Common& common, uint64_t args, hw::Sqe& sqe) {
    const CoreSide side = plan.code.info().mainSide;
    return plan.encoder.encode(
        hw::AicoreKernel{
            .common = common,
            .core = side == CoreSide::kCube ? hw::CoreKind::kCube : hw::CoreKind::kVector,
            .blockDim = plan.setup.blockCount,
            .scheduleMode = plan.scheduleMode,
            .stackBase = plan.stacks,
            .pc = plan.code.part(side).pc,
            .args = args,
            .stackLevel = plan.stackLevel,
            .launchFlags = plan.flags,
            .kernelCredit = plan.credit},
        sqe);
}

void encodeCpu(const LaunchPlan& plan, const hw::Common& common, bool checksOverflow, uint64_t args,
               hw::Sqe& sqe) {
    const CpuKernelNames& names = plan.code.cpuNames();
    plan.encoder.encode(hw::AicpuKernel{.common = common,
                                        .blockDim = plan.setup.blockCount,
                                        .kernelType = names.isOwn ? hw::AicpuKernelType::kCustom
                                                                  : hw::AicpuKernelType::kAicpu,
                                        .libraryName = names.library,
                                        .args = args,
                                        .kernelName = names.function,
                                        .overflowEnable = checksOverflow,
                                        .dumpEnable = plan.setup.dumpsData,
                                        .extra = common.taskId,
                                        .kernelCredit = plan.credit},
                        sqe);
}

// An entry without a context.
Status encodeSingle(const LaunchPlan& plan, const hw::Common& common, bool checksOverflow,
                    uint64_t args, hw::Sqe& sqe) {
    if (plan.isCpu()) {
        encodeCpu(plan, common, checksOverflow, args, sqe);
        return Status::ok();
    }
    return encodePlain(plan, common, args, sqe);
}

hw::MixContext contextOf(const LaunchPlan& plan, uint64_t args) noexcept {
    const KernelInfo& info = plan.code.info();
    const KernelCode::Part& cube = plan.code.part(CoreSide::kCube);
    const KernelCode::Part& vector = plan.code.part(CoreSide::kVector);
    const bool readsAhead = plan.setup.readsCodeAhead;
    const auto blockDim = static_cast<uint16_t>(plan.setup.blockCount);
    return {.side = info.mainSide == CoreSide::kCube ? hw::MixSide::kCube : hw::MixSide::kVector,
            .scheduleMode = plan.scheduleMode,
            .cubeIcachePrefetch = readsAhead ? cube.prefetch : uint8_t{0},
            .vectorIcachePrefetch = readsAhead ? vector.prefetch : uint8_t{0},
            .blockRatio = info.vectorsPerCube,
            .tailBlockRatio = info.vectorsPerCube,
            .stackLevel = plan.stackLevel,
            .blockDim = blockDim,
            .tailBlockDim = blockDim,
            .cubeArgs = args,
            .vectorArgs = args,
            .cubePc = cube.pc,
            .cubeTailPc = cube.pc,
            .vectorPc = vector.pc,
            .vectorTailPc = vector.pc};
}

// `place`: of the context.
Status encodeMix(const LaunchPlan& plan, const hw::Common& common, const KernelPlace& place,
                 uint64_t args, hw::Sqe& sqe) {
    const hw::MixContext context = contextOf(plan, args);
    hw::MixContextImage image;
    BELAY_TRY(plan.encoder.encode(context, image));
    std::memcpy(place.args.view, &image, sizeof image);
    return plan.encoder.encode(hw::MixKernel{.common = common,
                                             .side = context.side,
                                             .blockDim = plan.setup.blockCount,
                                             .overflowEnable = place.checksOverflow,
                                             .stackBase = plan.stacks,
                                             .contextAddr = place.args.address,
                                             .launchFlags = plan.flags,
                                             .kernelCredit = plan.credit},
                               sqe);
}

// Writes everything that the kernel needs at `place`, and its entry; where its arguments lie then.
template <typename Args>
Status encode(const LaunchPlan& plan, const Args& args, const hw::Common& common,
              const KernelPlace& place, hw::Sqe& sqe, KernelArgsRange& range) {
    if (!plan.isMix()) {
        BELAY_TRY(args.write(place.args, plan.system));
        range = args.range(place.args);
        return encodeSingle(plan, common, place.checksOverflow, range.address, sqe);
    }
    const ArgsPlace argsPlace{.view = place.args.view + kContextBytes,
                              .address = place.args.address + kContextBytes};
    BELAY_TRY(args.write(argsPlace, plan.system));
    range = args.range(argsPlace);
    return encodeMix(plan, common, place, range.address, sqe);
}

// A task with memory of its own for the arguments.
class TaskWithMemory final : public TaskOwner {
  public:
    TaskWithMemory(KernelCode& code, DeviceMemory memory)
        : code_(&code), memory_(std::move(memory)) {}

    void* function() const noexcept override { return code_->function(); }

    std::string whereabouts(uint64_t pc) const override { return code_->whereabouts(pc); }

    void tellApplication(ExceptionInfo& info) const override { code_->tellApplication(info); }

  private:
    const Ref<KernelCode> code_;
    const DeviceMemory memory_;
};

// The device is written before the submission: that must not block.
template <typename Args>
Status launchWithMemory(const LaunchPlan& plan, KernelCode& code, Stream& stream, uint32_t bytes,
                        const Args& args) {
    BELAY_ASSIGN(DeviceMemory memory,
                 DeviceMemory::allocate(stream.device(), bytes, driver::MemoryKind::kDevice));
    std::vector<std::byte> block(bytes);
    std::byte* const start = memory.start();
    const KernelPlace place{
        .args = {.view = block.data(), .address = reinterpret_cast<uintptr_t>(start)},
        .checksOverflow = stream.checksOverflow()};
    hw::Sqe unnumbered;
    KernelArgsRange range;
    BELAY_TRY(encode(plan, args, {}, place, unnumbered, range));
    BELAY_TRY(useDevice(stream.device(),
                        [&] { return stream.device().driver().copy(start, block.data(), bytes); }));
    const Ref<TaskOwner> owner = makeRef<TaskWithMemory>(code, std::move(memory));
    TaskOwner* const task = owner.get();
    const auto encodeAgain = [&](const hw::Common& common, const KernelPlace&, hw::Sqe& sqe,
                                 KernelArgsRange& told) {
        told = range;
        return plan.isMix() ? encodeMix(plan, common, place, range.address, sqe)
                            : encodeSingle(plan, common, place.checksOverflow, range.address, sqe);
    };
    return stream.submitKernel(task, 0, ArgsRing::kUnit, encodeAgain).takeStatus();
}

template <typename Args>
Status launchWith(const Function& function, Stream& stream, const LaunchSetup& setup,
                  const Args& args) {
    KernelCode& code = function.code();
    LaunchPlan plan{.code = code, .setup = setup, .encoder = stream.device().encoder()};
    BELAY_TRY(fillPlan(plan, function, stream.device()));
    const uint32_t bytes = args.bytes() + (plan.isMix() ? kContextBytes : 0);
    if (bytes <= ArgsRing::kMostBytes) [[likely]] {
        const auto encodeHere = [&](const hw::Common& common, const KernelPlace& place,
                                    hw::Sqe& sqe, KernelArgsRange& range) {
            return encode(plan, args, common, place, sqe, range);
        };
        BELAY_ASSIGN(const bool isSubmitted,
                     stream.submitKernel(
                         &code, bytes, plan.isMix() ? kContextBytes : ArgsRing::kUnit, encodeHere));
        if (isSubmitted) [[likely]] {
            return Status::ok();
        }
    }
    return launchWithMemory(plan, code, stream, bytes, args);
}

}  // namespace

Status requireSameDevice(const Function& function, const Stream& stream) {
    return &function.code().device() == &stream.device() ? Status::ok()
                                                         : otherDeviceError(function, stream);
}

Status launch(const Function& function, Stream& stream, const LaunchSetup& setup,
              const DeviceBlock& args) {
    return launchWith(function, stream, setup, args);
}

Status launch(const Function& function, Stream& stream, const LaunchSetup& setup,
              const HostBlock& args) {
    return launchWith(function, stream, setup, args);
}

Status launch(const Function& function, Stream& stream, const LaunchSetup& setup,
              const ListedArgs& args) {
    return launchWith(function, stream, setup, args);
}

Status launch(const Function& function, Stream& stream, const LaunchSetup& setup,
              const ArgsArray& args) {
    return launchWith(function, stream, setup, args);
}

Status launch(const Function& function, Stream& stream, const LaunchSetup& setup,
              const AddressedArgs& args) {
    return launchWith(function, stream, setup, args);
}

}  // namespace belay
