// CpuKernels: the libraries that simulated AI CPUs have, and how they run a kernel of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/sim/address_space.h"
#include "drivers/sim/cpu_library.h"
#include "drivers/sim/executor_hooks.h"
#include "hw/entry.h"

namespace belay::sim {

/// Libraries of all devices by their names, which the process gives only once. Thread-safe.
class CpuKernels {
  public:
    /// Names in entries are read from `memory`, which outlives this object. `takesMessages`: an
    /// entry without a library is a message to the AI CPU's own software, which is not there.
    explicit CpuKernels(AddressSpace& memory, bool takesMessages = false) noexcept
        : memory_(memory), takesMessages_(takesMessages) {}

    ~CpuKernels() = default;
    CpuKernels(const CpuKernels&) = delete;
    CpuKernels& operator=(const CpuKernels&) = delete;

    /// Loads a library. Errors as CpuLibrary::load(); kRtParamInvalid (107000) too when the name is
    /// taken. Runs code of the library, so the caller holds no lock.
    Status load(const std::string& name, std::span<const std::byte> file);

    /// Nobody finds the library any more. Its own code for its end runs later, in closeUnused(), so
    /// that this can be called with locks held.
    void unload(const std::string& name) noexcept;

    /// Closes what was unloaded. The caller holds no lock.
    void closeUnused();

    /// Calls the kernel, once for each block, on the calling thread: one of the engine's own.
    KernelOutcome run(const hw::AicpuKernel& kernel, const RunContext& context);

    /// Libraries that can be found.
    size_t count() const;

  private:
    struct Found {
        std::shared_ptr<CpuLibrary> library;  // keeps it open
        std::string name;
        CpuLibrary::Kernel function = nullptr;
    };

    Result<Found> find(const hw::AicpuKernel& kernel) const;
    Result<std::string> textAt(uint64_t address, const char* what) const;
    KernelOutcome takeMessage(const hw::AicpuKernel& kernel) const;
    bool isInMemory(uint64_t address) const noexcept;

    AddressSpace& memory_;
    const bool takesMessages_;
    mutable Mutex mutex_{LockRank::kObject, "libraries of AI CPUs"};
    std::map<std::string, std::shared_ptr<CpuLibrary>> libraries_ BELAY_GUARDED_BY(mutex_);
    std::vector<std::shared_ptr<CpuLibrary>> unused_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::sim
