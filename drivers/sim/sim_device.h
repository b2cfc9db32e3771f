// SimDevice: one simulated device: its flags, its queues, and who executes its entries.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/mutex.h"
#include "drivers/driver.h"
#include "drivers/sim/address_space.h"
#include "drivers/sim/busy_meter.h"
#include "drivers/sim/device_faults.h"
#include "drivers/sim/engine.h"
#include "drivers/sim/executor_hooks.h"
#include "drivers/sim/flags.h"
#include "drivers/sim/sim_queue.h"
#include "drivers/sim/sim_settings.h"
#include "drivers/sim/sqe_executor.h"

namespace belay::sim {

/// What a device needs of its surroundings; all of it outlives the device.
struct SimDeviceSetup {
    uint32_t index;
    const SimSettings& settings;
    AddressSpace& memory;
    Engine& engine;
    FlagDirectory& directory;
    CallbackSink& callbacks;
    FaultTrigger& faults;
    KernelRunner* kernels;
};

/// Exists from the first opening on; what it holds comes and goes with open() and close().
/// Thread-safe.
class SimDevice {
  public:
    explicit SimDevice(const SimDeviceSetup& setup);
    ~SimDevice();
    SimDevice(const SimDevice&) = delete;
    SimDevice& operator=(const SimDevice&) = delete;

    /// What a device of these settings is.
    static driver::DeviceInfo infoOf(const SimSettings& settings, uint32_t index);

    const driver::DeviceInfo& info() const noexcept { return info_; }

    Status open();

    /// Ends all queues and gives back ids and memory.
    void close();

    bool isOpen() const;

    driver::DeviceState state() const;

    /// That of a device that was never opened.
    static driver::DeviceState stateOfUnused() noexcept { return {.ticks = ticks()}; }

    /// The devices' clock.
    static uint64_t ticks() noexcept;

    DeviceFlags& flags() noexcept { return flags_; }

    DeviceFaults& faults() noexcept { return faults_; }

    SqeExecutor& executor() noexcept { return executor_; }

    Result<SimQueue*> createQueue(const driver::QueueSetup& setup);

    void destroyQueue(SimQueue& queue);

    /// Null when there is none with this id.
    SimQueue* findQueue(uint16_t streamId) const;

    size_t queueCount() const;

  private:
    Status requireOpen() const BELAY_REQUIRES(mutex_);

    SimDeviceSetup setup_;
    driver::DeviceInfo info_;
    FlagTable events_;
    FlagTable notifies_;
    DeviceFlags flags_;
    DeviceFaults faults_;
    mutable BusyMeters busy_;
    SqeExecutor executor_;

    mutable Mutex mutex_{LockRank::kDevice, "simulated device"};
    bool isOpen_ BELAY_GUARDED_BY(mutex_) = false;
    std::vector<std::unique_ptr<SimQueue>> queues_ BELAY_GUARDED_BY(mutex_);  // by stream id
    std::vector<uint16_t> freeStreamIds_ BELAY_GUARDED_BY(mutex_);
    uint32_t queueCount_ BELAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace belay::sim
