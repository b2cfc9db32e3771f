#include "drivers/hal/hal_device.h"

#include <memory>
#include <utility>
#include <variant>

#include "base/scope_exit.h"
#include "drivers/hal/hal_errors.h"
#include "hw/sqe_decode.h"

namespace belay::hal {

using driver::Queue;
using driver::QueueAction;

HalDevice::HalDevice(const HalApi& api, const DeviceNumber& number, uint32_t queueDepth)
    : api_(api), number_(number), queueDepth_(queueDepth), calls_(api, queues_) {}

// ---- opening and closing ----

Status HalDevice::open() {
    if (isOpen()) {
        return Status::error(Code::kRtRepeatedInit, "device {} is open already", number_.device);
    }
    BELAY_TRY(openInLibrary());
    ScopeExit close([this] { static_cast<void>(closeInLibrary()); });
    BELAY_TRY(monitor_.start());
    calls_.open(number_);
    close.dismiss();
    isOpen_.store(true, std::memory_order_release);
    return Status::ok();
}

Status HalDevice::openInLibrary() {
    if (isOpenInLibrary_) {
        return Status::ok();
    }
    halDevOpenIn in{};
    halDevOpenOut out{};
    BELAY_TRY(halStatus("halDeviceOpen", api_.halDeviceOpen(number_.halId, &in, &out),
                        "device {}, which the library calls {}", number_.device, number_.halId));
    isOpenInLibrary_ = true;
    return Status::ok();
}

Status HalDevice::closeInLibrary() {
    halDevCloseIn in{};
    BELAY_TRY(halStatus("halDeviceClose", api_.halDeviceClose(number_.halId, &in),
                        "device {}, which the library calls {}", number_.device, number_.halId));
    isOpenInLibrary_ = false;
    const Lock lock(syncMutex_);
    syncArea_ = {};
    return Status::ok();
}

// Only kernels of cube and vector cores together need it.
Result<driver::MemoryRange> HalDevice::syncArea() {
    const Lock lock(syncMutex_);
    if (syncArea_.start == nullptr) {
        AddrMapInPara in{.addr_type = ADDR_MAP_TYPE_REG_C2C_CTRL, .devid = number_.halId};
        AddrMapOutPara out{};
        size_t bytes = sizeof out;
        BELAY_TRY(halStatus(
            "halMemCtl", api_.halMemCtl(CTRL_TYPE_ADDR_MAP, &in, sizeof in, &out, &bytes),
            "the area of device {} where cores leave flags for each other", number_.device));
        // NOLINTNEXTLINE(performance-no-int-to-ptr): a device address
        syncArea_ = {.start = reinterpret_cast<void*>(out.ptr), .bytes = out.len};
    }
    return syncArea_;
}

Status HalDevice::endQueues() {
    Status ended = calls_.close();
    monitor_.stop();
    for (const uint16_t streamId : queues_.streamIds()) {
        if (const std::unique_ptr<HalQueue> queue = queues_.remove(streamId)) {
            Status status = queue->giveBack();
            ended = ended.isOk() ? std::move(status) : std::move(ended);
        }
    }
    return ended;
}

// ---- queues ----

Result<Queue*> HalDevice::createQueue(const driver::QueueSetup& setup) {
    BELAY_ASSIGN(std::unique_ptr<HalQueue> queue,
                 HalQueue::create(api_, number_, queueDepth_, setup, calls_.callQueue()));
    Queue* created = queue.get();
    queues_.add(std::move(queue));
    return created;
}

Status HalDevice::destroyQueue(HalQueue& queue) {
    const std::unique_ptr<HalQueue> owned = queues_.remove(queue.streamId);
    if (owned == nullptr) {
        return Status::error(Code::kRtParamInvalid, "stream {} of device {} is gone already",
                             queue.streamId, number_.device);
    }
    return owned->giveBack();
}

// Somebody must be there when the device comes to an entry that wants a call.
Status HalDevice::prepareCalls(const hw::Sqe* entries, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (hw::typeOf(entries[i]) == hw::SqeType::kAicpu &&
            std::holds_alternative<hw::HostCallback>(hw::decode(entries[i]))) {
            return calls_.ensureRunning();
        }
    }
    return Status::ok();
}

Result<bool> HalDevice::submit(HalQueue& queue, const hw::Sqe* entries, uint32_t count) {
    BELAY_TRY(prepareCalls(entries, count));
    BELAY_ASSIGN(const bool fits, queue.submit(entries, count));
    if (fits) {
        monitor_.noteWork();
    }
    return fits;
}

Status HalDevice::control(HalQueue& queue, QueueAction action, uint64_t value) {
    BELAY_TRY(queue.control(action, value));
    if (action == QueueAction::kEnable) {
        monitor_.noteWork();
    }
    return Status::ok();
}

Result<uint32_t> HalDevice::receive(HalQueue& queue, driver::Completion* completions,
                                    uint32_t capacity) {
    BELAY_ASSIGN(const uint32_t count, queue.receive(completions, capacity));
    if (count != 0) {
        monitor_.noteWork();
    }
    return count;
}

}  // namespace belay::hal
