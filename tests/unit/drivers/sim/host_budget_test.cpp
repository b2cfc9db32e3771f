#include "drivers/sim/host_budget.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>

namespace belay::sim {
namespace {

constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();

// A made-up system below a temporary folder.
class HostBudgetTest : public testing::Test {
  protected:
    void SetUp() override {
        root_ = std::filesystem::path(testing::TempDir()) / ("budget" + std::to_string(::getpid()));
        sources = {(root_ / "meminfo").string(), (root_ / "cgroup").string(),
                   (root_ / "fs").string()};
        write("meminfo", "MemTotal:   64 kB\nMemAvailable:   1000 kB\n");
    }

    void TearDown() override { std::filesystem::remove_all(root_); }

    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((root_ / name).parent_path());
        std::ofstream(root_ / name) << text;
    }

    HostBudgetSources sources;

  private:
    std::filesystem::path root_;
};

TEST_F(HostBudgetTest, IsWhatTheSystemCallsAvailable) {
    EXPECT_EQ(hostBudgetBytes(sources), 1000U * 1024);
}

TEST_F(HostBudgetTest, TheTightestGroupAboveTheProcessCounts) {
    write("cgroup", "0::/outer/inner\n");
    write("fs/outer/inner/memory.max", "max\n");
    write("fs/outer/inner/memory.current", "10\n");
    write("fs/outer/memory.max", "500000\n");
    write("fs/outer/memory.current", "100000\n");
    EXPECT_EQ(hostBudgetBytes(sources), 400'000U);
}

TEST_F(HostBudgetTest, AGroupOverItsLimitLeavesNothing) {
    write("cgroup", "0::/g\n");
    write("fs/g/memory.max", "100\n");
    write("fs/g/memory.current", "200\n");
    EXPECT_EQ(hostBudgetBytes(sources), 0U);
}

TEST_F(HostBudgetTest, TheOlderMemoryControllerCountsToo) {
    write("cgroup", "9:cpu:/a\n4:memory,hugetlb:/m\n1:cpuset:/b\n");
    write("fs/memory/m/memory.limit_in_bytes", "300000\n");
    write("fs/memory/m/memory.usage_in_bytes", "100000\n");
    EXPECT_EQ(hostBudgetBytes(sources), 200'000U);
}

TEST_F(HostBudgetTest, WhatCannotBeReadIsNoLimit) {
    EXPECT_EQ(hostBudgetBytes({"/no/such", "/no/such", "/no/such"}), kUnlimited);
    write("cgroup", "nonsense\n0:\n");
    EXPECT_EQ(hostBudgetBytes(sources), 1000U * 1024);
}

constexpr uint64_t kReserve = uint64_t{128} << 20;

TEST(HostBudget, TakesNoMoreThanThereIsBesideAReserve) {
    uint64_t left = kReserve + 1000;
    HostBudget budget([&] { return left; });
    EXPECT_FALSE(budget.take(1001));
    EXPECT_EQ(budget.available(), 1000U);
    EXPECT_TRUE(budget.take(1000));
    left = kReserve - 1;
    EXPECT_FALSE(budget.take(1));
    EXPECT_EQ(budget.available(), 0U);
}

TEST(HostBudget, LooksAgainOnceAQuarterIsTaken) {
    int looks = 0;
    uint64_t left = kReserve + 4000;
    HostBudget budget([&] {
        ++looks;
        return left;
    });
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(budget.take(100));
    }
    EXPECT_EQ(looks, 1);
    left = kReserve + 50;
    EXPECT_FALSE(budget.take(100)) << "what others took meanwhile counts";
    EXPECT_EQ(looks, 2);
}

TEST(HostBudget, ThisMachineHasSome) {
    EXPECT_GT(hostBudgetBytes(), 0U);
}

}  // namespace
}  // namespace belay::sim
