// SqeExecution: one entry while it is being executed, a function per kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "drivers/sim/sqe_executor.h"
#include "hw/rules.h"

namespace belay::sim {

/// Lives on the stack of SqeExecutor::execute(); run() is called once.
class SqeExecution {
  public:
    SqeExecution(const SqeExecutor::Setup& device, const hw::Sqe& sqe,
                 EntryContext& context) noexcept
        : device_(device), sqe_(sqe), context_(context) {}

    Outcome run(const hw::Refusal& refusal);
    Outcome run(const hw::AicoreKernel& kernel);
    Outcome run(const hw::MixKernel& kernel);
    Outcome run(const hw::AicpuKernel& kernel);
    Outcome run(const hw::HostCallback& callback);
    Outcome run(const hw::Placeholder& placeholder);
    Outcome run(const hw::EventRecord& record);
    Outcome run(const hw::EventWait& wait);
    Outcome run(const hw::NotifyRecord& record);
    Outcome run(const hw::NotifyWait& wait);
    Outcome run(const hw::WriteValue& write);
    Outcome run(const hw::WriteValuePointer& write);
    Outcome run(const hw::Sdma& copy);
    Outcome run(const hw::SdmaPointer& copy);
    Outcome run(const hw::PcieDma& copy);
    Outcome run(const hw::Cond& cond);
    Outcome run(const hw::Cmo& cmo);
    Outcome run(const hw::Barrier& barrier);

  private:
    enum class Until : uint8_t { kRecorded, kTaken };

    // May this thread do what takes long?
    bool mayTakeLong() const noexcept {
        return context_.onEngineThread || context_.allowed == driver::Lending::kKernels;
    }

    RunContext runContext() const noexcept {
        return {.onEngineThread = context_.onEngineThread, .queue = context_.queue};
    }

    Outcome endKernel(const hw::Common& common, hw::FailedUnit unit, KernelOutcome&& outcome) const;
    Outcome record(FlagTable& table, const char* name, uint32_t id, const hw::Common& common);
    Outcome wait(FlagTable& table, const char* name, uint32_t id, Until until, uint32_t timeoutS,
                 const hw::Common& common);
    Outcome write(const hw::WriteTarget& target, const hw::Common& common);
    Outcome resetEvent(const hw::WriteTarget& target, const hw::Common& common);
    Outcome recordNotifyAt(const hw::WriteTarget& target, const hw::Common& common);
    DeviceFlags* flagsAt(uint64_t address, hw::Die& die) const noexcept;
    Outcome maintainCache(uint64_t address, uint64_t bytes, const hw::Common& common) const;
    Outcome copyList(const hw::PcieDma& copy) const;
    std::byte* hostOrDevice(uint64_t address, uint64_t bytes) const noexcept;
    bool followPointer(uint64_t& address, uint64_t offset) const noexcept;
    Outcome calculate(const hw::Sdma& copy, std::byte* target, const std::byte* source) const;

    // The range as the engine may touch it, in memory that the device can reach: its own, another
    // device's, pinned or registered. Null for any other.
    std::byte* reach(uint64_t address, uint64_t bytes) const noexcept;

    // What becomes of a copy that meets a fault of the hardware; nothing when it meets none.
    std::optional<Outcome> meetFault(uint64_t target, uint64_t source, uint64_t bytes) const;

    const SqeExecutor::Setup& device_;
    const hw::Sqe& sqe_;
    EntryContext& context_;
};

namespace detail {

/// A failure of kind `errorType` (one of the bits of hw::ErrorType), with the code that the
/// firmware gives for it.
Outcome failed(hw::FailedUnit unit, uint8_t errorType, std::string text);

/// The entry itself is wrong.
Outcome refused(std::string text);

/// Whether `address` can be that of anything in this process: neither the null page nor beyond what
/// user space has.
bool isPlausible(uint64_t address, uint64_t bytes) noexcept;

}  // namespace detail

}  // namespace belay::sim
