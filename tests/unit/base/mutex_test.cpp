#include "base/mutex.h"

#include <gtest/gtest.h>

#include <thread>

namespace belay {
namespace {

TEST(Mutex, ExcludesOtherThreads) {
    Mutex mutex(LockRank::kObject, "test");
    int counter = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 5'000; ++round) {
                const Lock lock(mutex);
                ++counter;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(counter, 20'000);
}

TEST(Mutex, TryLockFailsWhileAnotherThreadHoldsIt) {
    Mutex mutex(LockRank::kObject, "test");
    const Lock lock(mutex);
    std::thread([&] { EXPECT_FALSE(mutex.tryLock()); }).join();
}

TEST(Lock, CanBeReleasedAndTakenAgain) {
    Mutex mutex(LockRank::kObject, "test");
    Lock lock(mutex);
    lock.unlock();
    std::thread([&] { const Lock other(mutex); }).join();
    lock.lock();
    std::thread([&] { EXPECT_FALSE(mutex.tryLock()); }).join();
}

TEST(CondVar, WakesWhenThePredicateHolds) {
    Mutex mutex(LockRank::kObject, "test");
    CondVar changed;
    bool ready = false;
    std::thread setter([&] {
        const Lock lock(mutex);
        ready = true;
        changed.notifyAll();
    });
    {
        Lock lock(mutex);
        EXPECT_TRUE(changed.wait(lock, Deadline::never(), [&] { return ready; }));
    }
    setter.join();
}

TEST(CondVar, ReturnsFalseAtTheDeadline) {
    Mutex mutex(LockRank::kObject, "test");
    CondVar changed;
    Lock lock(mutex);
    EXPECT_FALSE(changed.wait(lock, Deadline::afterMs(1), [] { return false; }));
}

#ifndef NDEBUG
TEST(MutexDeathTest, TakingALowerRankIsAViolation) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    Mutex device(LockRank::kDevice, "the device");
    Mutex stream(LockRank::kStream, "the stream");
    EXPECT_DEATH(
        {
            const Lock inner(stream);
            const Lock outer(device);
        },
        "\"the device\" .* taken while holding \"the stream\"");
}

TEST(MutexDeathTest, TakingTheSameRankTwiceIsAViolation) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    Mutex first(LockRank::kStream, "first");
    Mutex second(LockRank::kStream, "second");
    EXPECT_DEATH(
        {
            const Lock one(first);
            const Lock two(second);
        },
        "\"second\" .* taken while holding \"first\"");
}

TEST(MutexDeathTest, ReleasingWhatIsNotHeldIsAViolation) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_DEATH(
        {
            Mutex mutex(LockRank::kStream, "free");
            mutex.unlock();
        },
        "does not hold it");
}

TEST(Mutex, RisingRanksAndTryLockAreInOrder) {
    Mutex device(LockRank::kDevice, "device");
    Mutex stream(LockRank::kStream, "stream");
    {
        const Lock outer(device);
        const Lock inner(stream);
    }
    const Lock inner(stream);
    ASSERT_TRUE(device.tryLock());
    device.unlock();
}
#else
TEST(MutexDeathTest, RankViolations) {
    GTEST_SKIP() << "ranks are checked in debug builds only";
}
#endif

}  // namespace
}  // namespace belay
