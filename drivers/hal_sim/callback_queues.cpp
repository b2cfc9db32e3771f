#include "drivers/hal_sim/callback_queues.h"

#include <algorithm>

namespace belay::hal_sim {
namespace {

constexpr Code kError = Code::kRtParamInvalid;

// Where the fields lie in the first half word of a report.
constexpr unsigned kIdShift = 4;

}  // namespace

Result<CallbackQueues::CallbackQueue*> CallbackQueues::find(uint32_t id) {
    const auto found = queues_.find(id);
    if (found == queues_.end()) {
        return Status::error(kError, "there is no callback queue {}", id);
    }
    return &found->second;
}

Result<uint32_t> CallbackQueues::allocate(uint32_t group) {
    if (group >= kGroups) {
        return Status::error(kError, "there is no callback group {}; there are {}, numbered from 0",
                             group, kGroups);
    }
    const Lock lock(mutex_);
    const std::optional<uint32_t> id = numbers_.take();
    if (!id) {
        return Status::error(Code::kRtResourceAllocFail, "all {} callback queues are in use",
                             kLimit);
    }
    queues_[*id].group = group;
    return *id;
}

Status CallbackQueues::free(uint32_t id) {
    const Lock lock(mutex_);
    BELAY_TRY(find(id).takeStatus());
    queues_.erase(id);
    numbers_.giveBack(id);
    return Status::ok();
}

void CallbackQueues::freeAll() {
    const Lock lock(mutex_);
    queues_.clear();
    numbers_.giveAllBack();
}

bool CallbackQueues::report(const hw::HostCallback& callback) {
    {
        const Lock lock(mutex_);
        const auto found = queues_.find(callback.cqId);
        if (found == queues_.end() || found->second.group != callback.cqGroupId) {
            return false;
        }
        CallbackQueue& queue = found->second;
        queue.reports.push_back({.phaseAndCqId = static_cast<uint16_t>(callback.cqId << kIdShift),
                                 .streamId = callback.streamId,
                                 .taskId = callback.taskId,
                                 .sqId = callback.streamId,
                                 .sqHead = 0,
                                 .sequence = queue.sequence++,
                                 .isBlocking = static_cast<uint8_t>(callback.isBlocking != 0),
                                 .reserved = 0,
                                 .eventId = callback.eventId,
                                 .function = callback.function,
                                 .data = callback.data});
    }
    bell_.ring();
    return true;
}

Result<bool> CallbackQueues::look(uint32_t group, std::span<std::byte> bitmap) const {
    const Lock lock(mutex_);
    std::fill(bitmap.begin(), bitmap.end(), std::byte{0});
    bool isAny = false;
    for (const auto& [id, queue] : queues_) {
        if (queue.group != group || queue.given == queue.reports.size()) {
            continue;
        }
        if (id / 8 >= bitmap.size()) {
            return Status::error(kError, "a bitmap of {} bytes has no bit for callback queue {}",
                                 bitmap.size(), id);
        }
        // The bitmap is made of 64-bit words; on a little-endian machine that makes no difference.
        bitmap[id / 8] |= std::byte{1} << (id % 8);
        isAny = true;
    }
    return isAny;
}

Result<HalCallReport*> CallbackQueues::get(uint32_t id) {
    const Lock lock(mutex_);
    BELAY_ASSIGN(CallbackQueue * queue, find(id));
    if (queue->given == queue->reports.size()) {
        return static_cast<HalCallReport*>(nullptr);
    }
    return &queue->reports[queue->given++];
}

Status CallbackQueues::release(uint32_t id, uint32_t count) {
    const Lock lock(mutex_);
    BELAY_ASSIGN(CallbackQueue * queue, find(id));
    if (count > queue->given) {
        return Status::error(kError, "{} reports cannot be released: {} were given", count,
                             queue->given);
    }
    queue->reports.erase(queue->reports.begin(), queue->reports.begin() + count);
    queue->given -= count;
    return Status::ok();
}

}  // namespace belay::hal_sim
