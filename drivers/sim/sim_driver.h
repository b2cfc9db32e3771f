// SimDriver: the driver interface over simulated devices inside this process.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>

#include "drivers/driver.h"
#include "drivers/sim/address_space.h"
#include "drivers/sim/cpu_kernels.h"
#include "drivers/sim/device_faults.h"
#include "drivers/sim/engine.h"
#include "drivers/sim/executor_hooks.h"
#include "drivers/sim/fault_plan.h"
#include "drivers/sim/sim_device.h"
#include "drivers/sim/sim_settings.h"
#include "drivers/sim/simulated_cores.h"

namespace belay::sim {

/// What others may plug in; outlives the driver.
struct SimHooks {
    KernelRunner* kernels = nullptr;    ///< null: the simulated cores run kernels
    CallbackSink* callbacks = nullptr;  ///< null: the listeners of the queues
    /// Whether AI CPUs take entries without a library, which are for their own software, and do
    /// nothing. Otherwise such entries fail: nobody here would do what they ask for.
    bool takesCpuMessages = false;
};

class SimDriver final : public driver::Driver, private FlagDirectory, private CallbackSink {
  public:
    explicit SimDriver(const SimSettings& settings, const SimHooks& hooks = {});
    ~SimDriver() override;
    SimDriver(const SimDriver&) = delete;
    SimDriver& operator=(const SimDriver&) = delete;

    Result<std::vector<driver::DeviceInfo>> devices() override;
    Status openDevice(uint32_t device) override;
    Status closeDevice(uint32_t device) override;
    Result<driver::DeviceState> deviceState(uint32_t device) override;
    Status repair(uint32_t device, const std::vector<driver::MemoryRange>& ranges) override;

    Result<void*> allocate(uint32_t device, uint64_t bytes, driver::MemoryKind kind) override;
    Status release(void* start) override;
    Status copy(void* target, const void* source, uint64_t bytes) override;
    Status fill(void* target, uint8_t value, uint64_t bytes) override;
    Status copyRows(const driver::RowCopy& copy) override;
    Result<driver::DmaList> makeList(uint32_t device, const driver::RowCopy& copy) override;
    void releaseList(const driver::DmaList& list) noexcept override;
    std::byte* hostView(void* start) noexcept override;
    void describeCode(const void* image, std::span<const std::byte> file) override;
    Result<driver::MemoryRange> syncArea(uint32_t device) override;
    Result<driver::MemoryUse> memoryUse(uint32_t device, driver::MemoryKind kind) override;
    driver::PointerInfo pointerInfo(const void* pointer) noexcept override;
    Result<void*> registerHost(uint32_t device, void* start, uint64_t bytes,
                               driver::Access access) override;
    Status unregisterHost(void* start) override;
    Result<driver::ShareName> share(uint32_t device, void* start, uint32_t id) override;
    Result<void*> openShared(uint32_t device, const driver::ShareName& name) override;
    Result<void*> reserve(uint64_t bytes, uint64_t alignment, void* hint) override;
    Result<driver::PhysicalMemory> createPhysical(uint32_t device, uint64_t bytes,
                                                  driver::MemoryKind kind) override;
    Status releasePhysical(const driver::PhysicalMemory& memory) override;
    Status map(void* address, const driver::PhysicalMemory& memory, driver::Access access) override;
    Status unmap(void* address) override;

    Status loadCpuLibrary(uint32_t device, const std::string& name,
                          std::span<const std::byte> file) override;
    void unloadCpuLibrary(uint32_t device, const std::string& name) noexcept override;

    Result<uint32_t> allocateId(uint32_t device, driver::IdType type) override;
    Status controlId(uint32_t device, driver::IdType type, uint32_t id,
                     driver::IdAction action) override;

    Result<driver::Queue*> createQueue(uint32_t device, const driver::QueueSetup& setup) override;
    Status destroyQueue(driver::Queue& queue) override;
    Result<bool> submit(driver::Queue& queue, const hw::Sqe* entries, uint32_t count) override;
    Result<driver::QueueState> queueState(driver::Queue& queue) override;
    Status control(driver::Queue& queue, driver::QueueAction action, uint64_t value) override;
    Status finishCall(driver::Queue& queue, const driver::HostCall& call) override;
    Result<uint32_t> receive(driver::Queue& queue, driver::Completion* completions,
                             uint32_t capacity) override;
    Result<bool> wait(driver::Queue& queue, uint64_t serial, Deadline deadline,
                      driver::Lending lending) override;

    /// What is not given back yet. For leak checks.
    struct LiveObjects {
        size_t devices = 0;
        size_t queues = 0;
        size_t allocations = 0;
        size_t events = 0;
        size_t notifies = 0;
    };

    LiveObjects liveObjects() const;

    /// "nothing", or what there is of each kind.
    static std::string textOf(const LiveObjects& live);

    const FaultPlan& faultPlan() const noexcept { return faults_; }

    const Engine& engine() const noexcept { return engine_; }

  private:
    DeviceFlags* find(hw::Die die) noexcept override;
    bool report(const hw::HostCallback& callback) override;

    Status closeOwned(uint32_t device);
    Result<SimDevice*> openedDevice(uint32_t device) const;
    Status requireNumber(uint32_t device) const;

    const SimSettings settings_;
    const SimHooks hooks_;
    FaultPlan faults_;
    FaultTrigger faultTrigger_;
    AddressSpace memory_;
    CpuKernels cpuKernels_;
    SimulatedCores cores_;
    Engine engine_;

    // Made when first opened; kept, so that finding one takes no lock. Release when made.
    std::array<std::atomic<SimDevice*>, AddressSpace::kMaxDevices> devices_{};

    mutable Mutex mutex_{LockRank::kProcess, "simulated devices"};
    std::array<std::unique_ptr<SimDevice>, AddressSpace::kMaxDevices> owned_
        BELAY_GUARDED_BY(mutex_);
    uint32_t openCount_ BELAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace belay::sim
