#include "drivers/sim/fault_plan.h"

#include <gtest/gtest.h>

#include "support/threads.h"

namespace belay::sim {
namespace {

TEST(FaultPlan, WithoutAPlanNothingFailsAndNothingIsCounted) {
    FaultPlan plan(std::nullopt);
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(plan.check("allocate").isOk());
    }
    EXPECT_EQ(plan.calls(), 0U);
    EXPECT_FALSE(plan.hasFailed());
}

TEST(FaultPlan, ZeroOnlyCounts) {
    FaultPlan plan(0);
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(plan.check("allocate").isOk());
    }
    EXPECT_EQ(plan.calls(), 10U);
    EXPECT_FALSE(plan.hasFailed());
}

TEST(FaultPlan, OnlyTheCallAskedForFails) {
    FaultPlan plan(3);
    EXPECT_TRUE(plan.check("openDevice").isOk());
    EXPECT_TRUE(plan.check("allocate").isOk());
    EXPECT_FALSE(plan.hasFailed());
    const Status third = plan.check("createQueue");
    EXPECT_EQ(third.code(), Code::kRtDrvInternalError);
    EXPECT_NE(third.message().find("driver call 3, createQueue"), std::string::npos)
        << third.message();
    EXPECT_TRUE(plan.hasFailed());
    EXPECT_TRUE(plan.check("createQueue").isOk());
    EXPECT_EQ(plan.calls(), 4U);
    EXPECT_TRUE(plan.hasFailed());
}

TEST(FaultPlan, OneCallOfManyThreadsFails) {
    constexpr size_t kThreads = 4;
    constexpr int kCalls = 1000;
    FaultPlan plan(kThreads * kCalls / 2);
    std::atomic<int> failures{0};
    test::onThreads(kThreads, [&](size_t) {
        for (int i = 0; i < kCalls; ++i) {
            failures += plan.check("submit").isOk() ? 0 : 1;
        }
    });
    EXPECT_EQ(failures, 1);
    EXPECT_EQ(plan.calls(), kThreads * kCalls);
}

}  // namespace
}  // namespace belay::sim
