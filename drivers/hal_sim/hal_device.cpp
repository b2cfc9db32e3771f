#include "drivers/hal_sim/hal_device.h"

#include <utility>

namespace belay::hal_sim {
namespace {

constexpr uint64_t kSyncAreaBytes = uint64_t{64} << 10;

}  // namespace

HalDevice::HalDevice(driver::Driver& driver, driver::DeviceInfo info, uint32_t number)
    : driver_(driver),
      info_(std::move(info)),
      number_(number),
      streams_(std::make_unique<HalStream[]>(info_.streamLimit)),
      logicQueues_(std::span(streams_.get(), info_.streamLimit), completionBell_),
      models_(kModelLimit) {}

// ---- open and closed ----

Status HalDevice::requireOpen() const {
    return state_.load(std::memory_order_acquire) == State::kOpen
               ? Status::ok()
               : Status::error(Code::kRtInvalidDeviceid, "device {} is not open", number_);
}

void HalDevice::changeState(State state) {
    const Lock lock(mutex_);
    state_.store(state, std::memory_order_release);
    changed_.notifyAll();
}

Status HalDevice::open() {
    {
        Lock lock(mutex_);
        changed_.wait(lock, Deadline::never(), [this]() BELAY_NO_THREAD_SAFETY_ANALYSIS {
            return state_.load(std::memory_order_relaxed) != State::kChanging;
        });
        if (state_.load(std::memory_order_relaxed) == State::kOpen) {
            return Status::error(Code::kRtRepeatedInit, "device {} is open already", number_);
        }
        state_.store(State::kChanging, std::memory_order_relaxed);
    }
    Status status = driver_.openDevice(number_);
    if (status.isOk()) {
        wasOpen_.store(true, std::memory_order_release);
    }
    changeState(status.isOk() ? State::kOpen : State::kClosed);
    return status;
}

Result<HalDevice::Visit> HalDevice::visit() {
    const Lock lock(mutex_);
    BELAY_TRY(requireOpen());
    ++visits_;
    return Visit(*this);
}

void HalDevice::endVisit() {
    const Lock lock(mutex_);
    if (--visits_ == 0) {
        changed_.notifyAll();
    }
}

Status HalDevice::close() {
    {
        Lock lock(mutex_);
        BELAY_TRY(requireOpen());
        state_.store(State::kChanging, std::memory_order_release);
        session_.fetch_add(1, std::memory_order_acq_rel);
        changed_.wait(lock, Deadline::never(),
                      [this]() BELAY_NO_THREAD_SAFETY_ANALYSIS { return visits_ == 0; });
    }
    completionBell_.ring();
    callbackQueues_.wakeAll();
    for (uint32_t id = 0; id < info_.streamLimit; ++id) {
        streams_[id].abandon();
    }
    Status status = driver_.closeDevice(number_);
    logicQueues_.freeAll();
    callbackQueues_.freeAll();
    {
        const Lock lock(mutex_);
        models_.giveAllBack();
        syncArea_ = {};
    }
    changeState(State::kClosed);
    return status;
}

// ---- ids ----

void HalDevice::onQueueEvent(void* device, driver::Queue&) {
    static_cast<HalDevice*>(device)->completionBell_.ring();
}

Result<uint32_t> HalDevice::allocateStream(uint32_t priority, uint32_t flags) {
    BELAY_ASSIGN(const Visit visiting, visit());
    BELAY_ASSIGN(driver::Queue * queue,
                 driver_.createQueue(number_, {.priority = priority,
                                               .flags = flags,
                                               .listener = &HalDevice::onQueueEvent,
                                               .listenerContext = this,
                                               .listensToSuccess = true}));
    // Once the id stands, another thread may free it, and the queue with it.
    const uint32_t id = queue->streamId;
    streams_[id].adopt(driver_, *queue);
    return id;
}

Result<HalStream*> HalDevice::stream(uint32_t id) const {
    BELAY_TRY(requireOpen());
    if (id >= info_.streamLimit) {
        return Status::error(Code::kRtParamInvalid,
                             "there is no stream or submission queue {}; the limit is {}", id,
                             info_.streamLimit);
    }
    return &streams_[id];
}

Status HalDevice::freeStream(uint32_t id) {
    BELAY_ASSIGN(const Visit visiting, visit());
    BELAY_ASSIGN(HalStream * found, stream(id));
    BELAY_ASSIGN(driver::Queue * queue, found->release());
    static_cast<void>(logicQueues_.unbind(id));
    return driver_.destroyQueue(*queue);
}

Result<uint32_t> HalDevice::allocateModel() {
    const Lock lock(mutex_);
    BELAY_TRY(requireOpen());
    const std::optional<uint32_t> id = models_.take();
    if (!id) {
        return Status::error(Code::kRtNoModelResource, "all {} models of device {} are in use",
                             kModelLimit, number_);
    }
    return *id;
}

Status HalDevice::freeModel(uint32_t id) {
    const Lock lock(mutex_);
    BELAY_TRY(requireOpen());
    if (!models_.isTaken(id)) {
        return Status::error(Code::kRtParamInvalid, "model {} of device {} is not allocated", id,
                             number_);
    }
    models_.giveBack(id);
    return Status::ok();
}

HalDevice::Use HalDevice::modelUse() const {
    const Lock lock(mutex_);
    return {.capacity = models_.limit(), .used = models_.used()};
}

HalDevice::Use HalDevice::streamUse() const {
    Use use{.capacity = info_.streamLimit};
    for (uint32_t id = 0; id < info_.streamLimit; ++id) {
        use.used += streams_[id].isAllocated() ? 1 : 0;
    }
    return use;
}

HalDevice::Use HalDevice::queueUse() const {
    Use use{.capacity = info_.streamLimit};
    for (uint32_t id = 0; id < info_.streamLimit; ++id) {
        use.used += streams_[id].hasQueue() ? 1 : 0;
    }
    return use;
}

// ---- memory ----

Result<driver::MemoryRange> HalDevice::syncArea() {
    BELAY_ASSIGN(const Visit visiting, visit());
    {
        const Lock lock(mutex_);
        if (syncArea_.start != nullptr) {
            return syncArea_;
        }
    }
    BELAY_ASSIGN(void* start,
                 driver_.allocate(number_, kSyncAreaBytes, driver::MemoryKind::kDevice));
    Lock lock(mutex_);
    if (syncArea_.start == nullptr) {
        syncArea_ = {.start = start, .bytes = kSyncAreaBytes};
        return syncArea_;
    }
    const driver::MemoryRange area = syncArea_;  // another thread was faster
    lock.unlock();
    static_cast<void>(driver_.release(start));
    return area;
}

}  // namespace belay::hal_sim
