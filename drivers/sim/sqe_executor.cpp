#include "drivers/sim/sqe_executor.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "base/clock.h"
#include "drivers/sim/address_space.h"
#include "drivers/sim/busy_meter.h"
#include "drivers/sim/sqe_execution.h"
#include "hw/sqe_decode.h"

namespace belay::sim {

using detail::failed;
using detail::refused;
using hw::FailedUnit;

namespace {

// A time limit counts in units of 2^32 ns; rounded up, so that a wait never ends early.
uint32_t creditSeconds(uint8_t kernelCredit) {
    constexpr uint64_t kNanosecondsPerSecond = 1'000'000'000;
    if (kernelCredit == hw::kUnlimitedCredit) {
        return 0;
    }
    const uint64_t nanoseconds = uint64_t{kernelCredit} << 32;
    return static_cast<uint32_t>((nanoseconds + kNanosecondsPerSecond - 1) / kNanosecondsPerSecond);
}

// The explicit limit of a wait, or else that of its credit, which 0 would make endless.
uint32_t waitSeconds(uint32_t timeoutS, uint8_t kernelCredit) {
    return timeoutS != 0 ? timeoutS : creditSeconds(kernelCredit);
}

}  // namespace

namespace detail {

Outcome failed(FailedUnit unit, uint8_t errorType, std::string text) {
    return Outcome{.kind = Outcome::Kind::kFailed,
                   .errorType = errorType,
                   .errorCode = hw::firmwareCodeOf(unit, errorType, 0),
                   .text = std::move(text)};
}

Outcome refused(std::string text) {
    return failed(FailedUnit::kOther, hw::kErrorSqe, std::move(text));
}

}  // namespace detail

Outcome SqeExecutor::execute(const hw::Sqe& sqe, EntryContext& context) {
    if (!context.onEngineThread && context.allowed == driver::Lending::kNothing) {
        return Outcome::needsEngineThread();
    }
    SqeExecution execution(setup_, sqe, context);
    return std::visit([&execution](const auto& entry) { return execution.run(entry); },
                      hw::decode(sqe));
}

Outcome SqeExecution::run(const hw::Refusal& refusal) {
    const auto type = static_cast<unsigned>(hw::typeOf(sqe_));
    if (refusal.rule == hw::Rule::kReservedBit) {
        return refused(fmt::format("entry of type {}: {} (word {})", type,
                                   hw::ruleText(refusal.rule), refusal.word));
    }
    return refused(fmt::format("entry of type {}: {}", type, hw::ruleText(refusal.rule)));
}

// --- kernels ---

Outcome SqeExecution::endKernel(const hw::Common& common, FailedUnit unit,
                                KernelOutcome&& outcome) const {
    if (outcome.needsEngineThread) {
        return Outcome::needsEngineThread();
    }
    if (outcome.errorType == 0) {
        return Outcome::done(common.writeCqe);
    }
    Outcome result = failed(unit, outcome.errorType, std::move(outcome.text));
    if (outcome.errorCode != 0) {
        result.errorCode = outcome.errorCode;
    }
    result.pc = outcome.pc;
    return result;
}

Outcome SqeExecution::run(const hw::AicoreKernel& kernel) {
    if (!mayTakeLong()) {
        return Outcome::needsEngineThread();
    }
    const FailedUnit unit =
        kernel.core == hw::CoreKind::kCube ? FailedUnit::kCube : FailedUnit::kVector;
    if (device_.kernels == nullptr) {
        return failed(unit, hw::kErrorException,
                      fmt::format("no kernel image at this address: {:#x}", kernel.pc));
    }
    context_.busy.use(kernel.core == hw::CoreKind::kCube ? device_.busy.cube : device_.busy.vector,
                      kernel.blockDim);
    return endKernel(kernel.common, unit, device_.kernels->run(kernel, runContext()));
}

Outcome SqeExecution::run(const hw::MixKernel& kernel) {
    if (!mayTakeLong()) {
        return Outcome::needsEngineThread();
    }
    const std::byte* at = reach(kernel.contextAddr, hw::kMixContextBytes);
    if (at == nullptr) {
        return failed(FailedUnit::kMix, hw::kErrorException,
                      fmt::format("the context of a MIX entry is not in device memory: {:#x}",
                                  kernel.contextAddr));
    }
    hw::MixContextImage image;
    std::memcpy(image.words.data(), at, sizeof image.words);
    const auto context = hw::decode(image);
    if (const auto* refusal = std::get_if<hw::Refusal>(&context)) {
        return run(*refusal);
    }
    if (device_.kernels == nullptr) {
        const auto& mix = std::get<hw::MixContext>(context);
        return failed(FailedUnit::kMix, hw::kErrorException,
                      fmt::format("no kernel image at these addresses: {:#x}, {:#x}", mix.cubePc,
                                  mix.vectorPc));
    }
    const auto& blocks = std::get<hw::MixContext>(context);
    const bool cubeLeads = blocks.side == hw::MixSide::kCube;
    context_.busy.use(cubeLeads ? device_.busy.cube : device_.busy.vector, blocks.blockDim,
                      cubeLeads ? &device_.busy.vector : &device_.busy.cube,
                      uint32_t{blocks.blockDim} * blocks.blockRatio);
    return endKernel(kernel.common, FailedUnit::kMix,
                     device_.kernels->run(kernel, std::get<hw::MixContext>(context), runContext()));
}

Outcome SqeExecution::run(const hw::AicpuKernel& kernel) {
    if (!context_.onEngineThread) {
        return Outcome::needsEngineThread();
    }
    if (device_.kernels == nullptr) {
        return failed(FailedUnit::kAicpu, hw::kErrorException,
                      fmt::format("nothing runs AI CPU kernels; name at {:#x}, library at {:#x}",
                                  kernel.kernelName, kernel.libraryName));
    }
    context_.busy.use(device_.busy.aicpu, kernel.blockDim);
    return endKernel(kernel.common, FailedUnit::kAicpu, device_.kernels->run(kernel, runContext()));
}

// A callback that blocks is released by a record of its event, which it consumes. Any thread may
// report one: that takes no time, and another thread makes the call.
Outcome SqeExecution::run(const hw::HostCallback& callback) {
    const bool isBlocking = callback.isBlocking != 0;
    if (isBlocking && !device_.flags.events.isAllocated(callback.eventId)) {
        return refused(
            fmt::format("a callback waits for event {}, which is not allocated", callback.eventId));
    }
    if (!context_.isAgain && !device_.callbacks.report(callback)) {
        return failed(FailedUnit::kOther, hw::kErrorException,
                      fmt::format("nobody takes callbacks of group {}, queue {}",
                                  callback.cqGroupId, callback.cqId));
    }
    return isBlocking ? wait(device_.flags.events, "event", callback.eventId, Until::kTaken,
                             creditSeconds(callback.kernelCredit), callback.common)
                      : Outcome::done(callback.common.writeCqe);
}

// --- marks and messages ---

// Task types that the simulator does not know are marks: their place in the queue is all that
// counts.
Outcome SqeExecution::run(const hw::Placeholder& placeholder) {
    Outcome outcome = Outcome::done(placeholder.common.writeCqe);
    if (placeholder.taskType == hw::VersionQuery::kTaskType) [[unlikely]] {
        outcome.errorCode = SqeExecutor::kFirmwareVersion;
    }
    return outcome;
}

// All memory of the simulator is coherent: maintenance changes nothing that could be seen, but
// wants a range that is there.
Outcome SqeExecution::maintainCache(uint64_t address, uint64_t bytes,
                                    const hw::Common& common) const {
    if (bytes != 0 && reach(address, bytes) == nullptr) {
        return failed(FailedUnit::kOther, hw::kErrorException,
                      fmt::format("cache maintenance of {} bytes at {:#x}, which is not inside one "
                                  "allocation of a device",
                                  bytes, address));
    }
    return Outcome::done(common.writeCqe);
}

Outcome SqeExecution::run(const hw::Cmo& cmo) {
    return maintainCache(cmo.address, cmo.length, cmo.common);
}

Outcome SqeExecution::run(const hw::Barrier& barrier) {
    return Outcome::done(barrier.common.writeCqe);
}

Outcome SqeExecution::run(const hw::Cond& cond) {
    return refused(fmt::format("condition programs are not executed by the simulator; sub type {}",
                               cond.subType));
}

// --- events and notifies ---

Outcome SqeExecution::record(FlagTable& table, const char* name, uint32_t id,
                             const hw::Common& common) {
    if (!table.isAllocated(id)) {
        return refused(fmt::format("{} {} is recorded but not allocated", name, id));
    }
    if (FlagWaiter* list = table.record(id)) {
        context_.resume(context_.resumeContext, list);
    }
    return Outcome::done(common.writeCqe);
}

Outcome SqeExecution::wait(FlagTable& table, const char* name, uint32_t id, Until until,
                           uint32_t timeoutS, const hw::Common& common) {
    while (true) {
        if (until == Until::kTaken ? table.take(id) : table.isRecorded(id)) {
            return Outcome::done(common.writeCqe);
        }
        if (!table.isAllocated(id)) {
            return refused(fmt::format("{} {} is waited for but not allocated", name, id));
        }
        if (context_.waitHasExpired) {
            return failed(FailedUnit::kOther, hw::kErrorTimeout,
                          fmt::format("{} {} was not recorded within {} s", name, id, timeoutS));
        }
        if (table.park(id, context_.waiter)) {
            return Outcome{.kind = Outcome::Kind::kWaits,
                           .waitTimeoutS = timeoutS,
                           .waitsFor = &table,
                           .flagId = id};
        }
    }
}

Outcome SqeExecution::run(const hw::EventRecord& entry) {
    return record(device_.flags.events, "event", entry.eventId, entry.common);
}

Outcome SqeExecution::run(const hw::EventWait& entry) {
    return wait(device_.flags.events, "event", entry.eventId, Until::kRecorded,
                waitSeconds(entry.timeoutS, entry.kernelCredit), entry.common);
}

Outcome SqeExecution::run(const hw::NotifyRecord& entry) {
    return record(device_.flags.notifies, "notify", entry.notifyId, entry.common);
}

Outcome SqeExecution::run(const hw::NotifyWait& entry) {
    return wait(device_.flags.notifies, "notify", entry.notifyId, Until::kTaken,
                waitSeconds(entry.timeoutS, entry.kernelCredit), entry.common);
}

}  // namespace belay::sim
