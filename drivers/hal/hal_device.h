// HalDevice: one device of the vendor's library: its queues, and the threads that look after them.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/driver.h"
#include "drivers/hal/call_reader.h"
#include "drivers/hal/device_number.h"
#include "drivers/hal/hal_api.h"
#include "drivers/hal/hal_queue.h"
#include "drivers/hal/queue_list.h"
#include "drivers/hal/queue_monitor.h"

namespace belay::hal {

/// Exists from the first opening on; what it holds comes and goes with open() and close(), of which
/// one runs at a time. The rest is thread-safe.
class HalDevice {
  public:
    HalDevice(const HalApi& api, const DeviceNumber& number, uint32_t queueDepth);
    ~HalDevice() = default;
    HalDevice(const HalDevice&) = delete;
    HalDevice& operator=(const HalDevice&) = delete;

    const DeviceNumber& number() const noexcept { return number_; }

    bool isOpen() const noexcept { return isOpen_.load(std::memory_order_acquire); }

    /// Blocks, on a card for a good while.
    Status open();

    /// Ends the threads and the queues that are left, calls `forgetMemory`, and closes the device.
    /// The first error of the library; the device is closed all the same, and what stays behind in
    /// the library is given back when it is opened and closed again.
    template <typename ForgetMemory>
    Status close(ForgetMemory forgetMemory) {
        isOpen_.store(false, std::memory_order_release);
        Status ended = endQueues();
        forgetMemory();
        Status closed = closeInLibrary();
        return ended.isOk() ? std::move(closed) : std::move(ended);
    }

    /// Where cores leave flags for each other.
    Result<driver::MemoryRange> syncArea();

    Result<driver::Queue*> createQueue(const driver::QueueSetup& setup);
    Status destroyQueue(HalQueue& queue);
    Result<bool> submit(HalQueue& queue, const hw::Sqe* entries, uint32_t count);
    Status control(HalQueue& queue, driver::QueueAction action, uint64_t value);
    Result<uint32_t> receive(HalQueue& queue, driver::Completion* completions, uint32_t capacity);

  private:
    Status openInLibrary();
    Status closeInLibrary();
    Status endQueues();
    Status prepareCalls(const hw::Sqe* entries, uint32_t count);

    const HalApi& api_;
    const DeviceNumber number_;
    const uint32_t queueDepth_;
    QueueList queues_;
    QueueMonitor monitor_{queues_};
    CallReader calls_;
    // The library has not always closed what was closed here.
    bool isOpenInLibrary_ = false;
    mutable Mutex syncMutex_{LockRank::kObject, "area of flags between cores"};
    driver::MemoryRange syncArea_ BELAY_GUARDED_BY(syncMutex_);  // mapped when first wanted
    // Release, when all of the above can be used.
    std::atomic<bool> isOpen_{false};
};

}  // namespace belay::hal
