#include "drivers/sim/sim_driver.h"

#include <cstring>
#include <utility>

#include "base/log.h"
#include "drivers/sim/dma_list.h"
#include "drivers/sim/fault_signals.h"

namespace belay::sim {
namespace {

using driver::IdAction;
using driver::IdType;
using driver::Queue;
using driver::QueueAction;

SimQueue& simQueue(Queue& queue) {
    return static_cast<SimQueue&>(queue);
}

Status notBuilt(const char* what) {
    return Status::error(Code::kRtFeatureNotSupport, "simulated devices do not {} yet", what);
}

}  // namespace

SimDriver::SimDriver(const SimSettings& settings, const SimHooks& hooks)
    : driver::Driver("sim"),
      settings_(settings),
      hooks_(hooks),
      faults_(settings.failCall),
      faultTrigger_(settings.fault),
      memory_({.deviceBytes = settings.memoryBytes, .isChecked = settings.checkMemory}),
      cpuKernels_(memory_, hooks.takesCpuMessages),
      cores_({.memory = memory_, .cpuKernels = cpuKernels_, .sharesBlocks = settings.sharesBlocks}),
      engine_(settings.mayLend) {
    if (!settings.containsFaults) {
        FaultSignals::renounce();
    }
}

SimDriver::~SimDriver() {
    for (uint32_t device = 0; device < settings_.deviceCount; ++device) {
        static_cast<void>(closeDevice(device));
    }
}

// ---- devices ----

Result<std::vector<driver::DeviceInfo>> SimDriver::devices() {
    BELAY_TRY(faults_.check("devices"));
    std::vector<driver::DeviceInfo> infos;
    for (uint32_t device = 0; device < settings_.deviceCount; ++device) {
        infos.push_back(SimDevice::infoOf(settings_, device));
    }
    return infos;
}

Status SimDriver::requireNumber(uint32_t device) const {
    return device < settings_.deviceCount
               ? Status::ok()
               : Status::error(Code::kRtInvalidDeviceid,
                               "there is no device {}; there are {}, numbered from 0", device,
                               settings_.deviceCount);
}

Status SimDriver::openDevice(uint32_t device) {
    BELAY_TRY(faults_.check("openDevice"));
    BELAY_TRY(requireNumber(device));
    const Lock lock(mutex_);
    if (owned_[device] == nullptr) {
        owned_[device] = std::make_unique<SimDevice>(
            SimDeviceSetup{.index = device,
                           .settings = settings_,
                           .memory = memory_,
                           .engine = engine_,
                           .directory = *this,
                           .callbacks = hooks_.callbacks != nullptr ? *hooks_.callbacks : *this,
                           .faults = faultTrigger_,
                           .kernels = hooks_.kernels != nullptr ? hooks_.kernels : &cores_});
        devices_[device].store(owned_[device].get(), std::memory_order_release);
    }
    BELAY_TRY(owned_[device]->open());
    FaultSignals::stayInFront();
    ++openCount_;
    return Status::ok();
}

Status SimDriver::closeDevice(uint32_t device) {
    BELAY_TRY(requireNumber(device));
    BELAY_TRY(closeOwned(device));
    cpuKernels_.closeUnused();
    return Status::ok();
}

Status SimDriver::closeOwned(uint32_t device) {
    const Lock lock(mutex_);
    if (owned_[device] == nullptr || !owned_[device]->isOpen()) {
        return Status::error(Code::kRtInvalidDeviceid, "device {} is not open", device);
    }
    owned_[device]->close();
    if (--openCount_ == 0) {
        engine_.stop();
        cores_.stop();
        BELAY_LOG(kDriver, kInfo, "the last simulated device is closed; left: {}",
                  textOf(liveObjects()));
    }
    return Status::ok();
}

Result<SimDevice*> SimDriver::openedDevice(uint32_t device) const {
    BELAY_TRY(requireNumber(device));
    SimDevice* found = devices_[device].load(std::memory_order_acquire);
    if (found == nullptr) {
        return Status::error(Code::kRtInvalidDeviceid, "device {} is not open", device);
    }
    return found;
}

Result<driver::DeviceState> SimDriver::deviceState(uint32_t device) {
    BELAY_TRY(requireNumber(device));
    const SimDevice* found = devices_[device].load(std::memory_order_acquire);
    return found != nullptr ? found->state() : SimDevice::stateOfUnused();
}

Status SimDriver::repair(uint32_t device, const std::vector<driver::MemoryRange>& ranges) {
    BELAY_ASSIGN(SimDevice * found, openedDevice(device));
    BELAY_TRY(found->faults().repair(ranges));
    for (const driver::MemoryRange& range : ranges) {
        // Memory that was released meanwhile has no content to lose.
        static_cast<void>(memory_.fill(range.start, 0, range.bytes));
    }
    return Status::ok();
}

DeviceFlags* SimDriver::find(hw::Die die) noexcept {
    if (die.chip >= settings_.deviceCount || die.die != 0) {
        return nullptr;
    }
    SimDevice* device = devices_[die.chip].load(std::memory_order_acquire);
    return device != nullptr ? &device->flags() : nullptr;
}

// Of a queue that is executing the entry, and so exists.
bool SimDriver::report(const hw::HostCallback& callback) {
    const Result<SimDevice*> device = openedDevice(callback.deviceId);
    SimQueue* queue = device.isOk() ? device.value()->findQueue(callback.streamId) : nullptr;
    return queue != nullptr && queue->reportCall({.function = callback.function,
                                                  .data = callback.data,
                                                  .taskId = callback.taskId,
                                                  .eventId = callback.eventId,
                                                  .isBlocking = callback.isBlocking != 0});
}

SimDriver::LiveObjects SimDriver::liveObjects() const {
    LiveObjects live;
    live.allocations = memory_.allocationCount();
    for (const std::atomic<SimDevice*>& slot : devices_) {
        const SimDevice* device = slot.load(std::memory_order_acquire);
        if (device != nullptr) {
            const driver::DeviceState state = device->state();
            live.devices += device->isOpen() ? 1 : 0;
            live.queues += state.streamsInUse;
            live.events += state.eventsInUse;
            live.notifies += state.notifiesInUse;
        }
    }
    return live;
}

std::string SimDriver::textOf(const LiveObjects& live) {
    std::string text;
    const auto add = [&text](size_t count, const char* what) {
        if (count != 0) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
        }
    };
    add(live.devices, "devices");
    add(live.queues, "queues");
    add(live.allocations, "allocations of pinned memory");
    add(live.events, "events");
    add(live.notifies, "notifies");
    return text.empty() ? "nothing" : text;
}

// ---- memory ----

Result<void*> SimDriver::allocate(uint32_t device, uint64_t bytes, driver::MemoryKind kind) {
    BELAY_TRY(faults_.check("allocate"));
    return memory_.allocate(device, bytes, kind);
}

Status SimDriver::release(void* start) {
    if (cores_.mayHoldCode(static_cast<const std::byte*>(start))) [[unlikely]] {
        const driver::PointerInfo info = memory_.pointerInfo(start);
        if (info.start == start) {
            cores_.forget({static_cast<std::byte*>(start), static_cast<size_t>(info.bytes)});
        }
    }
    return memory_.release(start);
}

Status SimDriver::copy(void* target, const void* source, uint64_t bytes) {
    BELAY_TRY(faults_.check("copy"));
    return memory_.copy(target, source, bytes);
}

Status SimDriver::fill(void* target, uint8_t value, uint64_t bytes) {
    BELAY_TRY(faults_.check("fill"));
    return memory_.fill(target, value, bytes);
}

Status SimDriver::copyRows(const driver::RowCopy& copy) {
    BELAY_TRY(faults_.check("copyRows"));
    return memory_.copyRows(copy);
}

// The list is one image of the copy, in pinned memory: an address of an entry can then be checked
// like any other.
Result<driver::DmaList> SimDriver::makeList(uint32_t device, const driver::RowCopy& copy) {
    BELAY_TRY(faults_.check("makeList"));
    BELAY_ASSIGN(void* start,
                 memory_.allocate(device, sizeof(DmaListImage), driver::MemoryKind::kHostPinned));
    const DmaListImage image{.copy = copy};
    std::memcpy(start, &image, sizeof image);
    return driver::DmaList{.address = reinterpret_cast<uintptr_t>(start), .tail = 1};
}

void SimDriver::releaseList(const driver::DmaList& list) noexcept {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): what makeList() gave
    static_cast<void>(memory_.release(reinterpret_cast<void*>(list.address)));
}

std::byte* SimDriver::hostView(void* start) noexcept {
    return memory_.view(start, 1);
}

void SimDriver::describeCode(const void* image, std::span<const std::byte> file) {
    cores_.describeImage(static_cast<const std::byte*>(image), file);
}

// Simulated cores have flags of their own and never look there.
Result<driver::MemoryRange> SimDriver::syncArea(uint32_t device) {
    BELAY_TRY(openedDevice(device).takeStatus());
    return driver::MemoryRange{};
}

Result<driver::MemoryUse> SimDriver::memoryUse(uint32_t device, driver::MemoryKind kind) {
    return memory_.memoryUse(device, kind);
}

driver::PointerInfo SimDriver::pointerInfo(const void* pointer) noexcept {
    return memory_.pointerInfo(pointer);
}

Result<void*> SimDriver::registerHost(uint32_t device, void* start, uint64_t bytes,
                                      driver::Access access) {
    BELAY_TRY(faults_.check("registerHost"));
    BELAY_TRY(openedDevice(device).takeStatus());
    return memory_.registerHost(device, start, bytes, access);
}

Status SimDriver::unregisterHost(void* start) {
    return memory_.unregisterHost(start);
}

Result<driver::ShareName> SimDriver::share(uint32_t, void*, uint32_t) {
    return notBuilt("share memory or notifies with other processes");
}

Result<void*> SimDriver::openShared(uint32_t, const driver::ShareName&) {
    return notBuilt("share memory or notifies with other processes");
}

Result<void*> SimDriver::reserve(uint64_t, uint64_t, void*) {
    return notBuilt("reserve address space");
}

Result<driver::PhysicalMemory> SimDriver::createPhysical(uint32_t, uint64_t, driver::MemoryKind) {
    return notBuilt("give memory without an address");
}

Status SimDriver::releasePhysical(const driver::PhysicalMemory&) {
    return notBuilt("give memory without an address");
}

Status SimDriver::map(void*, const driver::PhysicalMemory&, driver::Access) {
    return notBuilt("map memory");
}

Status SimDriver::unmap(void*) {
    return notBuilt("map memory");
}

// ---- kernels of the AI CPU ----

Status SimDriver::loadCpuLibrary(uint32_t device, const std::string& name,
                                 std::span<const std::byte> file) {
    BELAY_TRY(faults_.check("loadCpuLibrary"));
    BELAY_TRY(openedDevice(device).takeStatus());
    return cpuKernels_.load(name, file);
}

void SimDriver::unloadCpuLibrary(uint32_t, const std::string& name) noexcept {
    cpuKernels_.unload(name);
}

// ---- ids ----

Result<uint32_t> SimDriver::allocateId(uint32_t device, IdType type) {
    BELAY_TRY(faults_.check("allocateId"));
    BELAY_ASSIGN(SimDevice * found, openedDevice(device));
    const DeviceFlags& flags = found->flags();
    return (type == IdType::kEvent ? flags.events : flags.notifies).allocate();
}

Status SimDriver::controlId(uint32_t device, IdType type, uint32_t id, IdAction action) {
    BELAY_ASSIGN(SimDevice * found, openedDevice(device));
    const DeviceFlags& flags = found->flags();
    FlagTable& table = type == IdType::kEvent ? flags.events : flags.notifies;
    if (!table.isAllocated(id)) {
        return Status::error(Code::kRtParamInvalid, "{} {} of device {} is not allocated",
                             type == IdType::kEvent ? "event" : "notify", id, device);
    }
    switch (action) {
        case IdAction::kFree: {
            BELAY_ASSIGN(FlagWaiter * waiters, table.free(id));
            engine_.resume(waiters);
            break;
        }
        case IdAction::kRecord:
            engine_.resume(table.record(id));
            break;
        case IdAction::kReset:
            table.reset(id);
            break;
    }
    return Status::ok();
}

// ---- queues ----

Result<Queue*> SimDriver::createQueue(uint32_t device, const driver::QueueSetup& setup) {
    BELAY_TRY(faults_.check("createQueue"));
    BELAY_ASSIGN(SimDevice * found, openedDevice(device));
    BELAY_ASSIGN(Queue * queue, found->createQueue(setup));
    return queue;
}

Status SimDriver::destroyQueue(Queue& queue) {
    simQueue(queue).simDevice().destroyQueue(simQueue(queue));
    return Status::ok();
}

Result<bool> SimDriver::submit(Queue& queue, const hw::Sqe* entries, uint32_t count) {
    BELAY_TRY(faults_.check("submit"));
    if (!simQueue(queue).push(entries, count)) {
        return false;
    }
    engine_.published(simQueue(queue));
    return true;
}

Result<driver::QueueState> SimDriver::queueState(Queue& queue) {
    const SimQueue& found = simQueue(queue);
    driver::QueueState state;
    state.head = found.head();
    state.hasCompletions = found.hasCompletions();
    state.isEnabled = found.isEnabled();
    state.tail = found.tail();
    state.isBusy = !found.roleIsFree();
    return state;
}

Status SimDriver::control(Queue& queue, QueueAction action, uint64_t value) {
    switch (action) {
        case QueueAction::kSkipTo:
            engine_.skipTo(simQueue(queue), value);
            break;
        case QueueAction::kEnable:
            engine_.enable(simQueue(queue));
            break;
        case QueueAction::kDisable:
            engine_.disable(simQueue(queue));
            break;
        case QueueAction::kStop:
            simQueue(queue).setEnabled(false);
            break;
        case QueueAction::kInterrupt:
            Engine::interrupt(simQueue(queue));
            break;
        case QueueAction::kPrioritize:
            simQueue(queue).setPriority(static_cast<uint32_t>(value));
            break;
    }
    return Status::ok();
}

Status SimDriver::finishCall(Queue& queue, const driver::HostCall& call) {
    return controlId(queue.device, IdType::kEvent, call.eventId, IdAction::kRecord);
}

Result<uint32_t> SimDriver::receive(Queue& queue, driver::Completion* completions,
                                    uint32_t capacity) {
    return simQueue(queue).takeCompletions(completions, capacity);
}

Result<bool> SimDriver::wait(Queue& queue, uint64_t serial, Deadline deadline,
                             driver::Lending lending) {
    return engine_.wait(simQueue(queue), serial, deadline, lending);
}

}  // namespace belay::sim
