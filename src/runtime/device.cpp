#include "runtime/device.h"

#include <algorithm>
#include <utility>

#include "runtime/context.h"
#include "runtime/insist.h"
#include "runtime/module_memory.h"
#include "runtime/stream.h"

namespace belay {

Device::Device(driver::Driver& driver, uint32_t number, const driver::DeviceInfo& info,
               uint32_t driverNumber)
    : driver_(driver),
      number_(number),
      driverNumber_(driverNumber),
      info_(info),
      settings_(info.architecture->canGiveInfinity ? OverflowMode::kInfinity
                                                   : OverflowMode::kSaturation) {}

Device::~Device() = default;

Result<Ref<Device>> Device::open(driver::Driver& driver, uint32_t number,
                                 const driver::DeviceInfo& info, uint32_t driverNumber) {
    BELAY_TRY(driver.openDevice(driverNumber));
    return Ref<Device>(new Device(driver, number, info, driverNumber));
}

Status Device::close(int64_t waitMs) {
    std::vector<Ref<Context>> contexts;
    {
        const Lock lock(mutex_);
        const Lock idLock(idMutex_);
        if (!isOpen_.exchange(false, std::memory_order_acq_rel)) {
            return Status::ok();
        }
        uses_.close();
        contexts.swap(contexts_);
        defaultContext_ = nullptr;
    }
    const Deadline deadline = Deadline::afterMs(waitMs);
    Status ended = Status::ok();
    const auto note = [&ended](Status status) {
        if (ended.isOk()) {
            ended = std::move(status);
        }
    };
    for (const Ref<Context>& context : contexts) {
        note(context->shutDown(waitMs > 0 ? deadline : Deadline::afterMs(0)));
    }
    uses_.waitUntilUnused();
    ModuleMemory::instance().forget(driverNumber_);
    note(driver_.closeDevice(driverNumber_));
    return ended;
}

Result<Ref<Context>> Device::makeDefaultContext() {
    if (Ref<Context> found = defaultContext()) {
        return found;
    }
    BELAY_ASSIGN(Ref<Context> made, createContext());
    const Lock lock(mutex_);
    defaultContext_ = made;
    return made;
}

Status Device::endDefaultContext(int64_t waitMs) {
    Ref<Context> ended;
    {
        const Lock lock(mutex_);
        ended = std::exchange(defaultContext_, nullptr);
    }
    return ended ? ended->destroy(waitMs) : Status::ok();
}

Ref<Context> Device::defaultContext() const {
    const Lock lock(mutex_);
    return defaultContext_;
}

Result<Ref<Context>> Device::createContext() {
    BELAY_ASSIGN(Ref<Context> context, Context::create(*this));
    {
        const Lock lock(mutex_);
        if (isOpen()) {
            contexts_.push_back(context);
            return context;
        }
    }
    static_cast<void>(context->shutDown(Deadline::afterMs(0)));
    return Status::error(Code::kRtContextReleaseError, "device {} is being reset", number_);
}

std::vector<Ref<Context>> Device::contexts() const {
    const Lock lock(mutex_);
    return contexts_;
}

void Device::forget(const Context& context) {
    Ref<Context> forgotten;  // released without the lock
    const Lock lock(mutex_);
    const auto found =
        std::find_if(contexts_.begin(), contexts_.end(),
                     [&context](const Ref<Context>& entry) { return entry.get() == &context; });
    if (found != contexts_.end()) {
        forgotten = std::move(*found);
        contexts_.erase(found);
    }
}

Status Device::closedError() const {
    return Status::error(Code::kRtContextNull, "device {} was reset while this call used it",
                         number_);
}

Status Device::synchronize(Deadline deadline) {
    if (RunningCall::holdsAnyOf(*this)) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "called from a host function for which a stream of device {} waits: "
                             "the call would wait for itself",
                             number_);
    }
    Status first;
    for (const Ref<Context>& context : contexts()) {
        for (const Ref<Stream>& stream : context->streams()) {
            if (stream->isPersistent()) {
                continue;  // its tasks do not run by themselves
            }
            Status status = stream->synchronize(deadline);
            // Another thread may destroy one meanwhile; there is nothing left to wait for then.
            if (first.isOk() && !stream->isDestroyed()) {
                first = std::move(status);
            }
        }
    }
    return isOpen() ? std::move(first) : closedError();
}

Status Device::abortTasks(Deadline deadline) {
    // All of them stand still before any work is dropped: what others wait for must not let them
    // go on.
    std::vector<Ref<Stream>> stopped;
    for (const Ref<Context>& context : contexts()) {
        for (Ref<Stream>& stream : context->streams()) {
            if (stream->beginDrop().isOk()) {
                stopped.push_back(std::move(stream));
            }
        }
    }
    Status first;
    for (const Ref<Stream>& stream : stopped) {
        Status status = stream->endDrop(Code::kRtDeviceTaskAbort, deadline);
        if (first.isOk() && !stream->isDestroyed()) {
            first = std::move(status);
        }
    }
    return isOpen() ? std::move(first) : closedError();
}

void Device::lookAtStreams() {
    for (const Ref<Context>& context : contexts()) {
        for (const Ref<Stream>& stream : context->streams()) {
            static_cast<void>(stream->isIdle());
        }
    }
}

Result<uint32_t> Device::allocateId(driver::IdType type) {
    const Lock lock(idMutex_);
    if (!isOpen()) {
        return closedError();
    }
    return driver_.allocateId(driverNumber_, type);
}

Status Device::controlId(driver::IdType type, uint32_t id, driver::IdAction action) {
    const Lock lock(idMutex_);
    return isOpen() ? driver_.controlId(driverNumber_, type, id, action) : Status::ok();
}

void Device::tryControlId(driver::IdType type, uint32_t id, driver::IdAction action) noexcept {
    insist([&] { return controlId(type, id, action); });
}

}  // namespace belay
