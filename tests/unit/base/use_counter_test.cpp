#include "base/use_counter.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace belay {
namespace {

TEST(UseCounter, NoUseBeginsOnceItIsClosed) {
    UseCounter counter;
    EXPECT_TRUE(counter.begin());
    EXPECT_TRUE(counter.begin()) << "uses nest";
    counter.close();
    EXPECT_FALSE(counter.begin());
    counter.end();
    counter.end();
    counter.waitUntilUnused();
    EXPECT_FALSE(counter.begin());
}

TEST(UseCounter, WhoClosesItWaitsForUsesOfAllThreads) {
    constexpr int kThreads = 40;  // more than there are stripes
    UseCounter counter;
    std::atomic<int> begun{0};
    std::atomic<int> ended{0};
    std::atomic<bool> mayEnd{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&] {
            EXPECT_TRUE(counter.begin());
            begun.fetch_add(1);
            while (!mayEnd.load()) {
                std::this_thread::yield();
            }
            ended.fetch_add(1);
            counter.end();
        });
    }
    while (begun.load() != kThreads) {
        std::this_thread::yield();
    }
    counter.close();
    mayEnd.store(true);
    counter.waitUntilUnused();
    EXPECT_EQ(ended.load(), kThreads);
    for (std::thread& thread : threads) {
        thread.join();
    }
}

// What a use looks at must not be taken away under it.
TEST(UseCounter, UsesAndTheEndNeverMeet) {
    for (int round = 0; round < 50; ++round) {
        UseCounter counter;
        auto shared = std::make_unique<int>(7);
        std::atomic<int> ready{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&] {
                ready.fetch_add(1);
                while (counter.begin()) {
                    EXPECT_EQ(*shared, 7);
                    counter.end();
                }
            });
        }
        while (ready.load() != 3) {
            std::this_thread::yield();
        }
        counter.close();
        counter.waitUntilUnused();
        shared.reset();
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
}

}  // namespace
}  // namespace belay
