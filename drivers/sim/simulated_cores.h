// SimulatedCores: runs kernels on the processors of this machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "drivers/sim/block_team.h"
#include "drivers/sim/cpu_kernels.h"
#include "drivers/sim/executor_hooks.h"
#include "drivers/sim/kernel_call.h"
#include "drivers/sim/kernel_images.h"

namespace belay::sim {

class AddressSpace;

struct SimulatedCoresSetup {
    AddressSpace& memory;
    CpuKernels& cpuKernels;
    bool sharesBlocks = true;  ///< whether blocks of a launch may run on several threads at once
};

/// The cores of all simulated devices. Thread-safe.
class SimulatedCores final : public KernelRunner {
  public:
    explicit SimulatedCores(const SimulatedCoresSetup& setup) noexcept;
    ~SimulatedCores() override;
    SimulatedCores(const SimulatedCores&) = delete;
    SimulatedCores& operator=(const SimulatedCores&) = delete;

    KernelOutcome run(const hw::AicoreKernel& kernel, const RunContext& run) override;
    KernelOutcome run(const hw::MixKernel& kernel, const hw::MixContext& context,
                      const RunContext& run) override;

    KernelOutcome run(const hw::AicpuKernel& kernel, const RunContext& run) override {
        return cpuKernels_.run(kernel, run);
    }

    void forget(std::span<std::byte> memory) override;

    /// What debuggers are to know of the image at `image`, which is in device memory.
    void describeImage(const std::byte* image, std::span<const std::byte> file);

    /// Whether forget() has anything to do for an allocation. Takes no lock.
    bool mayHoldCode(const std::byte* start) const noexcept { return images_.mayLieAt(start); }

    /// Ends the threads that help; they come back when they are wanted.
    void stop();

  private:
    Status find(KnownKernel& known, uint64_t version, uint64_t pc);
    Status addHalf(KernelCall& call, Lane& lane, kernel::Side side, uint64_t pc, uint64_t args);
    KernelOutcome execute(const KernelCall& call, Lane& lane);
    KernelOutcome outcomeOf(const KernelCall& call, const CallFailure& failure) const;

    AddressSpace& memory_;
    CpuKernels& cpuKernels_;
    const bool sharesBlocks_;
    KernelImages images_;
    BlockTeam team_;
};

}  // namespace belay::sim
