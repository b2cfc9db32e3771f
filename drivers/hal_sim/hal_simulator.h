// HalSimulator: the simulated devices of the process behind the HAL's functions.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"
#include "drivers/hal_sim/hal_device.h"
#include "drivers/hal_sim/memory_books.h"
#include "drivers/sim/executor_hooks.h"
#include "drivers/sim/sim_driver.h"

namespace belay::hal_sim {

/// Made by the first call of the process and never destroyed: threads may be in it at any time.
/// Thread-safe.
class HalSimulator final : private sim::CallbackSink {
  public:
    explicit HalSimulator(const sim::SimSettings& settings);
    ~HalSimulator() override = default;
    HalSimulator(const HalSimulator&) = delete;
    HalSimulator& operator=(const HalSimulator&) = delete;

    /// That of the process. Fails when the environment describes no devices, and with
    /// kRtDevSetupError (507033) in a process that was forked from one which had used devices.
    static Result<HalSimulator*> get();

    /// From here on a child that is forked has lost something.
    static void noteUse() noexcept;

    driver::Driver& driver() noexcept { return driver_; }

    MemoryBooks& books() noexcept { return books_; }

    uint32_t deviceCount() const noexcept { return static_cast<uint32_t>(devices_.size()); }

    /// kRtInvalidDeviceid (107001) for a number that is not there.
    Result<HalDevice*> device(uint32_t number);

    /// Likewise, and when it is not open.
    Result<HalDevice*> openedDevice(uint32_t number);

  private:
    static Result<HalSimulator*> make();

    bool report(const hw::HostCallback& callback) override;

    sim::SimDriver driver_;
    MemoryBooks books_;
    std::vector<std::unique_ptr<HalDevice>> devices_;
};

}  // namespace belay::hal_sim
