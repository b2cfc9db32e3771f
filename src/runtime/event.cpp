#include "runtime/event.h"

#include <utility>

#include "hw/entry.h"
#include "hw/event_table.h"
#include "runtime/devices.h"
#include "runtime/event_relay.h"
#include "runtime/insist.h"
#include "runtime/stream.h"

namespace belay {

// ---- flags ----

EventFlag::EventFlag(Device& device, uint16_t id, EventWaits& waits)
    : device_(&device), id_(id), waits_(&waits) {}

Result<Ref<EventFlag>> EventFlag::create(Device& device, EventWaits& waits) {
    BELAY_ASSIGN(const uint32_t id, device.allocateId(driver::IdType::kEvent));
    return Ref<EventFlag>(new EventFlag(device, static_cast<uint16_t>(id), waits));
}

EventFlag::~EventFlag() {
    device_->tryControlId(driver::IdType::kEvent, id_, driver::IdAction::kFree);
}

void EventFlag::record() noexcept {
    device_->tryControlId(driver::IdType::kEvent, id_, driver::IdAction::kRecord);
}

void EventFlag::resetWhileOpen() noexcept {
    insist([this] {
        return device_->driver().controlId(device_->driverNumber(), driver::IdType::kEvent, id_,
                                           driver::IdAction::kReset);
    });
}

// ---- records ----

// The stream, if it has not got there as far as is known.
Ref<Stream> EventRecording::pendingStream() const {
    const EpochGuard guard;
    return isKnownDone() ? nullptr : Ref<Stream>(stream_.load(std::memory_order_relaxed));
}

bool EventRecording::isDone() {
    const EpochGuard guard;
    return isKnownDone() || stream_.load(std::memory_order_relaxed)
                                ->hasPassed(serial_.load(std::memory_order_relaxed));
}

Status EventRecording::wait(Deadline deadline) {
    const Ref<Stream> stream = pendingStream();
    if (!stream) {
        return Status::ok();
    }
    const Status status = stream->waitFor(serial_.load(std::memory_order_relaxed), deadline);
    if (status.code() == Code::kRtStreamSyncTimeout) {
        return Status::error(Code::kRtEventSyncTimeout,
                             "the event's stream did not get to it in time");
    }
    return status.isOk() ? Status::ok() : Status::error(status.code(), "{}", status.message());
}

std::optional<uint64_t> EventRecording::ticks() const noexcept {
    const uint64_t ticks = ticks_.load(std::memory_order_relaxed);
    return ticks == kNoTicks ? std::nullopt : std::optional(ticks);
}

void EventRecording::stamped(uint64_t ticks) noexcept {
    ticks_.store(ticks, std::memory_order_relaxed);
}

void EventRecording::ended(TaskEnd end) noexcept {
    // Others wait for what will not come.
    if (end != TaskEnd::kDone && flag_) {
        flag_->record();
    }
    isDone_.store(true, std::memory_order_release);
}

bool EventRecording::isReusable() const noexcept {
    return hasOneReference() && isKnownDone() && (!flag_ || flag_->hasOneReference());
}

void EventRecording::startAgain() noexcept {
    if (flag_) {
        flag_->resetWhileOpen();
    }
    ticks_.store(kNoTicks, std::memory_order_relaxed);
    isDone_.store(false, std::memory_order_relaxed);
}

// ---- events ----

Event::Event(Device& device, const EventSetup& setup, Ref<EventWaits> waits, Ref<EventFlag> flag)
    : device_(&device), setup_(setup), waits_(std::move(waits)), ownFlag_(std::move(flag)) {}

Event::~Event() = default;

Result<Ref<Event>> Event::create(Device& device, const EventSetup& setup) {
    Ref<EventWaits> waits = makeRef<EventWaits>();
    Ref<EventFlag> flag;
    if (setup.ownsFlag()) {
        BELAY_ASSIGN(flag, EventFlag::create(device, *waits));
    }
    Ref<Event> event(new Event(device, setup, std::move(waits), std::move(flag)));
    BELAY_TRY(openHandle(event).takeStatus());
    return event;
}

Ref<EventRecording> Event::latest() const {
    const Lock lock(mutex_);
    return latest_;
}

bool Event::wasRecorded() const {
    const Lock lock(mutex_);
    return static_cast<bool>(latest_);
}

// One that is over and that nobody remembers, or a new one.
Result<Ref<EventRecording>> Event::makeRecording() {
    Ref<EventRecording> spare;
    {
        const Lock lock(mutex_);
        spare = std::exchange(previous_, nullptr);
    }
    if (spare && !setup_.ownsFlag() && spare->isReusable()) {
        return spare;
    }
    Ref<EventFlag> flag = ownFlag_;
    if (!flag && setup_.allowsWaiting()) {
        BELAY_ASSIGN(flag, EventFlag::create(*device_, *waits_));
    }
    return makeRef<EventRecording>(std::move(flag));
}

Status Event::record(Stream& stream) {
    BELAY_ASSIGN(Ref<EventRecording> recording, makeRecording());
    const bool keepsTime = setup_.keepsTime();
    const hw::SqeEncoder& encoder = device_->encoder();
    const Result<uint64_t> serial =
        stream.submit(recording.get(), [&](hw::Common common, uint64_t position, hw::Sqe& sqe) {
            common.writeCqe = keepsTime;
            // With the stream locked, and so not shut down, its device stays open.
            if (recording->isKnownDone()) {
                recording->startAgain();
            }
            recording->place(stream, position);
            if (const EventFlag* flag = recording->flag()) {
                encoder.encode(hw::EventRecord{.common = common, .eventId = flag->id()}, sqe);
            } else {
                encoder.encode(
                    hw::Placeholder{.common = common, .taskType = hw::kTaskTypeEventRecord}, sqe);
            }
            return Status::ok();
        });
    if (!serial.isOk()) {
        return Status::error(serial.status().code(), "{}", serial.status().message());
    }
    Ref<EventRecording> dropped;  // released without the lock
    const Lock lock(mutex_);
    dropped = std::exchange(previous_, std::exchange(latest_, std::move(recording)));
    return Status::ok();
}

// Submits an entry that waits for the flag or resets it.
template <typename Encode>
Status Event::submitForFlag(Stream& stream, EventFlag& flag, Encode encode) {
    flag.addTask();
    Result<uint64_t> serial = stream.submit(
        &flag,
        [&](const hw::Common& common, uint64_t, hw::Sqe& sqe) { return encode(common, sqe); });
    if (!serial.isOk()) {
        flag.ended(TaskEnd::kDropped);
    }
    return serial.takeStatus();
}

Status Event::submitWait(Stream& stream, EventFlag& flag, uint32_t timeoutS) {
    return submitForFlag(stream, flag, [&](const hw::Common& common, hw::Sqe& sqe) {
        stream.device().encoder().encode(
            hw::EventWait{.common = common, .eventId = flag.id(), .timeoutS = timeoutS}, sqe);
        return Status::ok();
    });
}

Status Event::submitReset(Stream& stream, EventFlag& flag) {
    const driver::DeviceInfo& info = device_->info();
    const hw::Die die{static_cast<uint8_t>(info.chip), static_cast<uint8_t>(info.die)};
    return submitForFlag(stream, flag, [&](const hw::Common& common, hw::Sqe& sqe) {
        return device_->encoder().encode(
            hw::WriteValue{.common = common,
                           .target = {.address = hw::stars_v1::eventAddr(flag.id(), die),
                                      .size = hw::WriteSize::k8Bits,
                                      .isVirtual = false,
                                      .subType = hw::WriteSubType::kEventReset},
                           .eventId = flag.id()},
            sqe);
    });
}

Status Event::makeWait(Stream& stream, uint32_t timeoutS) {
    if (!setup_.allowsWaiting()) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "the event was created with flags {:#x}, without ACL_EVENT_SYNC, so "
                             "streams cannot wait for it",
                             setup_.flags);
    }
    const bool isSameDevice = &stream.device() == device_.get();
    if (ownFlag_ && isSameDevice) {
        return submitWait(stream, *ownFlag_, timeoutS);
    }
    const Ref<EventRecording> recording = latest();
    if (!recording) {
        return setup_.origin == EventSetup::Origin::kEx
                   ? Status::ok()
                   : Status::error(Code::kRtParamInvalid,
                                   "the event has not been recorded, so there is nothing to wait "
                                   "for; record it first");
    }
    // What is over, or what the stream does before anyway, needs no entry.
    if (recording->isKnownDone() || recording->isIn(stream)) {
        return Status::ok();
    }
    if (isSameDevice) {
        return submitWait(stream, *recording->flag(), timeoutS);
    }
    BELAY_ASSIGN(const Ref<EventFlag> flag, EventFlag::create(stream.device(), *waits_));
    EventRelay::instance().add(recording, flag);
    return submitWait(stream, *flag, timeoutS);
}

Status Event::reset(Stream& stream) {
    if (!setup_.allowsWaiting()) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "the event was created with flags {:#x}, without ACL_EVENT_SYNC, so "
                             "it cannot be reset",
                             setup_.flags);
    }
    if (ownFlag_) {
        BELAY_TRY(submitReset(stream, *ownFlag_));
    }
    Ref<EventRecording> forgotten;  // released without the lock
    const Lock lock(mutex_);
    forgotten = std::exchange(latest_, nullptr);
    return Status::ok();
}

bool Event::isDone() {
    const Ref<EventRecording> recording = latest();
    return !recording || recording->isDone();
}

Ref<EventFlag> Event::flag() const {
    const Ref<EventRecording> recording = latest();
    return ownFlag_ || !recording ? ownFlag_ : Ref<EventFlag>(recording->flag());
}

bool Event::areWaitsDone() {
    if (!waits_->areNone()) {
        Devices::instance().lookAtStreams();
    }
    return waits_->areNone();
}

Status Event::synchronize(Deadline deadline) {
    const Ref<EventRecording> recording = latest();
    return recording ? recording->wait(deadline) : Status::ok();
}

Result<uint64_t> Event::ticks() {
    const Ref<EventRecording> recording = latest();
    if (!recording) {
        return Status::error(Code::kRtInternalError, "the event has not been recorded");
    }
    if (!setup_.keepsTime()) {
        return Status::error(Code::kRtEventTimestampInvalid,
                             "the event was created with flags {:#x}, without ACL_EVENT_TIME_LINE, "
                             "so it has no time stamp",
                             setup_.flags);
    }
    if (!recording->isDone()) {
        return Status::error(Code::kRtInternalError,
                             "the event's stream has not got to it; synchronise first");
    }
    const std::optional<uint64_t> ticks = recording->ticks();
    if (!ticks) {
        return Status::error(Code::kRtEventTimestampInvalid,
                             "the event was never reached: its stream failed or was destroyed");
    }
    return *ticks;
}

uint32_t Event::id() const {
    const Ref<EventFlag> found = flag();
    return found ? found->id() : 0;
}

}  // namespace belay
