#include "base/epoch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

namespace belay {
namespace {

class Tracked : public Retirable {
  public:
    explicit Tracked(std::atomic<int>& alive) : alive_(alive) { ++alive_; }

    ~Tracked() override { --alive_; }

  private:
    std::atomic<int>& alive_;
};

class EpochTest : public testing::Test {
  protected:
    void TearDown() override { EXPECT_FALSE(collectRetired()); }

    std::atomic<int> alive{0};
};

TEST_F(EpochTest, WithoutGuardsARetiredObjectGoesAtOnce) {
    retire(makeRef<Tracked>(alive));
    EXPECT_EQ(alive, 0);
}

TEST_F(EpochTest, AnObjectRetiredUnderTheOwnGuardGoesWhenTheGuardEnds) {
    {
        const EpochGuard guard;
        retire(makeRef<Tracked>(alive));
        EXPECT_EQ(alive, 1);
    }
    EXPECT_EQ(alive, 0);
}

TEST_F(EpochTest, ALeftGuardHoldsNothing) {
    EpochGuard guard;
    retire(makeRef<Tracked>(alive));
    guard.leave();
    EXPECT_EQ(alive, 0);
    guard.leave();
}

TEST_F(EpochTest, NestedGuardsEndWithTheOutermost) {
    const EpochGuard outer;
    {
        const EpochGuard inner;
        retire(makeRef<Tracked>(alive));
    }
    EXPECT_EQ(alive, 1);
}

TEST_F(EpochTest, AGuardOfAnotherThreadHoldsWhatWasRetiredDuringIt) {
    std::latch entered(1);
    std::latch mayLeave(1);
    std::thread other([&] {
        const EpochGuard guard;
        entered.count_down();
        mayLeave.wait();
    });
    entered.wait();
    retire(makeRef<Tracked>(alive));
    EXPECT_EQ(alive, 1);
    EXPECT_TRUE(collectRetired());
    mayLeave.count_down();
    other.join();
    EXPECT_FALSE(collectRetired());
    EXPECT_EQ(alive, 0);
}

TEST_F(EpochTest, AGuardThatBeganAfterwardsDoesNotHoldIt) {
    std::latch entered(1);
    std::latch retired(1);
    std::latch mayLeave(1);
    std::thread early([&] {
        const EpochGuard guard;
        entered.count_down();
        retired.wait();
    });
    entered.wait();
    retire(makeRef<Tracked>(alive));
    std::latch lateEntered(1);
    std::thread late([&] {
        const EpochGuard guard;
        lateEntered.count_down();
        mayLeave.wait();
    });
    lateEntered.wait();
    retired.count_down();
    early.join();
    EXPECT_FALSE(collectRetired());
    EXPECT_EQ(alive, 0);
    mayLeave.count_down();
    late.join();
}

TEST_F(EpochTest, ADestructorMayRetireMore) {
    class Parent : public Tracked {
      public:
        Parent(std::atomic<int>& parents, Ref<Tracked> child)
            : Tracked(parents), child_(std::move(child)) {}

        ~Parent() override { retire(std::move(child_)); }

      private:
        Ref<Tracked> child_;
    };

    retire(makeRef<Parent>(alive, makeRef<Tracked>(alive)));
    EXPECT_EQ(alive, 0);
}

TEST_F(EpochTest, ThreadsThatComeAndGoReuseTheirPlaces) {
    for (int i = 0; i < 200; ++i) {
        std::thread([this] {
            const EpochGuard guard;
            retire(makeRef<Tracked>(alive));
        }).join();
    }
    EXPECT_FALSE(collectRetired());
    EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace belay
