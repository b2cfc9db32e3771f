#include "drivers/sim/simulated_cores.h"

#include <fmt/format.h>

#include <memory>

#include "drivers/sim/address_space.h"
#include "drivers/sim/block_grid.h"
#include "drivers/sim/code_failure.h"
#include "drivers/sim/fault_signals.h"
#include "drivers/sim/independent_blocks.h"
#include "hw/cqe.h"

namespace belay::sim {
namespace {

using kernel::Side;

KernelOutcome refused(const Status& status) {
    return {.errorType = hw::kErrorException, .text = std::string(status.message())};
}

std::string placeOf(const KernelCall& call, uint64_t core) {
    const kernel::BlockRecord record = call.recordOf(core);
    std::string place = fmt::format("block {} of {}", record.index, record.count);
    if (call.coresPerBlock() == 1) {
        return place;
    }
    return record.side == Side::kCube ? place + ", cube core"
                                      : place + fmt::format(", vector core {} of {}",
                                                            record.subIndex, call.vectorsPerBlock);
}

}  // namespace

SimulatedCores::SimulatedCores(const SimulatedCoresSetup& setup) noexcept
    : memory_(setup.memory),
      cpuKernels_(setup.cpuKernels),
      sharesBlocks_(setup.sharesBlocks),
      images_(!setup.memory.isChecked()) {}

SimulatedCores::~SimulatedCores() = default;

Status SimulatedCores::find(KnownKernel& known, uint64_t version, uint64_t pc) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address out of an entry
    auto* entry = reinterpret_cast<std::byte*>(pc);
    const driver::PointerInfo info = memory_.pointerInfo(entry);
    if (info.kind != driver::PointerKind::kDevice) {
        return Status::error(Code::kRtParamInvalid,
                             "no kernel is at the entry address {:#x}: it lies in no allocation of "
                             "a device",
                             pc);
    }
    FaultSignals::takeOver();
    const std::span allocation(static_cast<std::byte*>(info.start), info.bytes);
    BELAY_ASSIGN(const KernelBody body, images_.find(allocation, entry));
    known = {.version = version,
             .pc = pc,
             .call = body.call,
             .mayWait = body.mayWait,
             .codeBegin = reinterpret_cast<uintptr_t>(allocation.data()),
             .codeEnd = reinterpret_cast<uintptr_t>(allocation.data() + allocation.size())};
    return Status::ok();
}

// What a thread has found last it need not look for again.
Status SimulatedCores::addHalf(KernelCall& call, Lane& lane, Side side, uint64_t pc,
                               uint64_t args) {
    KnownKernel& known = lane.knownKernel(pc);
    const uint64_t version = images_.version();
    if (known.pc != pc || known.version != version) [[unlikely]] {
        BELAY_TRY(find(known, version, pc));
    }
    call.halves[static_cast<size_t>(side)] = {
        .call = known.call,
        // NOLINTNEXTLINE(performance-no-int-to-ptr): an address out of an entry
        .args = reinterpret_cast<const unsigned char*>(args)};
    call.mayWait = call.mayWait || known.mayWait;
    call.watch.codeBegin = known.codeBegin;
    call.watch.codeEnd = known.codeEnd;
    return Status::ok();
}

KernelOutcome SimulatedCores::run(const hw::AicoreKernel& kernel, const RunContext& run) {
    const AddressSpace::KernelAccess access(memory_);
    Lane* lane = Lane::ofThread();
    if (lane == nullptr) {
        return {.needsEngineThread = true};
    }
    KernelCall call;
    call.memory = &memory_;
    const bool isCube = kernel.core == hw::CoreKind::kCube;
    call.blockCount = kernel.blockDim;
    (isCube ? call.cubesPerBlock : call.vectorsPerBlock) = 1;
    call.watch.limitNs = limitNsOf(kernel.kernelCredit);
    call.watch.subject = run.queue;
    if (const Status status =
            addHalf(call, *lane, isCube ? Side::kCube : Side::kVector, kernel.pc, kernel.args);
        !status.isOk()) [[unlikely]] {
        return refused(status);
    }
    return execute(call, *lane);
}

// A half without code has no cores.
KernelOutcome SimulatedCores::run(const hw::MixKernel& kernel, const hw::MixContext& context,
                                  const RunContext& run) {
    const AddressSpace::KernelAccess access(memory_);
    Lane* lane = Lane::ofThread();
    if (lane == nullptr) {
        return {.needsEngineThread = true};
    }
    KernelCall call;
    call.memory = &memory_;
    call.blockCount = context.blockDim;
    call.watch.limitNs = limitNsOf(kernel.kernelCredit);
    call.watch.subject = run.queue;
    const bool cubeLeads = context.side == hw::MixSide::kCube;
    const bool hasCube = cubeLeads || context.blockRatio != 0;
    const bool hasVector = !cubeLeads || context.blockRatio != 0;
    if (hasCube && context.cubePc != 0) {
        call.cubesPerBlock = 1;
        if (const Status status =
                addHalf(call, *lane, Side::kCube, context.cubePc, context.cubeArgs);
            !status.isOk()) {
            return refused(status);
        }
    }
    if (hasVector && context.vectorPc != 0) {
        call.vectorsPerBlock = context.blockRatio == 0 ? 1 : context.blockRatio;
        if (const Status status =
                addHalf(call, *lane, Side::kVector, context.vectorPc, context.vectorArgs);
            !status.isOk()) {
            return refused(status);
        }
    }
    if (call.coresPerBlock() == 0) {
        return {.errorType = hw::kErrorException, .text = "a MIX entry names no code at all"};
    }
    return execute(call, *lane);
}

KernelOutcome SimulatedCores::execute(const KernelCall& call, Lane& lane) {
    std::unique_ptr<CallFailure> failure;
    lane.memory = &memory_;
    if (call.mayWait) {
        failure = BlockGrid(call).run(lane);
    } else {
        failure = IndependentBlocks(call, sharesBlocks_ ? &team_ : nullptr).run(lane);
    }
    return failure != nullptr ? outcomeOf(call, *failure) : KernelOutcome{};
}

void SimulatedCores::forget(std::span<std::byte> memory) {
    images_.forget(memory);
}

void SimulatedCores::describeImage(const std::byte* image, std::span<const std::byte> file) {
    const driver::PointerInfo info = memory_.pointerInfo(image);
    if (info.kind == driver::PointerKind::kDevice) {
        images_.describe({static_cast<const std::byte*>(info.start), info.bytes}, image, file);
    }
}

void SimulatedCores::stop() {
    team_.stop();
}

// ---- failures ----

KernelOutcome SimulatedCores::outcomeOf(const KernelCall& call, const CallFailure& failure) const {
    return {.errorType = errorTypeOf(failure.code),
            .text = fmt::format("{}: {}", placeOf(call, failure.core),
                                describe(failure.code, {.limitNs = call.watch.limitNs,
                                                        .stackBytes = BlockStack::kStackBytes,
                                                        .memory = memory_})),
            .pc = failure.code.pc};
}

}  // namespace belay::sim
