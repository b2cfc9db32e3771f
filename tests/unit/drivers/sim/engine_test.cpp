#include "drivers/sim/engine.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "support/threads.h"
#include "unit/drivers/sim/driver_fixture.h"

namespace belay::sim {
namespace {

using driver::IdAction;
using driver::IdType;
using driver::Lending;
using driver::Queue;
using driver::QueueAction;

class EngineTest : public DriverTest {
  protected:
    /// A body that runs until it is let go.
    struct Gate {
        std::atomic<bool> isEntered{false};
        std::atomic<bool> isOpen{false};
        uint64_t body = 0;
    };

    const std::thread::id testThread = std::this_thread::get_id();

    /// Outlives the queues, and so the bodies.
    Gate& makeGate() {
        Gate& gate = gates_.emplace_back();
        gate.body = bodies.add([&gate](const auto&, bool) {
            gate.isEntered = true;
            waitUntil([&gate] { return gate.isOpen.load(); });
            return KernelOutcome{};
        });
        return gate;
    }

  private:
    std::deque<Gate> gates_;
};

TEST_F(EngineTest, AThreadThatWaitsExecutesTheEntriesItself) {
    start();
    bool hasLent = false;
    const uint64_t body = bodies.add([&](const hw::AicoreKernel&, bool onEngineThread) {
        EXPECT_EQ(onEngineThread, std::this_thread::get_id() != testThread);
        hasLent = hasLent || !onEngineThread;
        return KernelOutcome{};
    });
    Queue& queue = makeQueue();
    // The worker leaves fresh entries alone for a moment, but where this thread does not get to run
    // for so long, it has them.
    while (!hasLent) {
        launch(queue, body);
        ASSERT_TRUE(finish(queue));
    }
}

TEST_F(EngineTest, EntriesRunInTheOrderOfSubmission) {
    start();
    std::vector<uint64_t> seen;
    const uint64_t body = bodies.add([&](const hw::AicoreKernel& kernel, bool) {
        seen.push_back(kernel.args);
        return KernelOutcome{};
    });
    Queue& queue = makeQueue();
    for (uint64_t i = 0; i < 1000; ++i) {
        submit(queue, hw::AicoreKernel{.pc = body, .args = i});
    }
    ASSERT_TRUE(finish(queue));
    ASSERT_EQ(seen.size(), 1000);
    for (uint64_t i = 0; i < seen.size(); ++i) {
        EXPECT_EQ(seen[i], i);
    }
}

TEST_F(EngineTest, WorkThatNobodyWaitsForIsDoneAllTheSame) {
    start();
    std::atomic<int> count{0};
    const uint64_t body = bodies.add([&](const auto&, bool onEngineThread) {
        EXPECT_TRUE(onEngineThread);
        ++count;
        return KernelOutcome{};
    });
    Queue& queue = makeQueue();
    for (int round = 1; round <= 20; ++round) {
        launch(queue, body);
        waitUntil([&] { return count == round; });
    }
}

TEST_F(EngineTest, WithoutLendingAllRunsOnTheEnginesThreads) {
    start(1, false);
    int count = 0;
    const uint64_t body = bodies.add([&](const auto&, bool onEngineThread) {
        EXPECT_TRUE(onEngineThread);
        ++count;
        return KernelOutcome{};
    });
    Queue& queue = makeQueue();
    for (int i = 0; i < 100; ++i) {
        launch(queue, body);
        ASSERT_TRUE(finish(queue));
    }
    EXPECT_EQ(count, 100);
}

TEST_F(EngineTest, AWaitWithALimitLeavesKernelsToTheEngine) {
    start();
    int count = 0;
    const uint64_t body = bodies.add([&](const auto&, bool onEngineThread) {
        EXPECT_TRUE(onEngineThread);
        ++count;
        return KernelOutcome{};
    });
    Queue& queue = makeQueue();
    for (int i = 0; i < 50; ++i) {
        launch(queue, body);
        ASSERT_TRUE(finish(queue, Lending::kBounded));
    }
    EXPECT_EQ(count, 50);
}

TEST_F(EngineTest, AWaitEndsAtItsDeadline) {
    start();
    Gate& gate = makeGate();
    Queue& queue = makeQueue();
    launch(queue, gate.body);
    EXPECT_FALSE(simDriver->wait(queue, 1, Deadline::afterMs(20), Lending::kBounded).value());
    gate.isOpen = true;
    EXPECT_TRUE(finish(queue));
}

TEST_F(EngineTest, OtherQueuesRunBesideBodiesThatDoNotEnd) {
    start();
    const std::array<Gate*, 3> gates = {&makeGate(), &makeGate(), &makeGate()};
    std::atomic<int> count{0};
    const uint64_t quick = bodies.add([&](const auto&, bool) {
        ++count;
        return KernelOutcome{};
    });
    // Each takes a worker for itself; the tick finds another one for the next queue.
    for (Gate* gate : gates) {
        launch(makeQueue(), gate->body);
        waitUntil([&] { return gate->isEntered.load(); });
    }
    launch(makeQueue(), quick);
    waitUntil([&] { return count == 1; });
    for (Gate* gate : gates) {
        gate->isOpen = true;
    }
}

TEST_F(EngineTest, AKernelOfAnotherQueueIsNotRunByWhoWaits) {
    start();
    const uint32_t event = makeEvent();
    std::atomic<bool> onEngine{false};
    const uint64_t body = bodies.add([&](const auto&, bool onEngineThread) {
        onEngine = onEngineThread;
        return KernelOutcome{};
    });
    Queue& waiting = makeQueue();
    Queue& recording = makeQueue();
    waitFor(waiting, event);
    launch(recording, body);
    record(recording, event);
    ASSERT_TRUE(finish(waiting));
    EXPECT_TRUE(onEngine);
}

// ---- events ----

TEST_F(EngineTest, AQueueGoesOnWhenTheEventIsRecorded) {
    start();
    const uint32_t event = makeEvent();
    Queue& waiting = makeQueue();
    Queue& recording = makeQueue();
    waitFor(waiting, event);
    mark(waiting);
    EXPECT_FALSE(simDriver->wait(waiting, 2, Deadline::afterMs(5), Lending::kBounded).value());
    EXPECT_EQ(stateOf(waiting).head, 0);
    record(recording, event);
    EXPECT_TRUE(finish(waiting));
}

TEST_F(EngineTest, AHostRecordResumesAQueueThatNobodyWaitsFor) {
    start();
    Queue& waiting = makeQueue();
    for (uint64_t round = 1; round <= 20; ++round) {
        const uint32_t event = makeEvent();
        waitFor(waiting, event);
        ASSERT_TRUE(simDriver->controlId(0, IdType::kEvent, event, IdAction::kRecord).isOk());
        waitUntil([&] { return stateOf(waiting).head == round; });
    }
}

TEST_F(EngineTest, AChainOverTwoQueuesComesToItsEnd) {
    start();
    std::array<Queue*, 2> queues = {&makeQueue(), &makeQueue()};
    for (size_t i = 0; i < 400; ++i) {
        const uint32_t event = makeEvent();
        record(*queues[i % 2], event);
        waitFor(*queues[(i + 1) % 2], event);
    }
    EXPECT_TRUE(finish(*queues[0]));
    EXPECT_TRUE(finish(*queues[1]));
}

TEST_F(EngineTest, AWaitWhoseTimeIsUpFails) {
    start();
    const uint32_t event = makeEvent();
    Queue& queue = makeQueue();
    waitFor(queue, event, 1);
    mark(queue);
    EXPECT_FALSE(finish(queue));
    const std::vector<hw::LogicCqe> completions = completionsOf(queue);
    ASSERT_EQ(completions.size(), 1);
    EXPECT_EQ(completions[0].errorType, hw::kErrorTimeout);
    EXPECT_EQ(completions[0].sqHead, 0);
}

TEST_F(EngineTest, AQueueCanBeDestroyedWhileItWaits) {
    start();
    const uint32_t event = makeEvent();
    for (int i = 0; i < 50; ++i) {
        Queue& waiting = makeQueue();
        Queue& recording = makeQueue();
        waitFor(waiting, event);
        record(recording, event);
        std::thread other([&] { EXPECT_TRUE(simDriver->destroyQueue(waiting).isOk()); });
        EXPECT_TRUE(finish(recording));
        other.join();
        EXPECT_TRUE(simDriver->destroyQueue(recording).isOk());
        EXPECT_TRUE(simDriver->controlId(0, IdType::kEvent, event, IdAction::kReset).isOk());
    }
    EXPECT_EQ(simDriver->liveObjects().queues, 0);
}

// ---- failures ----

struct Failures {
    std::atomic<int> count{0};
    std::atomic<Queue*> queue{nullptr};

    static void note(void* context, Queue& queue) {
        auto& failures = *static_cast<Failures*>(context);
        failures.queue = &queue;
        ++failures.count;
    }
};

TEST_F(EngineTest, AFailureStopsTheQueueAndIsReported) {
    start();
    Failures failures;
    const uint64_t bad = bodies.add([](const auto&, bool) {
        return KernelOutcome{.errorType = hw::kErrorTrap, .text = "bad"};
    });
    Queue& queue = makeQueue(0, {.listener = &Failures::note, .listenerContext = &failures});
    mark(queue);
    launch(queue, bad);
    mark(queue);
    EXPECT_FALSE(finish(queue));
    EXPECT_EQ(failures.count, 1);
    EXPECT_EQ(failures.queue, &queue);
    EXPECT_FALSE(stateOf(queue).isEnabled);
    EXPECT_EQ(stateOf(queue).head, 1);
    const std::vector<hw::LogicCqe> completions = completionsOf(queue);
    ASSERT_EQ(completions.size(), 1);
    EXPECT_EQ(completions[0].errorType, hw::kErrorTrap);
    EXPECT_EQ(completions[0].errorCode, 0x27);
    EXPECT_EQ(completions[0].sqHead, 1);
    EXPECT_EQ(completions[0].taskId, 1);
    EXPECT_EQ(completions[0].streamId, queue.streamId);
}

TEST_F(EngineTest, ListenersHearOfEntriesThatEndedWellWhenTheyWantTo) {
    start();
    for (const bool wants : {false, true}) {
        Failures heard;
        Queue& queue = makeQueue(
            0, {.listener = &Failures::note, .listenerContext = &heard, .listensToSuccess = wants});
        mark(queue);  // without a completion entry
        hw::Placeholder telling{.taskType = 103};
        telling.common.writeCqe = true;
        submit(queue, telling);
        ASSERT_TRUE(finish(queue));
        EXPECT_EQ(heard.count, wants ? 1 : 0);
        EXPECT_EQ(completionsOf(queue).size(), 1);
        ASSERT_TRUE(simDriver->destroyQueue(queue).isOk());
    }
}

TEST_F(EngineTest, AStoppedQueueGoesOnBehindTheFailure) {
    start();
    int good = 0;
    const uint64_t bad = bodies.add([](const auto&, bool) {
        return KernelOutcome{.errorType = hw::kErrorTrap, .text = "bad"};
    });
    const uint64_t fine = bodies.add([&](const auto&, bool) {
        ++good;
        return KernelOutcome{};
    });
    Queue& queue = makeQueue();
    launch(queue, bad);
    launch(queue, fine);
    EXPECT_FALSE(finish(queue));
    EXPECT_EQ(good, 0);
    ASSERT_TRUE(simDriver->control(queue, QueueAction::kSkipTo, 1).isOk());
    ASSERT_TRUE(simDriver->control(queue, QueueAction::kEnable, 0).isOk());
    EXPECT_TRUE(finish(queue));
    EXPECT_EQ(good, 1);
}

TEST_F(EngineTest, DisablingWaitsForTheEntryThatRuns) {
    start();
    Gate& gate = makeGate();
    Queue& queue = makeQueue();
    launch(queue, gate.body);
    mark(queue);
    waitUntil([&] { return gate.isEntered.load(); });
    std::atomic<bool> isDisabled{false};
    std::thread other([&] {
        EXPECT_TRUE(simDriver->control(queue, QueueAction::kDisable, 0).isOk());
        isDisabled = true;
    });
    waitUntil([&] { return !stateOf(queue).isEnabled; });
    EXPECT_FALSE(isDisabled);
    gate.isOpen = true;
    other.join();
    EXPECT_EQ(stateOf(queue).head, 1);
    ASSERT_TRUE(simDriver->control(queue, QueueAction::kEnable, 0).isOk());
    EXPECT_TRUE(finish(queue));
}

TEST_F(EngineTest, DisablingMakesThoseReturnWhoWait) {
    start();
    const uint32_t event = makeEvent();
    Queue& queue = makeQueue();
    waitFor(queue, event);
    std::thread other([&] {
        EXPECT_TRUE(simDriver->wait(queue, 1, Deadline::never(), Lending::kKernels).value());
    });
    EXPECT_TRUE(simDriver->control(queue, QueueAction::kDisable, 0).isOk());
    other.join();
    EXPECT_EQ(stateOf(queue).head, 0);
}

// ---- rings and threads ----

TEST_F(EngineTest, AFullRingTakesNothingMore) {
    start();
    const uint32_t event = makeEvent();
    Queue& queue = makeQueue();
    waitFor(queue, event);
    for (uint32_t i = 1; i < queue.depth - 1; ++i) {
        mark(queue);
    }
    hw::Sqe sqe;
    encoder.encode(hw::Placeholder{.taskType = 103}, sqe);
    EXPECT_FALSE(simDriver->submit(queue, &sqe, 1).value());
    EXPECT_EQ(stateOf(queue).tail, queue.depth - 1);
    ASSERT_TRUE(simDriver->controlId(0, IdType::kEvent, event, IdAction::kRecord).isOk());
    EXPECT_TRUE(finish(queue));
    EXPECT_TRUE(simDriver->submit(queue, &sqe, 1).value());
    EXPECT_TRUE(finish(queue));
}

TEST_F(EngineTest, EachOfManyThreadsGetsItsWorkDone) {
    start();
    constexpr size_t kThreads = 4;
    constexpr int kLaunches = 500;
    std::array<std::atomic<int>, kThreads> counts{};
    std::array<uint64_t, kThreads> pcs{};
    std::array<Queue*, kThreads> queues{};
    for (size_t i = 0; i < kThreads; ++i) {
        pcs[i] = bodies.add([&counts, i](const auto&, bool) {
            ++counts[i];
            return KernelOutcome{};
        });
        queues[i] = &makeQueue();
    }
    test::onThreads(kThreads, [&](size_t thread) {
        const hw::StarsV1Encoder own;
        for (int i = 1; i <= kLaunches; ++i) {
            hw::Sqe sqe;
            ASSERT_TRUE(own.encode(hw::AicoreKernel{.pc = pcs[thread]}, sqe).isOk());
            ASSERT_TRUE(simDriver->submit(*queues[thread], &sqe, 1).value());
            if (i % 7 == 0) {
                ASSERT_TRUE(simDriver
                                ->wait(*queues[thread], static_cast<uint64_t>(i), Deadline::never(),
                                       Lending::kKernels)
                                .value());
            }
        }
        EXPECT_TRUE(
            simDriver->wait(*queues[thread], kLaunches, Deadline::never(), Lending::kKernels)
                .value());
        EXPECT_EQ(counts[thread], kLaunches);
    });
}

TEST_F(EngineTest, ClosingTheLastDeviceEndsTheThreads) {
    start(2);
    for (int round = 0; round < 3; ++round) {
        Queue& queue = makeQueue(0);
        mark(queue);
        waitUntil([&] { return stateOf(queue).head == 1; });
        EXPECT_GT(simDriver->engine().threadCount(), 0);
        ASSERT_TRUE(simDriver->closeDevice(0).isOk());
        EXPECT_GT(simDriver->engine().threadCount(), 0);
        ASSERT_TRUE(simDriver->closeDevice(1).isOk());
        EXPECT_EQ(simDriver->engine().threadCount(), 0);
        ASSERT_TRUE(simDriver->openDevice(0).isOk());
        ASSERT_TRUE(simDriver->openDevice(1).isOk());
    }
}

// The threads are told to end before they have come to wait for anything.
TEST_F(EngineTest, ClosingEndsThreadsThatHaveJustBegun) {
    start();
    for (int round = 0; round < 3'000; ++round) {
        mark(makeQueue());
        for (int i = 0; i < round % 50; ++i) {
            std::this_thread::yield();
        }
        ASSERT_TRUE(simDriver->closeDevice(0).isOk());
        ASSERT_EQ(simDriver->engine().threadCount(), 0);
        ASSERT_TRUE(simDriver->openDevice(0).isOk());
    }
}

}  // namespace
}  // namespace belay::sim
