#include "base/handle_cell.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <latch>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace belay {
namespace {

class Apple : public Handled {
  public:
    static constexpr HandleType kHandleType{"apple"};

    explicit Apple(int weight) : weight_(weight) {}

    ~Apple() override { weight_ = -1; }

    int weight() const { return weight_; }

  private:
    int weight_;
};

class Pear : public Handled {
  public:
    static constexpr HandleType kHandleType{"pear"};
};

// Closes under a guard of its own, so the object is gone afterwards unless somebody else needs it.
template <typename T>
HandleFault close(const void* handle) {
    const EpochGuard guard;
    HandleFault fault = HandleFault::kNone;
    closeHandle<T>(handle, fault);
    return fault;
}

HandleFault faultOf(const void* handle) {
    const EpochGuard guard;
    HandleFault fault = HandleFault::kNone;
    EXPECT_EQ(findHandle<Apple>(handle, fault), nullptr);
    return fault;
}

TEST(HandleCell, FindsTheObjectByItsHandle) {
    const Ref<Apple> apple = makeRef<Apple>(7);
    void* handle = openHandle(apple).value();
    EXPECT_EQ(apple->handle(), handle);
    HandleFault fault = HandleFault::kNone;
    {
        const EpochGuard guard;
        EXPECT_EQ(findHandle<Apple>(handle, fault), apple.get());
    }
    EXPECT_EQ(close<Apple>(handle), HandleFault::kNone);
}

TEST(HandleCell, TellsNullForeignStaleAndWrongTypeApart) {
    void* pear = openHandle(makeRef<Pear>()).value();
    void* apple = openHandle(makeRef<Apple>(1)).value();
    close<Apple>(apple);
    int local = 0;

    EXPECT_EQ(faultOf(nullptr), HandleFault::kNull);
    EXPECT_EQ(faultOf(&local), HandleFault::kForeign);
    EXPECT_EQ(faultOf(reinterpret_cast<void*>(0x1234)), HandleFault::kForeign);
    EXPECT_EQ(faultOf(reinterpret_cast<void*>(~uintptr_t{0})), HandleFault::kForeign);
    EXPECT_EQ(faultOf(static_cast<char*>(pear) + 1), HandleFault::kForeign);
    EXPECT_EQ(faultOf(static_cast<char*>(pear) + 8), HandleFault::kForeign);
    EXPECT_EQ(faultOf(static_cast<char*>(pear) + (1 << 24)), HandleFault::kForeign)
        << "a cell that was never given out";
    EXPECT_EQ(faultOf(apple), HandleFault::kStale);
    EXPECT_EQ(faultOf(pear), HandleFault::kWrongType);
    EXPECT_STREQ(handleTypeName(apple), "apple");
    EXPECT_STREQ(handleTypeName(pear), "pear");
    EXPECT_EQ(handleTypeName(&local), nullptr);

    EXPECT_EQ(close<Apple>(pear), HandleFault::kWrongType);
    EXPECT_EQ(close<Pear>(pear), HandleFault::kNone);
}

TEST(HandleCell, RandomPointersAreNeverTakenForHandles) {
    const unsigned seed = std::random_device{}();
    RecordProperty("seed", static_cast<int>(seed));
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 100'000; ++i) {
        const HandleFault fault = faultOf(reinterpret_cast<void*>(random()));
        ASSERT_NE(fault, HandleFault::kNone);
    }
}

TEST(HandleCell, AClosedObjectLivesUntilTheGuardThatSawItEnds) {
    void* handle = openHandle(makeRef<Apple>(7)).value();
    HandleFault fault = HandleFault::kNone;
    const EpochGuard guard;
    const Apple* seen = findHandle<Apple>(handle, fault);
    ASSERT_NE(seen, nullptr);
    std::thread([handle] { EXPECT_EQ(close<Apple>(handle), HandleFault::kNone); }).join();
    EXPECT_EQ(seen->weight(), 7);
    EXPECT_EQ(faultOf(handle), HandleFault::kStale);
}

TEST(HandleCell, ARefKeepsTheObjectBeyondItsHandle) {
    const Ref<Apple> kept = makeRef<Apple>(3);
    close<Apple>(openHandle(kept).value());
    collectRetired();
    EXPECT_EQ(kept->weight(), 3);
}

TEST(HandleCell, ADeadHandleIsNotGivenOutAgainSoon) {
    std::set<void*> recent;
    for (int i = 0; i < 4000; ++i) {
        void* handle = openHandle(makeRef<Apple>(i)).value();
        EXPECT_TRUE(recent.insert(handle).second);
        close<Apple>(handle);
    }
}

TEST(HandleCell, ManyRoundsUseFewCells) {
    std::set<void*> all;
    for (int i = 0; i < 100'000; ++i) {
        void* handle = openHandle(makeRef<Apple>(i)).value();
        all.insert(handle);
        close<Apple>(handle);
    }
    EXPECT_LT(all.size(), 20'000U);
}

TEST(HandleCell, OfManyClosersOneWins) {
    constexpr int kThreads = 4;
    for (int round = 0; round < 500; ++round) {
        void* handle = openHandle(makeRef<Apple>(round)).value();
        std::latch start(kThreads);
        std::atomic<int> winners{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                start.arrive_and_wait();
                const HandleFault fault = close<Apple>(handle);
                if (fault == HandleFault::kNone) {
                    ++winners;
                } else {
                    EXPECT_EQ(fault, HandleFault::kStale);
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        ASSERT_EQ(winners, 1);
    }
}

TEST(HandleCell, UsersRacingWithClosersSeeTheObjectOrAStaleHandle) {
    constexpr int kHandles = 64;
    const auto open = [] { return openHandle(makeRef<Apple>(1)).value(); };
    std::array<std::atomic<void*>, kHandles> handles{};
    for (auto& handle : handles) {
        handle = open();
    }
    std::atomic<bool> stop{false};
    std::atomic<int> found{0};
    std::vector<std::thread> users;
    for (int i = 0; i < 2; ++i) {
        users.emplace_back([&] {
            for (unsigned turn = 0; !stop; ++turn) {
                const EpochGuard guard;
                HandleFault fault = HandleFault::kNone;
                const Apple* apple = findHandle<Apple>(handles[turn % kHandles].load(), fault);
                if (apple != nullptr) {
                    ASSERT_EQ(apple->weight(), 1);
                    ++found;
                } else {
                    ASSERT_EQ(fault, HandleFault::kStale);
                }
            }
        });
    }
    for (unsigned turn = 0; turn < 40'000 || found == 0; ++turn) {
        close<Apple>(handles[turn % kHandles].load());
        handles[turn % kHandles] = open();
    }
    stop = true;
    for (std::thread& user : users) {
        user.join();
    }
    for (auto& handle : handles) {
        EXPECT_EQ(close<Apple>(handle), HandleFault::kNone);
    }
    EXPECT_FALSE(collectRetired());
}

TEST(HandleCell, ObjectsWithHandlesAreCountedUntilTheyAreDeleted) {
    const size_t before = handledObjectCount();
    Ref<Pear> pear = makeRef<Pear>();
    void* handle = openHandle(pear).value();
    EXPECT_EQ(handledObjectCount(), before + 1);
    close<Pear>(handle);
    EXPECT_EQ(handledObjectCount(), before + 1);
    pear = nullptr;
    EXPECT_EQ(handledObjectCount(), before);
}

}  // namespace
}  // namespace belay
