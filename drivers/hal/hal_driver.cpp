#include "drivers/hal/hal_driver.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/log.h"
#include "drivers/hal/hal_errors.h"
#include "hw/ring.h"

namespace belay::hal {
namespace {

using driver::IdAction;
using driver::IdType;
using driver::MemoryKind;
using driver::Queue;
using driver::QueueAction;

constexpr uint32_t kScheduler = 0;

HalQueue& halQueue(Queue& queue) {
    return static_cast<HalQueue&>(queue);
}

Status notBuilt(const char* what) {
    return Status::error(Code::kRtFeatureNotSupport,
                         "the backend for the driver's library cannot {} yet", what);
}

driver::DeviceHealth healthOf(drvStatus_t status) {
    switch (status) {
        case DRV_STATUS_EXCEPTION:
            return driver::DeviceHealth::kException;
        case DRV_STATUS_COMMUNICATION_LOST:
            return driver::DeviceHealth::kLost;
        default:
            return driver::DeviceHealth::kWorking;
    }
}

// What follows need not be known of every device: what the library does not tell is 0.

uint32_t inUse(const HalApi& api, uint32_t halId, drvResourceType_t type) {
    halResourceInfo info{};
    return api.halResourceInfoQuery(halId, kScheduler, type, &info) == DRV_ERROR_NONE ? info.usedNum
                                                                                      : 0;
}

uint32_t busyPercent(const HalApi& api, uint32_t halId, int32_t module) {
    int64_t percent = 0;
    return api.halGetDeviceInfo(halId, module, INFO_TYPE_UTILIZATION, &percent) == DRV_ERROR_NONE
               ? static_cast<uint32_t>(std::clamp<int64_t>(percent, 0, 100))
               : 0;
}

uint64_t ticks(const HalApi& api, uint32_t halId) {
    int64_t now = 0;
    return api.halGetDeviceInfo(halId, MODULE_TYPE_SYSTEM, INFO_TYPE_MONOTONIC_RAW, &now) ==
                   DRV_ERROR_NONE
               ? static_cast<uint64_t>(now)
               : 0;
}

int32_t halTypeOf(IdType type) {
    return type == IdType::kEvent ? DRV_EVENT_ID : DRV_NOTIFY_ID;
}

const char* nameOf(IdType type) {
    return type == IdType::kEvent ? "event" : "notify";
}

}  // namespace

HalDriver::HalDriver(HalLibrary library) : driver::Driver("hal"), library_(std::move(library)) {}

HalDriver::~HalDriver() {
    for (uint32_t device = 0; device < kMostDevices; ++device) {
        const HalDevice* found = devices_[device].load(std::memory_order_acquire);
        if (found != nullptr && found->isOpen()) {
            static_cast<void>(closeDevice(device));
        }
    }
}

// ---- devices ----

Result<std::vector<driver::DeviceInfo>> HalDriver::devices() {
    BELAY_ASSIGN(std::vector<ListedDevice> listed, listDevices(library_));
    std::vector<driver::DeviceInfo> infos;
    for (ListedDevice& each : listed) {
        halIds_[infos.size()].store(each.halId, std::memory_order_relaxed);
        infos.push_back(std::move(each.info));
    }
    deviceCount_.store(static_cast<uint32_t>(infos.size()), std::memory_order_release);
    return infos;
}

Status HalDriver::requireNumber(uint32_t device) {
    if (deviceCount_.load(std::memory_order_acquire) == 0) {
        BELAY_TRY(devices().takeStatus());
    }
    const uint32_t count = deviceCount_.load(std::memory_order_acquire);
    return device < count ? Status::ok()
                          : Status::error(Code::kRtInvalidDeviceid,
                                          "there is no device {}; there are {}, numbered from 0",
                                          device, count);
}

Status HalDriver::openDevice(uint32_t device) {
    BELAY_TRY(requireNumber(device));
    const Lock lock(mutex_);
    if (owned_[device] == nullptr) {
        const DeviceNumber number{.device = device,
                                  .halId = halIds_[device].load(std::memory_order_relaxed)};
        owned_[device] = std::make_unique<HalDevice>(library_.api, number, hw::kQueueDepth);
        devices_[device].store(owned_[device].get(), std::memory_order_release);
    }
    return owned_[device]->open();
}

Status HalDriver::closeDevice(uint32_t device) {
    BELAY_ASSIGN(HalDevice * found, openedDevice(device));
    const Lock lock(mutex_);
    return found->close([&] {
        const size_t left = memory_.forgetDevice(found->number());
        BELAY_LOG(kDriver, kInfo, "device {} closes; allocations left in it: {}", device, left);
    });
}

Result<HalDevice*> HalDriver::openedDevice(uint32_t device) const {
    HalDevice* found =
        device < kMostDevices ? devices_[device].load(std::memory_order_acquire) : nullptr;
    if (found == nullptr || !found->isOpen()) {
        return Status::error(Code::kRtInvalidDeviceid, "device {} is not open", device);
    }
    return found;
}

HalDevice& HalDriver::deviceOf(const Queue& queue) const {
    return *devices_[queue.device].load(std::memory_order_acquire);
}

Result<driver::DeviceState> HalDriver::deviceState(uint32_t device) {
    BELAY_TRY(requireNumber(device));
    const uint32_t halId = halIds_[device].load(std::memory_order_relaxed);
    const HalApi& api = library_.api;
    drvStatus_t status = DRV_STATUS_WORK;
    BELAY_TRY(halStatus("drvDeviceStatus", api.drvDeviceStatus(halId, &status),
                        "the state of device {}", device));
    driver::DeviceState state;
    state.health = healthOf(status);
    state.ticks = ticks(api, halId);
    if (openedDevice(device).isOk()) {
        state.streamsInUse = inUse(api, halId, DRV_RESOURCE_STREAM_ID);
        state.eventsInUse = inUse(api, halId, DRV_RESOURCE_EVENT_ID);
        state.notifiesInUse = inUse(api, halId, DRV_RESOURCE_NOTIFY_ID);
    }
    if (state.health == driver::DeviceHealth::kException) {
        state.fault.kind = driver::FaultKind::kOther;
    }
    state.cubeBusyPercent = busyPercent(api, halId, MODULE_TYPE_AICORE);
    state.vectorBusyPercent = busyPercent(api, halId, MODULE_TYPE_VECTOR_CORE);
    state.aicpuBusyPercent = busyPercent(api, halId, MODULE_TYPE_AICPU);
    return state;
}

// deviceState() reports no memory that could be repaired.
Status HalDriver::repair(uint32_t device, const std::vector<driver::MemoryRange>& ranges) {
    BELAY_TRY(openedDevice(device).takeStatus());
    BELAY_ASSIGN(const driver::DeviceState state, deviceState(device));
    if (!ranges.empty() || state.fault.kind == driver::FaultKind::kNone) {
        return Status::error(Code::kRtParamInvalid, "device {} reports no such error", device);
    }
    return Status::error(Code::kRtFeatureNotSupport,
                         "the fault of device {} cannot be repaired from here", device);
}

// ---- memory ----

Result<void*> HalDriver::allocate(uint32_t device, uint64_t bytes, MemoryKind kind) {
    const bool isOfHost = kind == MemoryKind::kHostPinned || kind == MemoryKind::kManaged;
    if (isOfHost) {
        BELAY_TRY(requireNumber(device));
    } else {
        BELAY_TRY(openedDevice(device).takeStatus());
    }
    return memory_.allocate(
        {.device = device, .halId = halIds_[device].load(std::memory_order_relaxed)}, bytes, kind);
}

Status HalDriver::release(void* start) {
    return memory_.release(start);
}

Status HalDriver::copy(void* target, const void* source, uint64_t bytes) {
    return memory_.copy(target, source, bytes);
}

Status HalDriver::fill(void* target, uint8_t value, uint64_t bytes) {
    return memory_.fill(target, value, bytes);
}

Status HalDriver::copyRows(const driver::RowCopy& copy) {
    return memory_.copyRows(copy);
}

Result<driver::DmaList> HalDriver::makeList(uint32_t device, const driver::RowCopy& copy) {
    return memory_.makeList(device, copy);
}

void HalDriver::releaseList(const driver::DmaList& list) noexcept {
    memory_.releaseList(list);
}

std::byte* HalDriver::hostView(void* start) noexcept {
    return memory_.hostView(start);
}

void HalDriver::describeCode(const void*, std::span<const std::byte>) {}

Result<driver::MemoryRange> HalDriver::syncArea(uint32_t device) {
    BELAY_ASSIGN(HalDevice * found, openedDevice(device));
    return found->syncArea();
}

Result<driver::MemoryUse> HalDriver::memoryUse(uint32_t device, MemoryKind kind) {
    BELAY_ASSIGN(const HalDevice* found, openedDevice(device));
    return memory_.memoryUse(found->number(), kind);
}

driver::PointerInfo HalDriver::pointerInfo(const void* pointer) noexcept {
    return memory_.pointerInfo(pointer);
}

// The library does not take a wish for read-only access.
Result<void*> HalDriver::registerHost(uint32_t device, void* start, uint64_t bytes,
                                      driver::Access /*access*/) {
    BELAY_ASSIGN(const HalDevice* found, openedDevice(device));
    return memory_.registerHost(found->number(), start, bytes);
}

Status HalDriver::unregisterHost(void* start) {
    return memory_.unregisterHost(start);
}

Result<driver::ShareName> HalDriver::share(uint32_t, void*, uint32_t) {
    return notBuilt("share memory or notifies with other processes");
}

Result<void*> HalDriver::openShared(uint32_t, const driver::ShareName&) {
    return notBuilt("share memory or notifies with other processes");
}

Result<void*> HalDriver::reserve(uint64_t, uint64_t, void*) {
    return notBuilt("reserve address space");
}

Result<driver::PhysicalMemory> HalDriver::createPhysical(uint32_t, uint64_t, MemoryKind) {
    return notBuilt("give memory without an address");
}

Status HalDriver::releasePhysical(const driver::PhysicalMemory&) {
    return notBuilt("give memory without an address");
}

Status HalDriver::map(void*, const driver::PhysicalMemory&, driver::Access) {
    return notBuilt("map memory");
}

Status HalDriver::unmap(void*) {
    return notBuilt("map memory");
}

// ---- kernels of the AI CPU ----

Status HalDriver::loadCpuLibrary(uint32_t, const std::string&, std::span<const std::byte>) {
    return notBuilt("give a device libraries of AI CPU kernels");
}

void HalDriver::unloadCpuLibrary(uint32_t, const std::string&) noexcept {}

// ---- ids ----

Result<uint32_t> HalDriver::allocateId(uint32_t device, IdType type) {
    BELAY_ASSIGN(const HalDevice* found, openedDevice(device));
    halResourceIdInputInfo in{
        .type = halTypeOf(type), .tsId = kScheduler, .resourceId = 0, .res = {}};
    halResourceIdOutputInfo out{};
    BELAY_TRY(halStatus("halResourceIdAlloc",
                        library_.api.halResourceIdAlloc(found->number().halId, &in, &out),
                        "an id, {}, of device {}", nameOf(type), device));
    return out.resourceId;
}

Status HalDriver::controlId(uint32_t device, IdType type, uint32_t id, IdAction action) {
    BELAY_ASSIGN(const HalDevice* found, openedDevice(device));
    const uint32_t halId = found->number().halId;
    halResourceIdInputInfo in{
        .type = halTypeOf(type), .tsId = kScheduler, .resourceId = id, .res = {}};
    if (action == IdAction::kFree) {
        return halStatus("halResourceIdFree", library_.api.halResourceIdFree(halId, &in),
                         "{} {} of device {}", nameOf(type), id, device);
    }
    halResourceConfigInfo config{.prop = action == IdAction::kRecord ? DRV_ID_RECORD : DRV_ID_RESET,
                                 .value = {}};
    return halStatus("halResourceConfig", library_.api.halResourceConfig(halId, &in, &config),
                     "property {} of {} {} of device {}", config.prop, nameOf(type), id, device);
}

// ---- queues ----

Result<Queue*> HalDriver::createQueue(uint32_t device, const driver::QueueSetup& setup) {
    BELAY_ASSIGN(HalDevice * found, openedDevice(device));
    return found->createQueue(setup);
}

Status HalDriver::destroyQueue(Queue& queue) {
    return deviceOf(queue).destroyQueue(halQueue(queue));
}

Result<bool> HalDriver::submit(Queue& queue, const hw::Sqe* entries, uint32_t count) {
    return deviceOf(queue).submit(halQueue(queue), entries, count);
}

Result<driver::QueueState> HalDriver::queueState(Queue& queue) {
    return halQueue(queue).state();
}

Status HalDriver::control(Queue& queue, QueueAction action, uint64_t value) {
    return deviceOf(queue).control(halQueue(queue), action, value);
}

Status HalDriver::finishCall(Queue& queue, const driver::HostCall& call) {
    return controlId(queue.device, IdType::kEvent, call.eventId, IdAction::kRecord);
}

Result<uint32_t> HalDriver::receive(Queue& queue, driver::Completion* completions,
                                    uint32_t capacity) {
    return deviceOf(queue).receive(halQueue(queue), completions, capacity);
}

Result<bool> HalDriver::wait(Queue& queue, uint64_t serial, Deadline deadline,
                             driver::Lending /*lending*/) {
    return halQueue(queue).wait(serial, deadline);
}

}  // namespace belay::hal
