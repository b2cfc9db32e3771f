#include "drivers/hal/queue_list.h"

#include <utility>

namespace belay::hal {

QueueList::Pin::~Pin() {
    if (queue_ != nullptr) {
        list_.unpin(*queue_);
    }
}

void QueueList::add(std::unique_ptr<HalQueue> queue) {
    const uint16_t streamId = queue->streamId;
    const Lock lock(mutex_);
    entries_[streamId].queue = std::move(queue);
}

// A stream id is not given out again before its queue has been given back, so nobody adds another
// queue under the id meanwhile.
std::unique_ptr<HalQueue> QueueList::remove(uint16_t streamId) {
    Lock lock(mutex_);
    const auto found = entries_.find(streamId);
    if (found == entries_.end() || found->second.queue == nullptr) {
        return nullptr;
    }
    std::unique_ptr<HalQueue> queue = std::move(found->second.queue);
    unpinned_.wait(lock, Deadline::never(), [&found] { return found->second.pins == 0; });
    entries_.erase(found);
    return queue;
}

HalQueue* QueueList::pinLocked(std::map<uint16_t, Entry>::iterator found) {
    ++found->second.pins;
    return found->second.queue.get();
}

void QueueList::unpin(const HalQueue& queue) noexcept {
    const Lock lock(mutex_);
    if (--entries_.find(queue.streamId)->second.pins == 0) {
        unpinned_.notifyAll();
    }
}

QueueList::Pin QueueList::find(uint16_t streamId) {
    const Lock lock(mutex_);
    const auto found = entries_.find(streamId);
    const bool isThere = found != entries_.end() && found->second.queue != nullptr;
    return {*this, isThere ? pinLocked(found) : nullptr};
}

QueueList::Pin QueueList::findFrom(uint32_t streamId) {
    const Lock lock(mutex_);
    if (streamId > UINT16_MAX) {
        return {*this, nullptr};
    }
    auto found = entries_.lower_bound(static_cast<uint16_t>(streamId));
    while (found != entries_.end() && found->second.queue == nullptr) {
        ++found;
    }
    return {*this, found != entries_.end() ? pinLocked(found) : nullptr};
}

std::vector<uint16_t> QueueList::streamIds() const {
    const Lock lock(mutex_);
    std::vector<uint16_t> ids;
    for (const auto& [streamId, entry] : entries_) {
        ids.push_back(streamId);
    }
    return ids;
}

}  // namespace belay::hal
