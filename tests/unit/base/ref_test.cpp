#include "base/ref.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace belay {
namespace {

class Counted : public RefCounted {
  public:
    explicit Counted(int& alive) : alive_(alive) { ++alive_; }

    ~Counted() override { --alive_; }

  private:
    int& alive_;
};

class Derived : public Counted {
  public:
    using Counted::Counted;
};

TEST(Ref, LastReferenceDeletesTheObject) {
    int alive = 0;
    {
        Ref<Counted> first = makeRef<Counted>(alive);
        const Ref<Counted> second = first;
        EXPECT_EQ(first, second);
        first = nullptr;
        EXPECT_EQ(alive, 1);
    }
    EXPECT_EQ(alive, 0);
}

TEST(Ref, MovingTransfersWithoutCounting) {
    int alive = 0;
    Ref<Derived> source = makeRef<Derived>(alive);
    const Derived* object = source.get();
    const Ref<Counted> target = std::move(source);
    EXPECT_EQ(target.get(), object);
    EXPECT_FALSE(source);  // NOLINT(bugprone-use-after-move): that it is empty is the point
    EXPECT_EQ(alive, 1);
}

TEST(Ref, SelfAssignmentKeepsTheObject) {
    int alive = 0;
    Ref<Counted> ref = makeRef<Counted>(alive);
    const Ref<Counted>& alias = ref;
    ref = alias;
    EXPECT_EQ(alive, 1);
}

TEST(Ref, DetachedReferenceIsOwedByTheCaller) {
    int alive = 0;
    Ref<Counted> ref = makeRef<Counted>(alive);
    Counted* object = ref.detach();
    EXPECT_FALSE(ref);
    EXPECT_EQ(alive, 1);
    object->release();
    EXPECT_EQ(alive, 0);
}

TEST(Ref, ManyThreadsShareOneObject) {
    int alive = 0;
    Ref<Counted> shared = makeRef<Counted>(alive);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([shared] {
            for (int round = 0; round < 10'000; ++round) {
                const Ref<Counted> copy = shared;
                ASSERT_TRUE(copy);
            }
        });
    }
    shared = nullptr;
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace belay
