#include "drivers/sim/flags.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <set>

#include "support/memory_use.h"
#include "support/threads.h"

namespace belay::sim {
namespace {

FlagTable makeEvents(uint32_t limit = FlagTable::kMaxFlags) {
    return {limit, Code::kRtNoEventResource, "event"};
}

std::vector<FlagWaiter*> listed(FlagWaiter* list) {
    std::vector<FlagWaiter*> waiters;
    for (; list != nullptr; list = list->nextWaiter) {
        waiters.push_back(list);
    }
    return waiters;
}

TEST(Flags, AnAllocatedFlagIsNotSet) {
    FlagTable table = makeEvents();
    const uint32_t id = table.allocate().value();
    EXPECT_TRUE(table.isAllocated(id));
    EXPECT_FALSE(table.isRecorded(id));
    EXPECT_EQ(table.inUse(), 1U);
}

TEST(Flags, AFreedFlagForgetsItsRecord) {
    FlagTable table = makeEvents(1);
    const uint32_t id = table.allocate().value();
    EXPECT_EQ(table.record(id), nullptr);
    EXPECT_EQ(table.free(id).value(), nullptr);
    EXPECT_FALSE(table.isAllocated(id));
    EXPECT_FALSE(table.isRecorded(id));
    EXPECT_EQ(table.inUse(), 0U);
    EXPECT_EQ(table.allocate().value(), id);
    EXPECT_FALSE(table.isRecorded(id));
}

TEST(Flags, IdsEndAtTheLimitAndComeBack) {
    FlagTable table = makeEvents();
    std::set<uint32_t> ids;
    for (uint32_t i = 0; i < FlagTable::kMaxFlags; ++i) {
        ids.insert(table.allocate().value());
    }
    EXPECT_EQ(ids.size(), FlagTable::kMaxFlags);
    EXPECT_EQ(*ids.rbegin(), FlagTable::kMaxFlags - 1);
    const auto none = table.allocate();
    EXPECT_EQ(none.status().code(), Code::kRtNoEventResource);
    EXPECT_NE(none.status().message().find("65536 event ids"), std::string_view::npos);
    EXPECT_TRUE(table.free(4711).isOk());
    EXPECT_EQ(table.allocate().value(), 4711U);
    EXPECT_EQ(table.inUse(), FlagTable::kMaxFlags);
}

TEST(Flags, TheCodeForNoMoreIdsIsTheTables) {
    FlagTable table(1, Code::kRtNoNotifyResource, "notify");
    EXPECT_TRUE(table.allocate().isOk());
    EXPECT_EQ(table.allocate().status().code(), Code::kRtNoNotifyResource);
}

TEST(Flags, FreeingWhatIsNotAllocatedIsRefused) {
    FlagTable table = makeEvents();
    EXPECT_EQ(table.free(0).status().code(), Code::kRtParamInvalid);
    EXPECT_EQ(table.free(FlagTable::kMaxFlags).status().code(), Code::kRtParamInvalid);
    EXPECT_EQ(table.free(UINT32_MAX).status().code(), Code::kRtParamInvalid);
    const uint32_t id = table.allocate().value();
    EXPECT_TRUE(table.free(id).isOk());
    EXPECT_EQ(table.free(id).status().code(), Code::kRtParamInvalid);
}

TEST(Flags, IdsThatWereNeverAllocatedAreHarmless) {
    FlagTable table = makeEvents();
    FlagWaiter waiter;
    for (const uint32_t id : {uint32_t{0}, uint32_t{300}, FlagTable::kMaxFlags, UINT32_MAX}) {
        EXPECT_FALSE(table.isAllocated(id));
        EXPECT_FALSE(table.isRecorded(id));
        EXPECT_FALSE(table.take(id));
        EXPECT_EQ(table.record(id), nullptr);
        table.reset(id);
        EXPECT_FALSE(table.park(id, waiter));
        EXPECT_FALSE(table.cancel(id, waiter));
    }
}

TEST(Flags, ARecordStaysUntilItIsTakenOrReset) {
    FlagTable table = makeEvents();
    const uint32_t id = table.allocate().value();
    table.record(id);
    table.record(id);
    EXPECT_TRUE(table.isRecorded(id));
    EXPECT_TRUE(table.isRecorded(id));
    EXPECT_TRUE(table.take(id));
    EXPECT_FALSE(table.take(id));
    table.record(id);
    table.reset(id);
    EXPECT_FALSE(table.isRecorded(id));
}

TEST(Flags, OtherFlagsAreNotTouched) {
    FlagTable table = makeEvents();
    const uint32_t one = table.allocate().value();
    const uint32_t other = table.allocate().value();
    FlagWaiter waiter;
    EXPECT_TRUE(table.park(other, waiter));
    EXPECT_EQ(table.record(one), nullptr);
    EXPECT_FALSE(table.isRecorded(other));
    EXPECT_FALSE(table.cancel(one, waiter));
    EXPECT_TRUE(table.cancel(other, waiter));
}

TEST(Flags, ParkingAtASetFlagIsRefused) {
    FlagTable table = makeEvents();
    const uint32_t id = table.allocate().value();
    table.record(id);
    FlagWaiter waiter;
    EXPECT_FALSE(table.park(id, waiter));
    // And leaves no trace: the next record finds nobody.
    EXPECT_EQ(table.record(id), nullptr);
    EXPECT_FALSE(table.cancel(id, waiter));
}

TEST(Flags, ParkingAtAFreedFlagIsRefused) {
    FlagTable table = makeEvents();
    const uint32_t id = table.allocate().value();
    EXPECT_TRUE(table.free(id).isOk());
    FlagWaiter waiter;
    EXPECT_FALSE(table.park(id, waiter));
}

TEST(Flags, ARecordGivesAllWaitersOldestFirst) {
    FlagTable table = makeEvents();
    const uint32_t id = table.allocate().value();
    std::array<FlagWaiter, 3> waiters;
    for (FlagWaiter& waiter : waiters) {
        EXPECT_TRUE(table.park(id, waiter));
    }
    EXPECT_EQ(listed(table.record(id)),
              (std::vector<FlagWaiter*>{&waiters[0], &waiters[1], &waiters[2]}));
    EXPECT_TRUE(table.isRecorded(id));
    EXPECT_EQ(table.record(id), nullptr);
    for (FlagWaiter& waiter : waiters) {
        EXPECT_FALSE(table.cancel(id, waiter));
    }
}

TEST(Flags, AnyWaiterCanBeCancelled) {
    for (size_t cancelled = 0; cancelled < 3; ++cancelled) {
        FlagTable table = makeEvents();
        const uint32_t id = table.allocate().value();
        std::array<FlagWaiter, 4> waiters;
        std::vector<FlagWaiter*> expected;
        for (size_t i = 0; i < 3; ++i) {
            EXPECT_TRUE(table.park(id, waiters[i]));
            if (i != cancelled) {
                expected.push_back(&waiters[i]);
            }
        }
        EXPECT_TRUE(table.cancel(id, waiters[cancelled]));
        EXPECT_FALSE(table.cancel(id, waiters[cancelled]));
        EXPECT_TRUE(table.park(id, waiters[3]));
        expected.push_back(&waiters[3]);
        EXPECT_EQ(listed(table.record(id)), expected);
    }
}

TEST(Flags, WhenTheLastWaiterIsCancelledNobodyIsResumed) {
    FlagTable table = makeEvents();
    const uint32_t id = table.allocate().value();
    FlagWaiter waiter;
    EXPECT_TRUE(table.park(id, waiter));
    EXPECT_TRUE(table.cancel(id, waiter));
    EXPECT_EQ(table.record(id), nullptr);
}

TEST(Flags, FreeingAFlagGivesItsWaiters) {
    FlagTable table = makeEvents();
    const uint32_t id = table.allocate().value();
    std::array<FlagWaiter, 2> waiters;
    EXPECT_TRUE(table.park(id, waiters[0]));
    EXPECT_TRUE(table.park(id, waiters[1]));
    EXPECT_EQ(listed(table.free(id).value()), (std::vector<FlagWaiter*>{&waiters[0], &waiters[1]}));
    EXPECT_EQ(table.allocate().value(), id);
    EXPECT_EQ(table.record(id), nullptr);
}

TEST(Flags, FreeingAllGivesTheWaitersOfAllFlags) {
    FlagTable table = makeEvents();
    std::vector<uint32_t> ids;
    for (int i = 0; i < 600; ++i) {
        ids.push_back(table.allocate().value());
    }
    std::array<FlagWaiter, 4> waiters;
    EXPECT_TRUE(table.park(ids[0], waiters[0]));
    EXPECT_TRUE(table.park(ids[0], waiters[1]));
    EXPECT_TRUE(table.park(ids[300], waiters[2]));
    EXPECT_TRUE(table.park(ids[599], waiters[3]));
    table.record(ids[5]);
    EXPECT_EQ(listed(table.freeAll()),
              (std::vector<FlagWaiter*>{&waiters[0], &waiters[1], &waiters[2], &waiters[3]}));
    EXPECT_EQ(table.inUse(), 0U);
    for (const uint32_t id : ids) {
        EXPECT_FALSE(table.isAllocated(id));
        EXPECT_FALSE(table.isRecorded(id));
    }
    EXPECT_EQ(table.freeAll(), nullptr);
    EXPECT_TRUE(table.allocate().isOk());
}

// A thread that waits as a queue does: parked, and resumed by whoever records.
struct Sleeper : FlagWaiter {
    std::atomic<bool> isResumed{false};

    void sleep() {
        isResumed.wait(false);
        isResumed.store(false);
    }
};

void resumeAll(FlagWaiter* list) {
    while (list != nullptr) {
        FlagWaiter* next = list->nextWaiter;  // the resumed one may park again at once
        auto* sleeper = static_cast<Sleeper*>(list);
        sleeper->isResumed.store(true);
        sleeper->isResumed.notify_one();
        list = next;
    }
}

void waitAndTake(FlagTable& table, uint32_t id, Sleeper& sleeper) {
    while (!table.take(id)) {
        if (table.park(id, sleeper)) {
            sleeper.sleep();
        }
    }
}

// Two threads pass a token to and fro over two notifies: one lost wake-up and they hang. The plain
// counter shows that a record publishes what came before it.
TEST(Flags, NoWakeUpIsLostBetweenTwoThreads) {
    constexpr int kRounds = 20'000;
    FlagTable table(8, Code::kRtNoNotifyResource, "notify");
    const std::array<uint32_t, 2> ids = {table.allocate().value(), table.allocate().value()};
    int counter = 0;
    test::onThreads(2, [&](size_t me) {
        Sleeper sleeper;
        for (int i = 0; i < kRounds; ++i) {
            if (me == 0) {
                ++counter;
                resumeAll(table.record(ids[0]));
                waitAndTake(table, ids[1], sleeper);
            } else {
                waitAndTake(table, ids[0], sleeper);
                ++counter;
                resumeAll(table.record(ids[1]));
            }
        }
    });
    EXPECT_EQ(counter, 2 * kRounds);
}

// As many records as takes, each followed by a pause until it was taken: every one wakes exactly
// one of those who wait.
TEST(Flags, OfManyWaitersOneTakesEachRecord) {
    constexpr size_t kWaiters = 4;
    constexpr int kTakes = 2'000;
    FlagTable table(8, Code::kRtNoNotifyResource, "notify");
    const uint32_t request = table.allocate().value();
    const uint32_t answer = table.allocate().value();
    std::array<int, kWaiters> taken{};
    test::onThreads(kWaiters + 1, [&](size_t me) {
        Sleeper sleeper;
        for (int i = 0; i < (me == kWaiters ? kTakes * static_cast<int>(kWaiters) : kTakes); ++i) {
            if (me == kWaiters) {
                resumeAll(table.record(request));
                waitAndTake(table, answer, sleeper);
            } else {
                waitAndTake(table, request, sleeper);
                ++taken[me];
                resumeAll(table.record(answer));
            }
        }
    });
    EXPECT_EQ(taken, (std::array<int, kWaiters>{kTakes, kTakes, kTakes, kTakes}));
    EXPECT_FALSE(table.isRecorded(request));
    EXPECT_FALSE(table.isRecorded(answer));
}

// A waiter that gives up is either taken back or resumed, never both and never neither.
TEST(Flags, CancellingRacesCleanlyWithRecording) {
    constexpr int kRounds = 5'000;
    FlagTable table = makeEvents();
    const uint32_t id = table.allocate().value();
    std::atomic<int> round{0};
    int cancelled = 0;
    test::onThreads(2, [&](size_t me) {
        for (int i = 1; i <= kRounds; ++i) {
            if (me == 0) {
                Sleeper sleeper;
                EXPECT_TRUE(table.park(id, sleeper));
                round.store(i);
                if (table.cancel(id, sleeper)) {
                    ++cancelled;
                } else {
                    sleeper.sleep();
                }
                while (!table.isRecorded(id)) {
                    std::this_thread::yield();
                }
                table.reset(id);
                round.store(-i);
            } else {
                while (round.load() != i) {
                    std::this_thread::yield();
                }
                resumeAll(table.record(id));
                while (round.load() == i) {  // may have gone on already
                    std::this_thread::yield();
                }
            }
        }
    });
    RecordProperty("cancelled", cancelled);
}

TEST(Flags, FreeingAllAndAllocatingAgainTakesNoMoreMemory) {
    FlagTable table = makeEvents();
    const size_t before = test::residentBytes();
    for (int i = 0; i < 2'000; ++i) {
        ASSERT_TRUE(table.allocate().isOk());
        ASSERT_EQ(table.freeAll(), nullptr);
    }
    EXPECT_LT(test::residentBytes(), before + test::kMemorySlack);
}

TEST(Flags, ThreadsGetIdsOfTheirOwn) {
    constexpr size_t kThreads = 4;
    constexpr size_t kIds = 500;
    FlagTable table = makeEvents(kThreads * kIds);
    std::array<std::vector<uint32_t>, kThreads> ids;
    test::onThreads(kThreads, [&](size_t me) {
        for (size_t i = 0; i < kIds; ++i) {
            const uint32_t passing = table.allocate().value();
            ids[me].push_back(passing);
            if (i % 2 == 1) {
                EXPECT_TRUE(table.free(passing).isOk());
                ids[me].back() = table.allocate().value();
            }
        }
    });
    std::set<uint32_t> all;
    for (const auto& list : ids) {
        all.insert(list.begin(), list.end());
    }
    EXPECT_EQ(all.size(), kThreads * kIds);
    EXPECT_EQ(table.inUse(), kThreads * kIds);
}

}  // namespace
}  // namespace belay::sim
