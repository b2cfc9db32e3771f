#include "drivers/hal_sim/logic_queues.h"

#include <algorithm>
#include <array>

#include "hw/entry.h"

namespace belay::hal_sim {
namespace {

constexpr Code kError = Code::kRtParamInvalid;

uint32_t streamOf(const hw::LogicCqe& entry) {
    return entry.streamId & ~uint32_t{hw::kThreadWaits};
}

}  // namespace

Result<LogicQueues::LogicQueue*> LogicQueues::find(uint32_t id) {
    const auto found = queues_.find(id);
    if (found == queues_.end()) {
        return Status::error(kError, "there is no logic completion queue {}", id);
    }
    return &found->second;
}

Result<uint32_t> LogicQueues::allocate(uint32_t depth) {
    const Lock lock(mutex_);
    const std::optional<uint32_t> id = numbers_.take();
    if (!id) {
        return Status::error(Code::kRtResourceAllocFail,
                             "all {} logic completion queues are in use", kLimit);
    }
    queues_.emplace(*id, LogicQueue{.depth = depth});
    return *id;
}

Status LogicQueues::free(uint32_t id) {
    const Lock lock(mutex_);
    BELAY_TRY(find(id).takeStatus());
    queues_.erase(id);
    numbers_.giveBack(id);
    bell_.ring();  // those who wait for it
    return Status::ok();
}

void LogicQueues::freeAll() {
    const Lock lock(mutex_);
    queues_.clear();
    numbers_.giveAllBack();
}

bool LogicQueues::detach(uint32_t stream) {
    bool wasBound = false;
    for (auto& [id, queue] : queues_) {
        wasBound |= std::erase(queue.streams, stream) != 0;
    }
    return wasBound;
}

Status LogicQueues::bind(uint32_t stream, uint32_t id) {
    const Lock lock(mutex_);
    BELAY_ASSIGN(LogicQueue * queue, find(id));
    detach(stream);
    queue->streams.push_back(stream);
    bell_.ring();
    return Status::ok();
}

Status LogicQueues::unbind(uint32_t stream) {
    const Lock lock(mutex_);
    return detach(stream)
               ? Status::ok()
               : Status::error(kError, "stream {} has no logic completion queue", stream);
}

void LogicQueues::forget(uint32_t stream) {
    const Lock lock(mutex_);
    for (auto& [id, queue] : queues_) {
        std::erase_if(queue.entries,
                      [stream](const hw::LogicCqe& entry) { return streamOf(entry) == stream; });
    }
}

bool LogicQueues::hasCompletionsOf(uint32_t stream) const {
    const Lock lock(mutex_);
    return std::any_of(queues_.begin(), queues_.end(), [stream](const auto& each) {
        const auto& entries = each.second.entries;
        return std::any_of(entries.begin(), entries.end(), [stream](const hw::LogicCqe& entry) {
            return streamOf(entry) == stream;
        });
    });
}

Result<uint32_t> LogicQueues::depthOf(uint32_t id) const {
    const Lock lock(mutex_);
    const auto found = queues_.find(id);
    if (found == queues_.end()) {
        return Status::error(kError, "there is no logic completion queue {}", id);
    }
    return found->second.depth;
}

uint32_t LogicQueues::used() const {
    const Lock lock(mutex_);
    return numbers_.used();
}

void LogicQueues::collect(LogicQueue& queue) {
    std::array<hw::LogicCqe, 16> some;
    for (const uint32_t stream : queue.streams) {
        uint32_t count = 0;
        do {
            count = streams_[stream].receive(some.data(), some.size());
            queue.entries.insert(queue.entries.end(), some.begin(), some.begin() + count);
        } while (count == some.size());
    }
}

Result<uint32_t> LogicQueues::take(uint32_t id, std::span<hw::LogicCqe> entries,
                                   const std::optional<Wanted>& wanted) {
    const Lock lock(mutex_);
    BELAY_ASSIGN(LogicQueue * queue, find(id));
    collect(*queue);
    uint32_t count = 0;
    auto entry = queue->entries.begin();
    while (entry != queue->entries.end() && count < entries.size()) {
        if (!wanted || (streamOf(*entry) == wanted->stream && entry->taskId == wanted->task)) {
            entries[count++] = *entry;
            entry = queue->entries.erase(entry);
        } else {
            ++entry;
        }
    }
    return count;
}

}  // namespace belay::hal_sim
