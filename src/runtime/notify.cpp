#include "runtime/notify.h"

#include <utility>

#include "hw/entry.h"
#include "hw/event_table.h"
#include "runtime/stream.h"

namespace belay {

Result<Ref<NotifyFlag>> NotifyFlag::create(Device& device) {
    BELAY_ASSIGN(const uint32_t id, device.allocateId(driver::IdType::kNotify));
    return Ref<NotifyFlag>(new NotifyFlag(device, static_cast<uint16_t>(id)));
}

NotifyFlag::~NotifyFlag() {
    device_->tryControlId(driver::IdType::kNotify, id_, driver::IdAction::kFree);
}

Notify::~Notify() = default;

Result<Ref<Notify>> Notify::create(Device& device) {
    BELAY_ASSIGN(Ref<NotifyFlag> flag, NotifyFlag::create(device));
    Ref<Notify> notify(new Notify(std::move(flag)));
    BELAY_TRY(openHandle(notify).takeStatus());
    return notify;
}

Status Notify::requireOpen() const {
    return device().isOpen()
               ? Status::ok()
               : Status::error(Code::kRtStreamContext,
                               "the notify was created before device {} was reset, and is gone "
                               "with what was on the device then",
                               device().number());
}

Status Notify::record(Stream& stream) {
    BELAY_TRY(requireOpen());
    if (&stream.device() != &device()) {
        return recordRemotely(stream);
    }
    const auto encode = [&](const hw::Common& common, uint64_t, hw::Sqe& sqe) {
        device().encoder().encode(hw::NotifyRecord{.common = common, .notifyId = flag_->id()}, sqe);
        return Status::ok();
    };
    return stream.submit(flag_.get(), encode).takeStatus();
}

// The entry writes to where the other device has its flags.
Status Notify::recordRemotely(Stream& stream) {
    const driver::DeviceInfo& own = stream.device().info();
    const driver::DeviceInfo& other = device().info();
    const hw::Die die{static_cast<uint8_t>(other.chip), static_cast<uint8_t>(other.die)};
    const bool isInChip = own.chip == other.chip;
    hw::WriteTarget target{
        .address = hw::stars_v1::notifyAddr(flag_->id(), die),
        .size = hw::WriteSize::k32Bits,
        .isVirtual = false,
        .subType = isInChip ? hw::WriteSubType::kNotifyInChip : hw::WriteSubType::kNotifyOverLink};
    target.value[0] = 1;
    const auto encode = [&](const hw::Common& common, uint64_t, hw::Sqe& sqe) {
        return stream.device().encoder().encode(
            hw::WriteValue{.common = common,
                           .target = target,
                           .remoteDeviceId = isInChip ? 0 : device().driverNumber()},
            sqe);
    };
    return stream.submit(flag_.get(), encode).takeStatus();
}

Status Notify::makeWait(Stream& stream, uint32_t timeoutS) {
    BELAY_TRY(requireOpen());
    if (&stream.device() != &device()) {
        return Status::error(Code::kRtStreamContext,
                             "the notify is of device {}, the stream of device {}; streams wait "
                             "for notifies of their own device",
                             device().number(), stream.device().number());
    }
    const auto encode = [&](const hw::Common& common, uint64_t, hw::Sqe& sqe) {
        device().encoder().encode(
            hw::NotifyWait{.common = common, .notifyId = flag_->id(), .timeoutS = timeoutS}, sqe);
        return Status::ok();
    };
    return stream.submit(flag_.get(), encode).takeStatus();
}

Status Notify::reset() {
    return device().controlId(driver::IdType::kNotify, flag_->id(), driver::IdAction::kReset);
}

}  // namespace belay
