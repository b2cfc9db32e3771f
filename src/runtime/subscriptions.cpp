#include "runtime/subscriptions.h"

#include <utility>

#include "base/fork.h"
#include "base/never_destroyed.h"

namespace belay {
namespace {

ForkLock subscriptionsForkLock(LockRank::kObject,
                               [] { return &Subscriptions::instance().mutex(); });

}  // namespace

/// Guarded by the mutex of Subscriptions.
struct Subscription::Thread final : RefCounted {
    explicit Thread(Device& takesOf) noexcept : device(&takesOf) {}

    const Ref<Device> device;
    uint64_t subscriptions = 0;
    HostTaskList waiting;
    CondVar changed;
};

Subscription::Subscription(uint64_t threadId, Ref<Thread> thread) noexcept
    : threadId_(threadId), thread_(std::move(thread)) {}

Subscription::~Subscription() = default;

Subscriptions& Subscriptions::instance() {
    static NeverDestroyed<Subscriptions> subscriptions;
    return subscriptions.get();
}

Result<Ref<Subscription>> Subscriptions::add(uint64_t threadId, Device& device) {
    const Lock lock(mutex_);
    const auto found = threads_.find(threadId);
    Ref<Subscription::Thread> thread =
        found != threads_.end() ? found->second : makeRef<Subscription::Thread>(device);
    if (thread->device.get() != &device) {
        return Status::error(Code::kRtThreadSubscribe,
                             "thread {} takes callbacks of device {} and cannot take those of "
                             "device {}, too",
                             threadId, thread->device->number(), device.number());
    }
    Ref<Subscription> made(new Subscription(threadId, thread));
    if (found == threads_.end()) {
        threads_.emplace(threadId, thread);
    }
    ++thread->subscriptions;
    return made;
}

HostTaskList Subscriptions::end(Subscription& subscription) noexcept {
    const Lock lock(mutex_);
    if (std::exchange(subscription.isOver_, true)) {
        return {};
    }
    Subscription::Thread& thread = *subscription.thread_;
    if (--thread.subscriptions == 0) {
        threads_.erase(subscription.threadId_);
        thread.changed.notifyAll();
    }
    return thread.waiting.takeOf(subscription);
}

bool Subscriptions::deliver(Subscription& subscription, Ref<HostTask>& task) noexcept {
    const Lock lock(mutex_);
    if (subscription.isOver_) {
        return false;
    }
    subscription.thread_->waiting.add(std::move(task));
    subscription.thread_->changed.notifyAll();
    return true;
}

Status Subscriptions::process(uint64_t threadId, Deadline deadline) {
    Lock lock(mutex_);
    const auto found = threads_.find(threadId);
    if (found == threads_.end()) {
        return Status::error(Code::kRtThreadSubscribe,
                             "thread {} is subscribed to no stream; call aclrtSubscribeReport "
                             "first",
                             threadId);
    }
    const Ref<Subscription::Thread> thread = found->second;
    bool hasRun = false;
    while (!hasRun) {
        const bool isOver = !thread->changed.wait(lock, deadline, [&thread] {
            return !thread->waiting.isEmpty() || thread->subscriptions == 0;
        });
        if (isOver) {
            return Status::error(Code::kRtReportTimeout,
                                 "no callback came within the time limit for thread {}", threadId);
        }
        if (thread->waiting.isEmpty()) {
            return Status::error(Code::kRtThreadSubscribe,
                                 "the last subscription of thread {} ended while it waited",
                                 threadId);
        }
        // Those that come meanwhile are for the next call: it could go on for ever otherwise.
        for (size_t count = thread->waiting.count(); count > 0 && !thread->waiting.isEmpty();
             --count) {
            Ref<HostTask> task = thread->waiting.take();
            lock.unlock();
            hasRun = task->run(/*usesContext=*/false) || hasRun;
            task = nullptr;
            lock.lock();
        }
    }
    return Status::ok();
}

}  // namespace belay
