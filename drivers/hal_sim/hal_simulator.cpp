#include "drivers/hal_sim/hal_simulator.h"

#include <atomic>

#include "base/fork.h"
#include "base/log.h"
#include "drivers/sim/sim_device.h"
#include "drivers/sim/sim_settings.h"

namespace belay::hal_sim {
namespace {

constinit std::atomic<HalSimulator*> simulator{nullptr};
constinit std::atomic<bool> isUsed{false};
constinit std::atomic<bool> isLostInFork{false};

// The standard mutex does nothing when it is destroyed.
Mutex& makingMutex() {
    static constinit Mutex mutex{LockRank::kProcess, "simulator of the HAL"};
    return mutex;
}

ForkLock makingForkLock(LockRank::kProcess, [] { return &makingMutex(); });
ForkRepair lossInFork([] {
    if (isUsed.load(std::memory_order_relaxed)) {
        isLostInFork.store(true, std::memory_order_relaxed);
    }
});

}  // namespace

HalSimulator::HalSimulator(const sim::SimSettings& settings)
    : driver_(settings, {.callbacks = this, .takesCpuMessages = true}) {
    for (uint32_t number = 0; number < settings.deviceCount; ++number) {
        devices_.push_back(
            std::make_unique<HalDevice>(driver_, sim::SimDevice::infoOf(settings, number), number));
    }
}

Result<HalSimulator*> HalSimulator::get() {
    if (isLostInFork.load(std::memory_order_relaxed)) [[unlikely]] {
        return Status::error(Code::kRtDevSetupError,
                             "this process was forked from one that was using devices, whose "
                             "devices it does not have");
    }
    HalSimulator* found = simulator.load(std::memory_order_acquire);
    return found != nullptr ? Result<HalSimulator*>(found) : make();
}

Result<HalSimulator*> HalSimulator::make() {
    BELAY_ASSIGN(const sim::SimSettings settings, sim::readSimSettings());
    Lock lock(makingMutex());
    HalSimulator* made = simulator.load(std::memory_order_acquire);
    if (made != nullptr) {
        return made;  // by another thread
    }
    made = std::make_unique<HalSimulator>(settings).release();
    simulator.store(made, std::memory_order_release);
    lock.unlock();
    BELAY_LOG(kDriver, kInfo, "the HAL's devices are simulated: {} of {}", settings.deviceCount,
              settings.chip->socName);
    return made;
}

void HalSimulator::noteUse() noexcept {
    if (!isUsed.load(std::memory_order_relaxed)) [[unlikely]] {
        isUsed.store(true, std::memory_order_relaxed);
    }
}

Result<HalDevice*> HalSimulator::device(uint32_t number) {
    if (number >= devices_.size()) {
        return Status::error(Code::kRtInvalidDeviceid,
                             "there is no device {}; there are {}, numbered from 0", number,
                             devices_.size());
    }
    return devices_[number].get();
}

Result<HalDevice*> HalSimulator::openedDevice(uint32_t number) {
    BELAY_ASSIGN(HalDevice * found, device(number));
    BELAY_TRY(found->requireOpen());
    return found;
}

bool HalSimulator::report(const hw::HostCallback& callback) {
    const Result<HalDevice*> found = device(callback.deviceId);
    return found.isOk() && found.value()->callbackQueues().report(callback);
}

}  // namespace belay::hal_sim
