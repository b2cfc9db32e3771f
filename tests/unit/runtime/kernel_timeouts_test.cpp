#include "runtime/kernel_timeouts.h"

#include <gtest/gtest.h>

#include "hw/entry.h"

namespace belay {
namespace {

constexpr uint64_t kUnitNs = uint64_t{1} << 32;

TEST(KernelTimeouts, StartWithTheLongestForAiCoresAnd28SecondsForAiCpus) {
    const KernelTimeouts timeouts;
    EXPECT_EQ(timeouts.aicoreCredit(), 254);
    EXPECT_EQ(timeouts.aicpuCredit(), 7);
    EXPECT_EQ(timeouts.limitUs(kUnitNs), 254 * kUnitNs / 1000);
}

TEST(KernelTimeouts, RoundUpToWholeUnits) {
    KernelTimeouts timeouts;
    EXPECT_EQ(timeouts.set(1, kUnitNs), kUnitNs / 1000);
    EXPECT_EQ(timeouts.aicoreCredit(), 1);
    EXPECT_EQ(timeouts.aicpuCredit(), 1);
    EXPECT_EQ(timeouts.set(kUnitNs / 1000, kUnitNs), kUnitNs / 1000);
    EXPECT_EQ(timeouts.set(kUnitNs / 1000 + 1, kUnitNs), 2 * kUnitNs / 1000);
    EXPECT_EQ(timeouts.aicoreCredit(), 2);
}

TEST(KernelTimeouts, StopAt254Units) {
    KernelTimeouts timeouts;
    for (const uint64_t limitUs : {255 * kUnitNs / 1000, UINT64_MAX, UINT64_MAX / 1000 + 1}) {
        EXPECT_EQ(timeouts.set(limitUs, kUnitNs), 254 * kUnitNs / 1000) << limitUs;
        EXPECT_EQ(timeouts.aicoreCredit(), 254);
    }
}

// 254 of them would end kernels that the application wants to run as long as they need.
TEST(KernelTimeouts, ZeroIsNoLimitWhereUnitsAreShort) {
    constexpr uint64_t kShortNs = 33'500'000;
    KernelTimeouts timeouts;
    EXPECT_EQ(timeouts.set(0, kShortNs), KernelTimeouts::kNone);
    EXPECT_EQ(timeouts.aicoreCredit(), hw::kUnlimitedCredit);
    EXPECT_EQ(timeouts.limitUs(kShortNs), KernelTimeouts::kNone);
    EXPECT_EQ(timeouts.set(0, kUnitNs), 254 * kUnitNs / 1000);
}

}  // namespace
}  // namespace belay
