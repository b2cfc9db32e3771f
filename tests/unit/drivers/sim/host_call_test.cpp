// Calls of the host that queues ask for, and what stops and prioritises queues.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <vector>

#include "unit/drivers/sim/driver_fixture.h"

namespace belay::sim {
namespace {

using driver::HostCall;
using driver::IdAction;
using driver::IdType;
using driver::Lending;
using driver::Queue;
using driver::QueueAction;

class HostCallTest : public DriverTest {
  protected:
    Queue& makeCallingQueue() {
        return makeQueue(0, {.callListener = &HostCallTest::note, .listenerContext = this});
    }

    void call(Queue& queue, uint64_t data, bool isBlocking, uint16_t event = 0) {
        submit(queue, hw::HostCallback{.deviceId = 0,
                                       .streamId = queue.streamId,
                                       .eventId = event,
                                       .isBlocking = isBlocking ? uint16_t{1} : uint16_t{0},
                                       .function = 0x1234,
                                       .data = data,
                                       .kernelCredit = hw::kUnlimitedCredit});
    }

    HostCall reported(size_t place) {
        waitUntil([&] { return count() > place; });
        const std::lock_guard lock(mutex_);
        return calls_[place];
    }

    size_t count() {
        const std::lock_guard lock(mutex_);
        return calls_.size();
    }

  private:
    static void note(void* self, Queue&, const HostCall& call) {
        auto* test = static_cast<HostCallTest*>(self);
        const std::lock_guard lock(test->mutex_);
        test->calls_.push_back(call);
    }

    std::mutex mutex_;
    std::vector<HostCall> calls_;
};

TEST_F(HostCallTest, WithoutBlockingTheQueueGoesOnAtOnce) {
    start();
    Queue& queue = makeCallingQueue();
    for (uint64_t i = 0; i < 100; ++i) {
        call(queue, i, false);
    }
    ASSERT_TRUE(finish(queue, Lending::kBounded));
    ASSERT_EQ(count(), 100);
    for (uint64_t i = 0; i < 100; ++i) {
        EXPECT_EQ(reported(i).data, i);
        EXPECT_EQ(reported(i).function, 0x1234);
        EXPECT_FALSE(reported(i).isBlocking);
    }
}

TEST_F(HostCallTest, ABlockingCallHoldsItsQueueButNoOther) {
    start();
    Queue& queue = makeCallingQueue();
    Queue& other = makeQueue();
    const auto event = static_cast<uint16_t>(makeEvent());
    call(queue, 7, true, event);
    mark(queue);
    const HostCall first = reported(0);
    EXPECT_TRUE(first.isBlocking);
    EXPECT_EQ(first.eventId, event);
    mark(other);
    ASSERT_TRUE(finish(other));
    EXPECT_EQ(stateOf(queue).head, 0);
    ASSERT_TRUE(simDriver->finishCall(queue, first).isOk());
    ASSERT_TRUE(finish(queue));
    EXPECT_EQ(count(), 1);
}

TEST_F(HostCallTest, AQueueWithoutListenerFails) {
    start();
    Queue& queue = makeQueue();
    call(queue, 0, false);
    EXPECT_FALSE(finish(queue));
    EXPECT_EQ(completionsOf(queue).size(), 1);
}

// Takes the calls of all queues, but none that names callback queue 0.
class OneSink final : public CallbackSink {
  public:
    bool report(const hw::HostCallback& callback) override {
        if (callback.cqId == 0) {
            return false;
        }
        data.push_back(callback.data);
        return true;
    }

    std::vector<uint64_t> data;  // by the queue's entries, which come one after the other
};

TEST_F(HostCallTest, AnotherSinkTakesTheCallsInstead) {
    OneSink sink;
    simDriver = std::make_unique<SimDriver>(settingsFor(1, true),
                                            SimHooks{.kernels = &bodies, .callbacks = &sink});
    ASSERT_TRUE(simDriver->openDevice(0).isOk());
    Queue& queue = makeCallingQueue();
    const hw::HostCallback entry{.cqId = 3, .streamId = queue.streamId, .data = 8};
    submit(queue, entry);
    ASSERT_TRUE(finish(queue));
    EXPECT_EQ(sink.data, std::vector<uint64_t>{8});
    EXPECT_EQ(count(), 0) << "of the queue's own listener";
    call(queue, 9, false);
    EXPECT_FALSE(finish(queue));
    EXPECT_EQ(sink.data.size(), 1);
}

TEST_F(HostCallTest, CallBehindWhichTheQueueIsMovedIsNotReportedAgain) {
    start();
    Queue& queue = makeCallingQueue();
    const auto event = static_cast<uint16_t>(makeEvent());
    call(queue, 1, true, event);
    call(queue, 2, true, event);
    reported(0);
    ASSERT_TRUE(simDriver->control(queue, QueueAction::kDisable, 0).isOk());
    ASSERT_TRUE(simDriver->control(queue, QueueAction::kSkipTo, 1).isOk());
    ASSERT_TRUE(simDriver->control(queue, QueueAction::kEnable, 0).isOk());
    EXPECT_EQ(reported(1).data, 2);
    ASSERT_TRUE(simDriver->finishCall(queue, reported(1)).isOk());
    EXPECT_TRUE(finish(queue));
    EXPECT_EQ(count(), 2);
}

TEST_F(HostCallTest, AStoppedQueueIsBusyUntilItsEntryHasEnded) {
    start();
    std::atomic<bool> isEntered{false};
    std::atomic<bool> mayEnd{false};
    const uint64_t body = bodies.add([&](const auto&, bool) {
        isEntered = true;
        waitUntil([&] { return mayEnd.load(); });
        return KernelOutcome{};
    });
    Queue& queue = makeQueue();
    launch(queue, body);
    mark(queue);
    waitUntil([&] { return isEntered.load(); });
    ASSERT_TRUE(simDriver->control(queue, QueueAction::kStop, 0).isOk());
    EXPECT_TRUE(stateOf(queue).isBusy);
    EXPECT_FALSE(stateOf(queue).isEnabled);
    mayEnd = true;
    waitUntil([&] { return !stateOf(queue).isBusy; });
    EXPECT_EQ(stateOf(queue).head, 1);
    ASSERT_TRUE(simDriver->control(queue, QueueAction::kEnable, 0).isOk());
    EXPECT_TRUE(finish(queue));
}

TEST_F(HostCallTest, PriorityCanBeChanged) {
    start();
    Queue& queue = makeQueue(0, {.priority = 5});
    EXPECT_EQ(static_cast<SimQueue&>(queue).priority(), 5);
    ASSERT_TRUE(simDriver->control(queue, QueueAction::kPrioritize, 2).isOk());
    EXPECT_EQ(static_cast<SimQueue&>(queue).priority(), 2);
}

}  // namespace
}  // namespace belay::sim
