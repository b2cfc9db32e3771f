#include "drivers/sim/busy_meter.h"

#include <gtest/gtest.h>

namespace belay::sim {
namespace {

constexpr uint64_t kMs = 1'000'000;

TEST(BusyMeter, IsAtZeroWithoutKernels) {
    BusyMeter meter(20, 0);
    EXPECT_EQ(meter.percent(1000 * kMs), 0U);
}

TEST(BusyMeter, CountsTheCoresThatAKernelUses) {
    BusyMeter meter(20, 0);
    meter.begin(5, 100 * kMs);
    meter.end(5, 200 * kMs);
    EXPECT_EQ(meter.percent(200 * kMs), 12U);  // a quarter of the cores, half of the time
}

TEST(BusyMeter, CountsKernelsThatStillRun) {
    BusyMeter meter(4, 0);
    meter.begin(2, 0);
    EXPECT_EQ(meter.percent(100 * kMs), 50U);
    EXPECT_EQ(meter.percent(200 * kMs), 50U);
    meter.end(2, 250 * kMs);
    EXPECT_EQ(meter.percent(300 * kMs), 25U);
    EXPECT_EQ(meter.percent(400 * kMs), 0U);
}

TEST(BusyMeter, KernelsThatWantMoreThanThereIsUseAll) {
    BusyMeter meter(4, 0);
    meter.begin(100, 0);
    meter.begin(3, 0);
    EXPECT_EQ(meter.percent(100 * kMs), 100U);
    meter.end(100, 100 * kMs);
    EXPECT_EQ(meter.percent(200 * kMs), 75U);
}

TEST(BusyMeter, LooksInShortOrderAgree) {
    BusyMeter meter(1, 0);
    meter.begin(1, 0);
    meter.end(1, 50 * kMs);
    EXPECT_EQ(meter.percent(100 * kMs), 50U);
    EXPECT_EQ(meter.percent(100 * kMs), 50U);
    EXPECT_EQ(meter.percent(105 * kMs), 50U);
    EXPECT_EQ(meter.percent(110 * kMs), 0U);
}

TEST(BusyMeter, WithoutCoresNothingIsBusy) {
    BusyMeter meter(0, 0);
    meter.begin(4, 0);
    EXPECT_EQ(meter.percent(100 * kMs), 0U);
    meter.end(4, 100 * kMs);
}

}  // namespace
}  // namespace belay::sim
