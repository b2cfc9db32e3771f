#include "runtime/event_relay.h"

#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include "base/fork.h"
#include "base/log.h"
#include "base/never_destroyed.h"
#include "runtime/stream.h"

namespace belay {
namespace {

// How long the relay looks at one event before it looks at the others again.
constexpr int64_t kLookUs = 200;

ForkLock relayForkLock(LockRank::kObject, [] { return &EventRelay::instance().mutex(); });
ForkRepair relayForkRepair([] { EventRelay::instance().forgetThread(); });

}  // namespace

EventRelay& EventRelay::instance() {
    static NeverDestroyed<EventRelay> relay;
    return relay.get();
}

void EventRelay::add(const Ref<EventRecording>& recording, const Ref<EventFlag>& flag) {
    {
        const Lock lock(mutex_);
        try {
            entries_.push_back({recording, flag});
            if (!isRunning_) {
                std::thread([this] { run(); }).detach();
                isRunning_ = true;
            }
            return;
        } catch (const std::system_error& error) {
            entries_.pop_back();
            BELAY_LOG(kRuntime, kError, "no thread can be started for events between devices: {}",
                      error.what());
        }
    }
    static_cast<void>(recording->wait(Deadline::never()));
    flag->record();
}

void EventRelay::run() {
    while (true) {
        if (relayFinished()) {
            continue;
        }
        Ref<EventRecording> oldest;
        {
            const Lock lock(mutex_);
            if (entries_.empty()) {
                isRunning_ = false;
                return;
            }
            oldest = entries_.front().recording;
        }
        const Code code = oldest->wait(Deadline::afterUs(kLookUs)).code();
        // A stream that stands still for good, until an abort, is not waited for at all.
        if (code != Code::kOk && code != Code::kRtEventSyncTimeout) {
            std::this_thread::sleep_for(std::chrono::microseconds(kLookUs));
        }
    }
}

// Whether anything was.
bool EventRelay::relayFinished() {
    std::vector<Entry> entries;
    {
        const Lock lock(mutex_);
        entries = entries_;
    }
    std::vector<Entry> finished;
    for (Entry& entry : entries) {
        if (entry.recording->isDone()) {
            entry.flag->record();
            finished.push_back(std::move(entry));
        }
    }
    const Lock lock(mutex_);
    for (const Entry& entry : finished) {
        std::erase_if(entries_, [&entry](const Entry& other) { return other.flag == entry.flag; });
    }
    return !finished.empty();
}

}  // namespace belay
