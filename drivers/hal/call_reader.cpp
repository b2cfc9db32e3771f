#include "drivers/hal/call_reader.h"

#include <array>
#include <chrono>
#include <cstring>
#include <exception>
#include <utility>

#include "base/log.h"
#include "drivers/hal/hal_errors.h"
#include "hw/cqe.h"
#include "hw/sqe.h"

namespace belay::hal {
namespace {

constexpr uint32_t kScheduler = 0;
constexpr uint32_t kGroup = 0;
constexpr uint32_t kReportDepth = 512;
// Nothing wakes the thread from outside, so closing a device takes so long at most.
constexpr int32_t kWaitMs = 20;
// Completion queues have ids of 12 bits.
constexpr size_t kBitmapWords = 4096 / 64;
// Of a report's stream id: a thread waits for the task.
constexpr uint16_t kStreamIdMask = 0x7FFF;

}  // namespace

void CallReader::open(const DeviceNumber& number) {
    number_ = number;
    refusal_ = openQueue();
    if (!refusal_.isOk()) {
        BELAY_LOG(kDriver, kInfo, "functions of the host cannot be launched on device {}: {}",
                  number.device, refusal_.message());
    }
}

Status CallReader::openQueue() {
    if (api_.halCqReportIrqWait == nullptr || api_.halCqReportGet == nullptr ||
        api_.halReportRelease == nullptr) {
        return notInLibrary("halCqReportIrqWait, halCqReportGet or halReportRelease",
                            "calling functions of the host");
    }
    halSqCqInputInfo in{};
    in.type = DRV_CALLBACK_TYPE;
    in.tsId = kScheduler;
    in.sqeSize = sizeof(hw::Sqe);
    in.cqeSize = sizeof(HalCallReport);
    in.sqeDepth = 1;
    in.cqeDepth = kReportDepth;
    in.grpId = kGroup;
    halSqCqOutputInfo out{};
    BELAY_TRY(halStatus("halSqCqAllocate", api_.halSqCqAllocate(number_.halId, &in, &out),
                        "a queue for calls of the host, group {}, on device {}", kGroup,
                        number_.device));
    calls_ = {.cqId = static_cast<uint16_t>(out.cqId), .groupId = kGroup};
    sqId_ = out.sqId;
    isOpen_ = true;
    return Status::ok();
}

Status CallReader::close() {
    std::thread thread;
    {
        const Lock lock(mutex_);
        thread = std::move(thread_);
    }
    if (thread.joinable()) {
        isStopping_.store(true, std::memory_order_relaxed);
        thread.join();
    }
    isRunning_.store(false, std::memory_order_release);
    if (!std::exchange(isOpen_, false)) {
        return Status::ok();
    }
    halSqCqFreeInfo info{};
    info.type = DRV_CALLBACK_TYPE;
    info.tsId = kScheduler;
    info.sqId = sqId_;
    info.cqId = calls_.cqId;
    return halStatus("halSqCqFree", api_.halSqCqFree(number_.halId, &info),
                     "the queue for calls of the host, group {}, of device {}", kGroup,
                     number_.device);
}

Status CallReader::ensureRunning() {
    if (isRunning_.load(std::memory_order_acquire)) [[likely]] {
        return Status::ok();
    }
    if (!refusal_.isOk()) {
        return Status::error(refusal_.code(), "{}", refusal_.message());
    }
    const Lock lock(mutex_);
    if (thread_.joinable()) {
        return Status::ok();
    }
    isStopping_.store(false, std::memory_order_relaxed);
    try {
        thread_ = std::thread([this] { run(); });
    } catch (const std::exception& exception) {
        return Status::error(Code::kRtResourceAllocFail,
                             "no thread can be started for calls of the host: {}",
                             exception.what());
    }
    isRunning_.store(true, std::memory_order_release);
    return Status::ok();
}

void CallReader::run() {
    while (!isStopping_.load(std::memory_order_relaxed)) {
        if (waitForReports()) {
            while (takeReport()) {
            }
        }
        makeKeptCalls();
    }
}

// Whether there are any. An error that comes at once must not make the thread spin.
bool CallReader::waitForReports() {
    std::array<uint64_t, kBitmapWords> bitmap{};
    halReportInfoInput in{};
    in.type = DRV_CALLBACK_TYPE;
    in.grpId = calls_.groupId;
    in.tsId = kScheduler;
    in.timeout = kWaitMs;
    halReportInfoOutput out{
        .cqIdBitmap = bitmap.data(), .cqIdBitmapSize = sizeof bitmap, .res = {}};
    const drvError_t error = api_.halCqReportIrqWait(number_.halId, &in, &out);
    if (error == DRV_ERROR_NONE) {
        return (bitmap[calls_.cqId / 64 % kBitmapWords] >> calls_.cqId % 64 & 1) != 0;
    }
    if (error != DRV_ERROR_WAIT_TIMEOUT) {
        std::this_thread::sleep_for(std::chrono::milliseconds(kWaitMs));
    }
    return false;
}

bool CallReader::takeReport() {
    halReportGetInput in{};
    in.type = DRV_CALLBACK_TYPE;
    in.tsId = kScheduler;
    in.cqId = calls_.cqId;
    halReportGetOutput out{};
    if (api_.halCqReportGet(number_.halId, &in, &out) != DRV_ERROR_NONE || out.count == 0 ||
        out.reportPtr == nullptr) {
        return false;
    }
    HalCallReport report;
    std::memcpy(&report, out.reportPtr, sizeof report);
    halReportReleaseInfo release{};
    release.type = DRV_CALLBACK_TYPE;
    release.tsId = kScheduler;
    release.cqId = calls_.cqId;
    release.count = 1;
    static_cast<void>(api_.halReportRelease(number_.halId, &release));
    handOn(report);
    return true;
}

// A queue that was destroyed meanwhile has nobody who waits for the call.
void CallReader::handOn(const HalCallReport& report) {
    const QueueList::Pin pin = queues_.find(report.streamId & kStreamIdMask);
    HalQueue* queue = pin.get();
    if (queue != nullptr && queue->noteReport({.function = report.function,
                                               .data = report.data,
                                               .taskId = report.taskId,
                                               .eventId = report.eventId,
                                               .isBlocking = report.isBlocking != 0})) {
        makeCalls(*queue);
    }
}

void CallReader::makeCalls(HalQueue& queue) {
    const driver::QueueSetup& setup = queue.setup();
    while (const std::optional<driver::HostCall> call = queue.beginCall()) {
        if (setup.callListener != nullptr) {
            setup.callListener(setup.listenerContext, queue, *call);
        }
        queue.endCall();
    }
    if (queue.keepsReports()) {
        keepers_.insert(queue.streamId);
    }
}

void CallReader::makeKeptCalls() {
    for (const uint16_t streamId : std::exchange(keepers_, {})) {
        const QueueList::Pin pin = queues_.find(streamId);
        if (pin.get() != nullptr) {
            makeCalls(*pin.get());
        }
    }
}

}  // namespace belay::hal
