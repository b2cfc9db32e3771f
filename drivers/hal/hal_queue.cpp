#include "drivers/hal/hal_queue.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>
#include <variant>

#include "base/log.h"
#include "drivers/hal/hal_errors.h"
#include "hw/sqe_decode.h"

namespace belay::hal {
namespace {

using driver::QueueAction;

// There is one task scheduler.
constexpr uint32_t kScheduler = 0;
constexpr uint32_t kSqeBytes = sizeof(hw::Sqe);
constexpr uint32_t kCqeBytes = sizeof(hw::Cqe);
constexpr uint32_t kLogicCqeBytes = sizeof(hw::LogicCqe);
constexpr uint32_t kLogicDepth = 4096;
// A head that is not valid becomes so within a few reads, or the queue is being changed.
constexpr int kHeadTries = 64;
constexpr uint32_t kReceivedAtOnce = 16;
// What belongs to an entry may come later than the head, but never so much later.
constexpr std::chrono::milliseconds kGrace{1000};

// How long a queue may go on with what is given up, before its owner is told that it does.
constexpr std::chrono::seconds kGivenUpLimit{3};

// How a thread waits that nothing wakes: it looks without a pause, then with short ones, then, when
// what it waits for takes long, with long ones.
class Pauses {
  public:
    /// Ends at the deadline at the latest.
    void pause(Deadline deadline) {
        const auto now = SteadyClock::now();
        const auto age = now - begin_;
        if (age < kBusy) {
            return;
        }
        pause_ = std::min(pause_ * 2, age < kYoung ? kShort : kLong);
        std::this_thread::sleep_until(
            deadline.isNever() ? now + pause_ : std::min(deadline.timePoint(), now + pause_));
    }

  private:
    static constexpr std::chrono::microseconds kBusy{8};
    static constexpr std::chrono::milliseconds kYoung{20};
    static constexpr std::chrono::microseconds kShort{200};
    static constexpr std::chrono::microseconds kLong{1000};

    SteadyClock::time_point begin_ = SteadyClock::now();
    std::chrono::microseconds pause_{5};
};

bool isFailure(const driver::Completion& completion) {
    return (completion.entry.errorType & hw::kErrorMask) != 0;
}

}  // namespace

HalQueue::HalQueue(const HalApi& api, const DeviceNumber& number, uint32_t queueDepth,
                   const driver::QueueSetup& setup)
    : api_(api), number_(number), setup_(setup), head_(queueDepth) {
    device = number.device;
    depth = queueDepth;
}

// ---- making and giving back ----

Result<std::unique_ptr<HalQueue>> HalQueue::create(const HalApi& api, const DeviceNumber& number,
                                                   uint32_t depth, const driver::QueueSetup& setup,
                                                   const CallQueue& calls) {
    std::unique_ptr<HalQueue> queue(new HalQueue(api, number, depth, setup));
    if (Status status = queue->open(calls); !status.isOk()) {
        static_cast<void>(queue->freeAll());
        return status;
    }
    return queue;
}

Status HalQueue::open(const CallQueue& calls) {
    BELAY_TRY(allocateStream());
    BELAY_TRY(allocateNormal());
    BELAY_TRY(allocateLogic());
    halResourceIdInputInfo stream{
        .type = DRV_STREAM_ID, .tsId = kScheduler, .resourceId = streamId, .res = {}};
    halResourceConfigInfo binding{.prop = DRV_STREAM_BIND_LOGIC_CQ, .value = {logicCqId_}};
    BELAY_TRY(halStatus("halResourceConfig",
                        api_.halResourceConfig(number_.halId, &stream, &binding),
                        "errors of stream {} in completion queue {}", streamId, logicCqId_));
    isBound_ = true;
    callCqId = calls.cqId;
    callGroupId = calls.groupId;
    return Status::ok();
}

Status HalQueue::allocateStream() {
    halResourceIdInputInfo in{.type = DRV_STREAM_ID,
                              .tsId = kScheduler,
                              .resourceId = 0,
                              .res = {setup_.priority, setup_.flags}};
    halResourceIdOutputInfo out{};
    BELAY_TRY(halStatus("halResourceIdAlloc", api_.halResourceIdAlloc(number_.halId, &in, &out),
                        "one of the streams of device {}, priority {}, flags {:#x}", device,
                        setup_.priority, setup_.flags));
    streamId = static_cast<uint16_t>(out.resourceId);
    hasStream_ = true;
    return Status::ok();
}

Status HalQueue::allocateNormal() {
    halSqCqInputInfo in{};
    in.type = DRV_NORMAL_TYPE;
    in.tsId = kScheduler;
    in.sqeSize = kSqeBytes;
    in.cqeSize = kCqeBytes;
    in.sqeDepth = depth;
    in.cqeDepth = depth;
    in.info[0] = streamId;
    in.info[1] = setup_.priority;
    halSqCqOutputInfo out{};
    BELAY_TRY(halStatus("halSqCqAllocate", api_.halSqCqAllocate(number_.halId, &in, &out),
                        "a queue of {} entries for stream {} of device {}", depth, streamId,
                        device));
    sqId = static_cast<uint16_t>(out.sqId);
    cqId = static_cast<uint16_t>(out.cqId);
    hasNormal_ = true;
    return Status::ok();
}

Status HalQueue::allocateLogic() {
    halSqCqInputInfo in{};
    in.type = DRV_LOGIC_TYPE;
    in.tsId = kScheduler;
    in.cqeSize = kLogicCqeBytes;
    in.cqeDepth = kLogicDepth;
    in.info[0] = streamId;
    halSqCqOutputInfo out{};
    BELAY_TRY(halStatus("halSqCqAllocate", api_.halSqCqAllocate(number_.halId, &in, &out),
                        "a completion queue of {} entries for stream {} of device {}", kLogicDepth,
                        streamId, device));
    logicCqId_ = out.cqId;
    hasLogic_ = true;
    return Status::ok();
}

Status HalQueue::free(int32_t type, uint32_t freedSqId, uint32_t freedCqId) {
    halSqCqFreeInfo info{};
    info.type = type;
    info.tsId = kScheduler;
    info.sqId = freedSqId;
    info.cqId = freedCqId;
    return halStatus("halSqCqFree", api_.halSqCqFree(number_.halId, &info),
                     "queue {} with completion queue {} of device {}, type {}", freedSqId,
                     freedCqId, device, type);
}

// In the opposite order, and all of it whatever happens.
Status HalQueue::freeAll() {
    Status first = Status::ok();
    const auto note = [&first](Status status) {
        first = first.isOk() ? std::move(status) : std::move(first);
    };
    halResourceIdInputInfo stream{
        .type = DRV_STREAM_ID, .tsId = kScheduler, .resourceId = streamId, .res = {}};
    if (std::exchange(isBound_, false)) {
        halResourceConfigInfo binding{.prop = DRV_STREAM_UNBIND_LOGIC_CQ, .value = {logicCqId_}};
        note(halStatus(
            "halResourceConfig", api_.halResourceConfig(number_.halId, &stream, &binding),
            "stream {} of device {} without completion queue {}", streamId, device, logicCqId_));
    }
    if (std::exchange(hasLogic_, false)) {
        note(free(DRV_LOGIC_TYPE, 0, logicCqId_));
    }
    if (std::exchange(hasNormal_, false)) {
        note(free(DRV_NORMAL_TYPE, sqId, cqId));
    }
    if (std::exchange(hasStream_, false)) {
        note(halStatus("halResourceIdFree", api_.halResourceIdFree(number_.halId, &stream),
                       "stream {} of device {}", streamId, device));
    }
    return first;
}

Status HalQueue::giveBack() {
    Status settled = stopAndSettle();
    Status freed = freeAll();
    // What was given up and did not end is the library's business once it has the queue.
    const bool isOver = settled.isOk() || settled.code() == Code::kRtWaitTimeout;
    return isOver ? std::move(freed) : std::move(settled);
}

// ---- the library ----

Result<uint32_t> HalQueue::query(int32_t property) const {
    halSqCqQueryInfo info{.type = DRV_NORMAL_TYPE,
                          .tsId = kScheduler,
                          .sqId = sqId,
                          .cqId = cqId,
                          .prop = property,
                          .value = {}};
    BELAY_TRY(halStatus("halSqCqQuery", api_.halSqCqQuery(number_.halId, &info),
                        "property {} of queue {} of device {}", property, sqId, device));
    return info.value[0];
}

Status HalQueue::configure(int32_t property, uint32_t value) const {
    halSqCqConfigInfo info{.type = DRV_NORMAL_TYPE,
                           .tsId = kScheduler,
                           .sqId = sqId,
                           .cqId = cqId,
                           .prop = property,
                           .value = {value}};
    return halStatus("halSqCqConfig", api_.halSqCqConfig(number_.halId, &info),
                     "{} as property {} of queue {} of device {}", value, property, sqId, device);
}

// Under the lock, so that no older reading comes after a newer one.
Status HalQueue::look() {
    for (int tries = 0; tries < kHeadTries; ++tries) {
        BELAY_ASSIGN(const uint32_t reading, query(DRV_SQCQ_PROP_SQ_HEAD));
        if (reading != HAL_SQ_HEAD_INVALID) [[likely]] {
            head_.moveTo(reading, limit_);
            break;
        }
    }
    BELAY_ASSIGN(const uint32_t status, query(DRV_SQCQ_PROP_SQ_STATUS));
    isRunning_ = status != 0;
    return Status::ok();
}

Status HalQueue::drain() {
    std::array<hw::LogicCqe, kReceivedAtOnce> entries;
    while (true) {
        halReportRecvInfo info{};
        info.type = DRV_LOGIC_TYPE;
        info.tsId = kScheduler;
        info.cqId = logicCqId_;
        info.cqe_addr = reinterpret_cast<uint8_t*>(entries.data());
        info.cqe_num = kReceivedAtOnce;
        info.stream_id = streamId;
        info.task_id = HAL_ANY_TASK;
        const drvError_t error = api_.halCqReportRecv(number_.halId, &info);
        if (error == DRV_ERROR_WAIT_TIMEOUT) {
            return Status::ok();
        }
        BELAY_TRY(halStatus("halCqReportRecv", error, "completions of stream {} of device {}",
                            streamId, device));
        const uint32_t count = std::min(info.report_cqe_num, kReceivedAtOnce);
        for (uint32_t i = 0; i < count; ++i) {
            take(entries[i]);
        }
        if (count < kReceivedAtOnce) {
            return Status::ok();
        }
    }
}

void HalQueue::take(const hw::LogicCqe& entry) {
    completions_.push_back({.entry = entry});
    const auto found = std::find_if(
        expected_.begin(), expected_.end(),
        [&entry](const Expected& expected) { return expected.taskId == entry.taskId; });
    if (found != expected_.end()) {
        expected_.erase(found);
        overdueSince_.reset();
    }
}

// What was written before the head came where it is, is received.
Status HalQueue::refresh() {
    BELAY_TRY(look());
    const bool mayHave = drainedUntil_ < completionsUntil_ && drainedUntil_ < head_.serial();
    if (!mayHave && isRunning_ && !findOverdue()) [[likely]] {
        return Status::ok();
    }
    BELAY_TRY(drain());
    drainedUntil_ = head_.serial();
    return Status::ok();
}

bool HalQueue::isBehindTheHead(uint64_t serial) const {
    return serial < head_.serial();
}

// The first entry that has run, but whose time or call has not come yet.
std::optional<uint64_t> HalQueue::findOverdue() const {
    std::optional<uint64_t> first;
    if (!expected_.empty() && isBehindTheHead(expected_.front().serial)) {
        first = expected_.front().serial;
    }
    if (!calls_.empty() && isBehindTheHead(calls_.front().serial)) {
        first = std::min(first.value_or(UINT64_MAX), calls_.front().serial);
    }
    return first;
}

void HalQueue::giveUp(uint64_t serial) {
    std::erase_if(expected_, [serial](const Expected& each) { return each.serial == serial; });
    std::erase_if(calls_, [serial](const OwedCall& each) {
        return each.serial == serial && !each.isBeingMade;
    });
    overdueSince_.reset();
}

// The head, but not beyond an entry whose time or call is still on its way: who reads the head then
// has all that belongs to what lies before it.
uint64_t HalQueue::reportedHead() {
    while (const std::optional<uint64_t> overdue = findOverdue()) {
        if (!overdueSince_) {
            overdueSince_ = SteadyClock::now();
        }
        if (SteadyClock::now() - *overdueSince_ < kGrace) {
            return *overdue;
        }
        BELAY_LOG(kDriver, kWarning, "entry {} of queue {} of device {} has no completion",
                  *overdue, sqId, device);
        giveUp(*overdue);
    }
    return head_.serial();
}

// What lies between is dropped, with all that was expected of it.
void HalQueue::skipTo(uint64_t serial) {
    const uint64_t from = head_.serial();
    std::erase_if(expected_, [&](const Expected& each) { return each.serial < serial; });
    std::erase_if(
        calls_, [&](const OwedCall& each) { return each.serial >= from && each.serial < serial; });
    overdueSince_.reset();
    head_.set(serial);
}

// A failure is news only when the queue stands: before that, it could not be made to go on.
bool HalQueue::mayReceive() const {
    if (completions_.empty()) {
        return false;
    }
    const driver::Completion& oldest = completions_.front();
    return !isFailure(oldest) || !isRunning_ || head_.position() != oldest.entry.sqHead;
}

// ---- for the thread that submits ----

void HalQueue::noteCompletion(const hw::Sqe& entry, uint64_t serial) {
    completionsUntil_ = serial + 1;
    const hw::SqeType type = hw::typeOf(entry);
    if (type == hw::SqeType::kEventRecord) {
        expected_.push_back({.serial = serial, .taskId = hw::idsOf(entry).taskId});
    } else if (type == hw::SqeType::kAicpu) {
        const hw::Decoded decoded = hw::decode(entry);
        if (const auto* callback = std::get_if<hw::HostCallback>(&decoded)) {
            calls_.push_back(
                {.serial = serial, .call = {.data = callback->data, .taskId = callback->taskId}});
        }
    }
}

void HalQueue::noteEntries(const hw::Sqe* entries, uint32_t count, uint64_t first) {
    limit_ = first + count;
    for (uint32_t i = 0; i < count; ++i) {
        if (hw::getField(entries[i].words, hw::stars_v1::CommonFields::kWriteCqe) != 0) {
            noteCompletion(entries[i], first + i);
        }
    }
}

// Of entries that were not sent after all.
void HalQueue::takeBack(uint64_t first) {
    const Lock lock(mutex_);
    limit_ = first;
    std::erase_if(expected_, [first](const Expected& each) { return each.serial >= first; });
    std::erase_if(calls_, [first](const OwedCall& each) { return each.serial >= first; });
}

Result<bool> HalQueue::submit(const hw::Sqe* entries, uint32_t count) {
    const uint64_t tail = tail_.load(std::memory_order_relaxed);
    {
        const Lock lock(mutex_);
        if (!head_.hasRoomFor(count, tail)) [[unlikely]] {
            BELAY_TRY(look());
            if (!head_.hasRoomFor(count, tail)) {
                return false;
            }
        }
        noteEntries(entries, count, tail);
    }
    halTaskSendInfo info{};
    info.type = DRV_NORMAL_TYPE;
    info.tsId = kScheduler;
    info.sqId = sqId;
    info.sqe_addr = reinterpret_cast<uint8_t*>(const_cast<hw::Sqe*>(entries));
    info.sqe_num = count;
    const drvError_t error = api_.halSqTaskSend(number_.halId, &info);
    if (error != DRV_ERROR_NONE) [[unlikely]] {
        takeBack(tail);
        if (error == DRV_ERROR_NO_RESOURCES) {
            return false;
        }
        return halError("halSqTaskSend", error,
                        fmt::format("{} entries for queue {} of device {}", count, sqId, device));
    }
    tail_.store(tail + count, std::memory_order_seq_cst);
    return true;
}

// ---- for everyone ----

Result<driver::QueueState> HalQueue::state() {
    const Lock lock(mutex_);
    BELAY_TRY(refresh());
    const uint64_t tail = tail_.load(std::memory_order_acquire);
    return driver::QueueState{
        .head = reportedHead(),
        .tail = tail,
        .isEnabled = isRunning_ && !isStopped_,
        .hasCompletions = mayReceive(),
        .isBusy = isStopped_ ? !isSettled() : isRunning_ && head_.serial() < tail};
}

Result<uint32_t> HalQueue::receive(driver::Completion* completions, uint32_t capacity) {
    const Lock lock(mutex_);
    if (completions_.empty()) {
        BELAY_TRY(refresh());
    }
    uint32_t count = 0;
    while (count < capacity && mayReceive()) {
        completions[count++] = std::move(completions_.front());
        completions_.pop_front();
    }
    isTold_ = isTold_ && mayReceive();
    return count;
}

Status HalQueue::control(QueueAction action, uint64_t value) {
    switch (action) {
        case QueueAction::kSkipTo: {
            const Lock lock(mutex_);
            BELAY_TRY(configure(DRV_SQCQ_PROP_SQ_HEAD, static_cast<uint32_t>(value % depth)));
            skipTo(value);
            return Status::ok();
        }
        case QueueAction::kEnable: {
            const Lock lock(mutex_);
            BELAY_TRY(configure(DRV_SQCQ_PROP_SQ_STATUS, 1));
            givenUpAt_.reset();
            isStopped_ = false;
            isRunning_ = true;
            return Status::ok();
        }
        case QueueAction::kStop: {
            const Lock lock(mutex_);
            BELAY_TRY(configure(DRV_SQCQ_PROP_SQ_STATUS, 0));
            isStopped_ = true;
            return Status::ok();
        }
        case QueueAction::kDisable:
            return stopAndSettle();
        case QueueAction::kInterrupt: {
            // Nothing is known that would end a kernel before its time.
            const Lock lock(mutex_);
            if (!givenUpAt_) {
                givenUpAt_ = SteadyClock::now();
            }
            return Status::ok();
        }
        case QueueAction::kPrioritize:
            break;
    }
    return Status::error(Code::kRtFeatureNotSupport,
                         "the driver cannot change the priority of stream {}, which exists already",
                         streamId);
}

// Of a stopped queue: nothing is being executed, and what belongs to entries that have run is
// there. The status says that a queue runs until it has come to a stand.
bool HalQueue::isSettled() {
    const bool isCalling = std::any_of(calls_.begin(), calls_.end(),
                                       [](const OwedCall& owed) { return owed.isBeingMade; });
    return !isRunning_ && !isCalling && reportedHead() == head_.serial();
}

// Somebody may enable the queue meanwhile.
Status HalQueue::stopAndSettle() {
    BELAY_TRY(control(QueueAction::kStop, 0));
    Pauses pauses;
    while (true) {
        {
            const Lock lock(mutex_);
            BELAY_TRY(refresh());
            if (isSettled() || !isStopped_) {
                return Status::ok();
            }
            if (givenUpAt_ && SteadyClock::now() - *givenUpAt_ > kGivenUpLimit) {
                return Status::error(Code::kRtWaitTimeout,
                                     "what stream {} of device {} executes does not end, and "
                                     "nothing ends it but its own time limit",
                                     streamId, device);
            }
        }
        pauses.pause(Deadline::never());
    }
}

Result<bool> HalQueue::isOver(uint64_t serial) {
    const Lock lock(mutex_);
    BELAY_TRY(refresh());
    return !isRunning_ || isStopped_ || reportedHead() >= serial;
}

Result<bool> HalQueue::wait(uint64_t serial, Deadline deadline) {
    Pauses pauses;
    while (true) {
        BELAY_ASSIGN(const bool over, isOver(serial));
        if (over) {
            return true;
        }
        if (deadline.hasPassed()) {
            return false;
        }
        pauses.pause(deadline);
    }
}

// ---- for the thread that watches ----

bool HalQueue::hasWorkLocked() const {
    if (mayReceive() && !isTold_) {
        return true;
    }
    const bool isUnderWay = head_.serial() < tail_.load(std::memory_order_seq_cst);
    const bool isDrained = drainedUntil_ >= completionsUntil_ && !findOverdue();
    return (isUnderWay || !isDrained) && !isTold_ && (isRunning_ || !isStopped_);
}

bool HalQueue::hasWork() const {
    const Lock lock(mutex_);
    return hasWorkLocked();
}

HalQueue::Watch HalQueue::watch() {
    const Lock lock(mutex_);
    if (!hasWorkLocked()) {
        return {};
    }
    // What the library refuses, it tells those who wait as well.
    if (refresh().isOk() && mayReceive() && !std::exchange(isTold_, true)) {
        return {.mustTell = true, .hasWork = true};
    }
    return {.mustTell = false, .hasWork = hasWorkLocked()};
}

// ---- calls of the host ----

bool HalQueue::noteReport(const driver::HostCall& call) {
    const Lock lock(mutex_);
    const auto found = std::find_if(calls_.begin(), calls_.end(), [&call](const OwedCall& owed) {
        return !owed.isReported && owed.call.data == call.data && owed.call.taskId == call.taskId;
    });
    if (found == calls_.end()) {
        return false;
    }
    found->call = call;
    found->isReported = true;
    return true;
}

std::optional<driver::HostCall> HalQueue::beginCall() {
    const Lock lock(mutex_);
    const auto found = std::find_if(calls_.begin(), calls_.end(),
                                    [](const OwedCall& owed) { return owed.isReported; });
    if (found == calls_.end()) {
        return std::nullopt;
    }
    if (isStopped_ && (!look().isOk() || !isBehindTheHead(found->serial))) {
        return std::nullopt;
    }
    found->isBeingMade = true;
    return found->call;
}

void HalQueue::endCall() {
    const Lock lock(mutex_);
    std::erase_if(calls_, [](const OwedCall& owed) { return owed.isBeingMade; });
    overdueSince_.reset();
}

bool HalQueue::keepsReports() const {
    const Lock lock(mutex_);
    return std::any_of(calls_.begin(), calls_.end(),
                       [](const OwedCall& owed) { return owed.isReported; });
}

}  // namespace belay::hal
