#include "runtime/devices.h"

#include <new>
#include <utility>

#include "base/env.h"
#include "base/fork.h"
#include "base/log.h"
#include "base/scope_exit.h"
#include "drivers/registry.h"
#include "runtime/state_callbacks.h"
#include "runtime/stream.h"
#include "runtime/thread_state.h"
#include "runtime/visible_devices.h"

namespace belay {
namespace {

// Whether the driver has been made to hold anything, which a forked child has then lost. Asking it
// what there is does not count: programs do that before they start workers.
std::atomic<bool> driverIsUsed{false};

ForkLock devicesForkLock(LockRank::kProcess, [] { return &Devices::instance().mutex(); });
ForkRepair devicesForkRepair([] { Devices::instance().noteFork(); });

}  // namespace

std::atomic<bool> Devices::lostInFork{false};

Devices& Devices::instance() {
    static NeverDestroyed<Devices> devices;
    return devices.get();
}

// Threads that waited do not exist in the child, so the condition variable that counts on them is
// made anew, without ending the old one.
void Devices::noteFork() noexcept {
    ::new (static_cast<void*>(&settled_)) CondVar();
    if (driverIsUsed.load(std::memory_order_relaxed)) {
        lostInFork.store(true, std::memory_order_relaxed);
    }
}

Status Devices::lostInForkError() {
    return Status::error(Code::kRtInternalError,
                         "this process was forked from one that was using devices, whose devices "
                         "it does not have; fork before the first use of a device, or start a new "
                         "program");
}

Status Devices::start() {
    if (isStarted_) {
        return Status::ok();
    }
    // Kept although it may not answer now: the next call asks the same one again.
    if (driver_ == nullptr) {
        BELAY_ASSIGN(driver_, driver::makeDriver());
    }
    BELAY_ASSIGN(const std::vector<driver::DeviceInfo> infos, driver_->devices());
    VisibleDevices visible = visibleDevices(env::text(env::Variable::kVisibleDevices),
                                            static_cast<uint32_t>(infos.size()));
    std::vector<Entry> entries(visible.numbers.size());
    for (size_t number = 0; number < entries.size(); ++number) {
        entries[number].driverNumber = visible.numbers[number];
        entries[number].info = infos[visible.numbers[number]];
    }
    entries_ = std::move(entries);
    hiding_ = std::move(visible.hiding);
    isStarted_ = true;
    return Status::ok();
}

Result<driver::Driver*> Devices::driver() {
    BELAY_TRY(requireNotForked());
    const Lock lock(mutex_);
    BELAY_TRY(start());
    driverIsUsed.store(true, std::memory_order_relaxed);
    return driver_.get();
}

Result<uint32_t> Devices::count() {
    BELAY_TRY(requireNotForked());
    const Lock lock(mutex_);
    BELAY_TRY(start());
    if (entries_.empty()) {
        return Status::error(Code::kRtNoDevice, "there is no device{}", hiding_);
    }
    return static_cast<uint32_t>(entries_.size());
}

Result<Devices::Entry*> Devices::entry(int32_t device, const char* argument) {
    BELAY_TRY(start());
    if (device < 0 || static_cast<size_t>(device) >= entries_.size()) {
        return Status::error(Code::kRtInvalidDeviceid,
                             "argument '{}' is {}; there are {} devices, numbered from 0{}",
                             argument, device, entries_.size(), hiding_);
    }
    return &entries_[static_cast<size_t>(device)];
}

Result<driver::DeviceInfo> Devices::info(int32_t device, const char* argument) {
    BELAY_TRY(requireNotForked());
    const Lock lock(mutex_);
    BELAY_ASSIGN(const Entry* found, entry(device, argument));
    return found->info;
}

Result<DeviceNumbers> Devices::numbers(uint32_t DeviceNumbers::*kind, int32_t number,
                                       const char* argument) {
    BELAY_TRY(requireNotForked());
    const Lock lock(mutex_);
    BELAY_TRY(start());
    for (uint32_t user = 0; user < entries_.size(); ++user) {
        const DeviceNumbers numbers{.user = user,
                                    .logical = entries_[user].driverNumber,
                                    .physical = entries_[user].info.physicalId};
        if (number >= 0 && numbers.*kind == static_cast<uint32_t>(number)) {
            return numbers;
        }
    }
    return Status::error(Code::kRtInvalidDeviceid,
                         "argument '{}' is {}, which is the number of none of the {} devices{}",
                         argument, number, entries_.size(), hiding_);
}

Result<driver::DeviceState> Devices::state(int32_t device) {
    BELAY_TRY(requireNotForked());
    driver::Driver* driver = nullptr;
    uint32_t driverNumber = 0;
    {
        const Lock lock(mutex_);
        BELAY_ASSIGN(const Entry* found, entry(device));
        driver = driver_.get();
        driverNumber = found->driverNumber;
    }
    return driver->deviceState(driverNumber);
}

Result<const char*> Devices::socName() {
    BELAY_TRY(count().takeStatus());
    const Lock lock(mutex_);
    return entries_.front().info.socName.c_str();
}

// ---- setting and resetting ----

// Entries stay where they are, so they may be looked at again after a wait.
Status Devices::waitUntilSettled(Lock& lock, const Entry& found) {
    if (found.isChanging && found.changer == std::this_thread::get_id()) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "called from a callback that is told of the device being set or "
                             "reset: the call would wait for itself");
    }
    settled_.wait(lock, Deadline::never(),
                  [&found]() BELAY_NO_THREAD_SAFETY_ANALYSIS { return !found.isChanging; });
    return Status::ok();
}

Result<Devices::Entry*> Devices::settledEntry(Lock& lock, int32_t device) {
    BELAY_ASSIGN(Entry * found, entry(device));
    BELAY_TRY(waitUntilSettled(lock, *found));
    return found;
}

// Others that want the device wait meanwhile.
template <typename Work>
void Devices::changeUnlocked(Lock& lock, Entry& found, Work work) {
    found.isChanging = true;
    found.changer = std::this_thread::get_id();
    lock.unlock();
    const ScopeExit settle([&]() BELAY_NO_THREAD_SAFETY_ANALYSIS {
        lock.lock();
        found.isChanging = false;
        settled_.notifyAll();
    });
    work();
}

Result<Ref<Device>> Devices::open(Lock& lock, Entry& found, uint32_t number) {
    if (found.device) {
        return found.device;
    }
    driverIsUsed.store(true, std::memory_order_relaxed);
    Result<Ref<Device>> opened = Ref<Device>();
    changeUnlocked(lock, found, [&, &driver = *driver_] {
        announce(number, DevicePhase::kBeforeSet);
        opened = Device::open(driver, number, found.info, found.driverNumber);
    });
    BELAY_ASSIGN(found.device, std::move(opened));
    return found.device;
}

Status Devices::close(Lock& lock, Entry& found, int64_t waitMs) {
    if (!found.device) {
        return Status::ok();
    }
    // Callbacks may still use the device, but not set or reset it.
    const uint32_t number = found.device->number();
    changeUnlocked(lock, found, [number] { announce(number, DevicePhase::kBeforeReset); });
    const Ref<Device> closed = std::exchange(found.device, nullptr);
    found.uses = 0;
    found.contexts = 0;
    Status ended = Status::ok();
    changeUnlocked(lock, found, [&] {
        ended = closed->close(waitMs);
        announce(number, DevicePhase::kAfterReset);
    });
    return ended;
}

void Devices::closeUntold(Lock& lock, Entry& found) {
    if (const Status ended = close(lock, found, 0); !ended.isOk()) {
        BELAY_LOG(kRuntime, kError, "a device was not closed cleanly: {}", ended.message());
    }
}

// With the device and its context ready for use, and no lock.
void Devices::announceOpening(uint32_t number, bool isNew, Context* newContext) {
    if (isNew) {
        announce(number, DevicePhase::kAfterSet);
    }
    if (newContext != nullptr) {
        newContext->announceDefaultStream();
    }
}

Status Devices::set(int32_t device) {
    BELAY_TRY(requireNotForked());
    Ref<Context> context;
    bool wasOpen = false;
    bool hadContext = false;
    {
        Lock lock(mutex_);
        BELAY_ASSIGN(Entry * found, settledEntry(lock, device));
        wasOpen = static_cast<bool>(found->device);
        BELAY_ASSIGN(const Ref<Device> opened, open(lock, *found, static_cast<uint32_t>(device)));
        hadContext = static_cast<bool>(opened->defaultContext());
        Result<Ref<Context>> made = opened->makeDefaultContext();
        if (!made.isOk() && found->uses == 0 && found->contexts == 0) {
            closeUntold(lock, *found);
        }
        BELAY_ASSIGN(context, std::move(made));
        ++found->uses;
    }
    setCurrentContext(context);
    announceOpening(static_cast<uint32_t>(device), !wasOpen, hadContext ? nullptr : context.get());
    return Status::ok();
}

Status Devices::reset(int32_t device) {
    BELAY_TRY(requireNotForked());
    Lock lock(mutex_);
    BELAY_ASSIGN(Entry * found, settledEntry(lock, device));
    BELAY_TRY(requireSet(*found, device));
    if (--found->uses > 0) {
        return Status::ok();
    }
    if (found->contexts == 0) {
        return close(lock, *found, kShutDownWaitMs);
    }
    const Ref<Device> kept = found->device;
    Status ended = Status::ok();
    changeUnlocked(lock, *found, [&] { ended = kept->endDefaultContext(kShutDownWaitMs); });
    return ended;
}

Status Devices::resetForce(int32_t device) {
    BELAY_TRY(requireNotForked());
    Lock lock(mutex_);
    BELAY_ASSIGN(Entry * found, settledEntry(lock, device));
    BELAY_TRY(requireSet(*found, device));
    return close(lock, *found, 0);
}

Status Devices::requireSet(const Entry& found, int32_t device) {
    return found.uses > 0
               ? Status::ok()
               : Status::error(Code::kRtContextReleaseError,
                               "argument 'deviceId' is {}, a device that is not set", device);
}

Result<Ref<Context>> Devices::createContext(int32_t device) {
    BELAY_TRY(requireNotForked());
    Ref<Context> context;
    bool wasOpen = false;
    {
        Lock lock(mutex_);
        BELAY_ASSIGN(Entry * found, settledEntry(lock, device));
        wasOpen = static_cast<bool>(found->device);
        BELAY_ASSIGN(const Ref<Device> opened, open(lock, *found, static_cast<uint32_t>(device)));
        Result<Ref<Context>> made = opened->createContext();
        if (!made.isOk() && found->uses == 0 && found->contexts == 0) {
            closeUntold(lock, *found);
        }
        BELAY_ASSIGN(context, std::move(made));
        ++found->contexts;
    }
    setCurrentContext(context);
    announceOpening(static_cast<uint32_t>(device), !wasOpen, context.get());
    return context;
}

Status Devices::destroyContext(Context& context) {
    BELAY_TRY(requireNotForked());
    const Ref<Device> device(&context.device());
    Lock lock(mutex_);
    Entry& found = entries_[device->number()];
    BELAY_TRY(waitUntilSettled(lock, found));
    if (!context.isAlive() || found.device != device) {
        return Status::error(Code::kRtContextNull, "the context has been destroyed already");
    }
    if (device->defaultContext().get() == &context) {
        return Status::error(Code::kRtContextNull,
                             "the context is the default one of device {}, which goes with "
                             "aclrtResetDevice",
                             device->number());
    }
    if (--found.contexts == 0 && found.uses == 0) {
        return close(lock, found, kShutDownWaitMs);
    }
    Status ended = Status::ok();
    changeUnlocked(lock, found, [&] { ended = context.destroy(kShutDownWaitMs); });
    return ended;
}

void Devices::closeAll() {
    if (areLostInFork()) {
        return;
    }
    Lock lock(mutex_);
    for (Entry& found : entries_) {
        // A callback that is told of this device finalises: whoever called it closes the device.
        if (waitUntilSettled(lock, found).isOk()) {
            closeUntold(lock, found);
        }
    }
}

uint32_t Devices::numberOf(uint32_t driverNumber) {
    const Lock lock(mutex_);
    for (uint32_t number = 0; number < entries_.size(); ++number) {
        if (entries_[number].driverNumber == driverNumber) {
            return number;
        }
    }
    return driverNumber;
}

void Devices::lookAtStreams() {
    std::vector<Ref<Device>> open;
    {
        const Lock lock(mutex_);
        for (const Entry& found : entries_) {
            open.push_back(found.device);
        }
    }
    for (const Ref<Device>& device : open) {
        if (device) {
            device->lookAtStreams();
        }
    }
}

Ref<Device> Devices::find(int32_t device) {
    const Lock lock(mutex_);
    if (device < 0 || static_cast<size_t>(device) >= entries_.size()) {
        return nullptr;
    }
    return entries_[static_cast<size_t>(device)].device;
}

Result<Context*> Devices::currentContext() {
    BELAY_TRY(requireNotForked());
    Context* context = threadState().context.get();
    if (context == nullptr || !context->isAlive()) [[unlikely]] {
        return Status::error(
            Code::kRtContextNull, "{}",
            context == nullptr
                ? "the calling thread has no context; call aclrtSetDevice or "
                  "aclrtSetCurrentContext on it first"
                : "the calling thread's context was destroyed, or its device was reset");
    }
    return context;
}

void Devices::setCurrentContext(Ref<Context> context) {
    threadState().context = std::move(context);
}

}  // namespace belay
