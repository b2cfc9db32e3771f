// Device: a device between the call that opens it and the reset that closes it.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/mutex.h"
#include "base/ref.h"
#include "base/result.h"
#include "base/scope_exit.h"
#include "base/use_counter.h"
#include "drivers/driver.h"
#include "hw/sqe_encode.h"
#include "runtime/device_settings.h"
#include "runtime/kernel_memory.h"
#include "runtime/overflow_status.h"

namespace belay {

class Context;
class Stream;

/// An opened device and the contexts on it. Opening it again makes another Device, so whoever still
/// holds this one cannot harm its successor. Thread-safe.
class Device final : public RefCounted {
  public:
    /// Opens device `driverNumber` for the application's device `number`. Errors as
    /// driver::Driver::openDevice().
    static Result<Ref<Device>> open(driver::Driver& driver, uint32_t number,
                                    const driver::DeviceInfo& info, uint32_t driverNumber);

    ~Device() override;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    /// Ends every context, stream and event of the device and closes it. Calls that wait for its
    /// streams return. With `waitMs` above 0, work in flight may finish within that time. The first
    /// error of the driver; everything has ended all the same.
    Status close(int64_t waitMs);

    bool isOpen() const noexcept { return isOpen_.load(std::memory_order_acquire); }

    /// As the application numbers devices.
    uint32_t number() const noexcept { return number_; }

    /// As the driver does.
    uint32_t driverNumber() const noexcept { return driverNumber_; }

    const driver::DeviceInfo& info() const noexcept { return info_; }

    driver::Driver& driver() const noexcept { return driver_; }

    const hw::SqeEncoder& encoder() const noexcept { return encoder_; }

    DeviceSettings& settings() noexcept { return settings_; }

    OverflowStatus& overflowStatus() noexcept { return overflowStatus_; }

    KernelMemory& kernelMemory() noexcept { return kernelMemory_; }

    /// The default context, made if there is none.
    Result<Ref<Context>> makeDefaultContext();

    /// Null when there is none.
    Ref<Context> defaultContext() const;

    /// Ends the default context and its streams, after work in flight has had `waitMs`.
    Status endDefaultContext(int64_t waitMs);

    /// kRtContextReleaseError (507007) when the device has been closed.
    Result<Ref<Context>> createContext();

    /// Until endUse(), on the same thread, the device is not closed: for whoever makes something on
    /// it that no context knows of yet, and for copies in the caller's time. kRtContextNull
    /// (107002) when it was closed before.
    Status beginUse() { return uses_.begin() ? Status::ok() : closedError(); }

    void endUse() noexcept { uses_.end(); }

    /// Waits for all streams of all contexts, and reports one failure that is due.
    Status synchronize(Deadline deadline);

    /// Drops the work of all streams; those who wait for one get kRtDeviceTaskAbort (107022).
    /// kRtWaitTimeout (107019) when a task that runs does not end until the deadline.
    Status abortTasks(Deadline deadline);

    /// Looks how far all streams are, so that tasks that are done have ended.
    void lookAtStreams();

    Result<driver::DeviceState> state() const { return driver_.deviceState(driverNumber_); }

    /// An event or notify of the device, unset. Errors as the driver's; kRtContextNull (107002)
    /// when the device is closed.
    Result<uint32_t> allocateId(driver::IdType type);

    /// Nothing happens once the device is closed: its ids are gone with it.
    /// Errors as the driver's.
    Status controlId(driver::IdType type, uint32_t id, driver::IdAction action);

    /// Likewise, where nobody can be told: an error is logged.
    void tryControlId(driver::IdType type, uint32_t id, driver::IdAction action) noexcept;

  private:
    friend class Context;

    Device(driver::Driver& driver, uint32_t number, const driver::DeviceInfo& info,
           uint32_t driverNumber);

    std::vector<Ref<Context>> contexts() const;
    void forget(const Context& context);
    Status closedError() const;

    driver::Driver& driver_;
    const uint32_t number_;
    const uint32_t driverNumber_;
    const driver::DeviceInfo info_;
    const hw::StarsV1Encoder encoder_;
    DeviceSettings settings_;
    OverflowStatus overflowStatus_;
    KernelMemory kernelMemory_;

    // Release when closed: who sees true may still meet a closed device, which every driver call
    // survives but those on queues; Stream guards these.
    std::atomic<bool> isOpen_{true};

    mutable Mutex mutex_{LockRank::kDevice, "device"};
    Ref<Context> defaultContext_ BELAY_GUARDED_BY(mutex_);
    std::vector<Ref<Context>> contexts_ BELAY_GUARDED_BY(mutex_);  // the default one too

    UseCounter uses_;

    // Held while ids are taken and given back and when isOpen_ changes, so that the device is not
    // closed and opened again in between.
    Mutex idMutex_{LockRank::kIds, "ids of a device"};
};

/// Work with `device` in the calling thread's time, which closing it waits for: `work()` returns a
/// Status. kRtContextNull (107002) when it was closed before.
template <typename Work>
Status useDevice(Device& device, Work work) {
    BELAY_TRY(device.beginUse());
    const ScopeExit end([&device] { device.endUse(); });
    return work();
}

}  // namespace belay
