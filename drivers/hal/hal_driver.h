// HalDriver: the driver interface over the vendor's library, libascend_hal.so.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "drivers/driver.h"
#include "drivers/hal/device_list.h"
#include "drivers/hal/hal_device.h"
#include "drivers/hal/hal_loader.h"
#include "drivers/hal/hal_memory.h"

namespace belay::hal {

/// Not built: memory and notifies that processes share, address space without memory, libraries of
/// AI CPU kernels, another priority for a stream that exists. They answer kRtFeatureNotSupport
/// (207000).
class HalDriver final : public driver::Driver {
  public:
    /// What HalLibrary::api names outlives the driver.
    explicit HalDriver(HalLibrary library);
    ~HalDriver() override;
    HalDriver(const HalDriver&) = delete;
    HalDriver& operator=(const HalDriver&) = delete;

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

  private:
    static constexpr uint32_t kMostDevices = 64;

    Status requireNumber(uint32_t device);
    Result<HalDevice*> openedDevice(uint32_t device) const;
    HalDevice& deviceOf(const driver::Queue& queue) const;

    const HalLibrary library_;
    HalMemory memory_{library_.api};

    // What the library calls each device, and how many there are. Relaxed: the count, stored with
    // release, publishes the ids; they are always the same.
    std::array<std::atomic<uint32_t>, kMostDevices> halIds_{};
    std::atomic<uint32_t> deviceCount_{0};

    // Made when first opened; kept, so that finding one takes no lock. Release when made.
    std::array<std::atomic<HalDevice*>, kMostDevices> devices_{};

    mutable Mutex mutex_{LockRank::kProcess, "devices of the driver's library"};
    std::array<std::unique_ptr<HalDevice>, kMostDevices> owned_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::hal
