// HalDevice: one device as the HAL shows it: open or not, its ids and its queues.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "base/mutex.h"
#include "base/result.h"
#include "drivers/driver.h"
#include "drivers/hal_sim/bell.h"
#include "drivers/hal_sim/callback_queues.h"
#include "drivers/hal_sim/hal_stream.h"
#include "drivers/hal_sim/logic_queues.h"
#include "drivers/hal_sim/numbers.h"

namespace belay::hal_sim {

/// Exists as long as the process. Thread-safe; functions that need the device open say so with
/// kRtInvalidDeviceid (107001).
class HalDevice {
  public:
    /// `driver` outlives the device, of which `info` speaks.
    HalDevice(driver::Driver& driver, driver::DeviceInfo info, uint32_t number);
    HalDevice(const HalDevice&) = delete;
    HalDevice& operator=(const HalDevice&) = delete;
    ~HalDevice() = default;

    const driver::DeviceInfo& info() const noexcept { return info_; }

    uint32_t number() const noexcept { return number_; }

    /// kRtRepeatedInit (207015) when it is open.
    Status open();

    /// Ends all queues and gives everything of the device back.
    Status close();

    Status requireOpen() const;

    /// Whether it was ever open.
    bool wasOpen() const noexcept { return wasOpen_.load(std::memory_order_acquire); }

    /// Keeps the device open while it exists: close() waits for it. For calls that are short.
    class Visit {
      public:
        explicit Visit(HalDevice& device) noexcept : device_(&device) {}

        Visit(Visit&& other) noexcept : device_(std::exchange(other.device_, nullptr)) {}

        Visit& operator=(Visit&&) = delete;
        Visit(const Visit&) = delete;
        Visit& operator=(const Visit&) = delete;

        ~Visit() {
            if (device_ != nullptr) {
                device_->endVisit();
            }
        }

      private:
        HalDevice* device_;
    };

    Result<Visit> visit();

    /// What a thread that waits asks now and then, and says when the answer is yes.
    class SessionIsOver {
      public:
        explicit SessionIsOver(const HalDevice& device)
            : device_(device), session_(device.session_.load(std::memory_order_acquire)) {}

        bool operator()() const {
            return device_.session_.load(std::memory_order_acquire) != session_;
        }

        Status status() const {
            return Status::error(Code::kRtInvalidDeviceid, "device {} was closed meanwhile",
                                 device_.number_);
        }

      private:
        const HalDevice& device_;
        const uint64_t session_;
    };

    // --- ids ---

    Result<uint32_t> allocateStream(uint32_t priority, uint32_t flags);
    Status freeStream(uint32_t id);

    Result<uint32_t> allocateModel();
    Status freeModel(uint32_t id);

    struct Use {
        uint32_t capacity = 0;
        uint32_t used = 0;
    };

    Use modelUse() const;
    Use queueUse() const;
    Use streamUse() const;

    // --- queues ---

    /// The stream of an id or of a submission queue, which have the same number.
    Result<HalStream*> stream(uint32_t id) const;

    /// The device's area for flags between its cores, made when first asked for.
    Result<driver::MemoryRange> syncArea();

    LogicQueues& logicQueues() noexcept { return logicQueues_; }

    CallbackQueues& callbackQueues() noexcept { return callbackQueues_; }

  private:
    enum class State : uint8_t { kClosed, kChanging, kOpen };

    static constexpr uint32_t kModelLimit = 2048;

    static void onQueueEvent(void* device, driver::Queue& queue);
    void changeState(State state);
    void endVisit();

    driver::Driver& driver_;
    const driver::DeviceInfo info_;
    const uint32_t number_;
    Bell completionBell_;
    const std::unique_ptr<HalStream[]> streams_;
    LogicQueues logicQueues_;
    CallbackQueues callbackQueues_;

    // Changed under the mutex; whoever does not hold it may be told late.
    std::atomic<State> state_{State::kClosed};
    std::atomic<uint64_t> session_{0};  // changes when closing begins
    std::atomic<bool> wasOpen_{false};

    mutable Mutex mutex_{LockRank::kContext, "device of the HAL"};
    CondVar changed_;
    uint32_t visits_ BELAY_GUARDED_BY(mutex_) = 0;
    Numbers models_ BELAY_GUARDED_BY(mutex_);
    driver::MemoryRange syncArea_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay::hal_sim
