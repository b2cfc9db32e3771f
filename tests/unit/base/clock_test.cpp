#include "base/clock.h"

#include <gtest/gtest.h>

#include <limits>

namespace belay {
namespace {

TEST(Clock, NanosecondsNeverGoBack) {
    const uint64_t first = steadyNanoseconds();
    EXPECT_LE(first, steadyNanoseconds());
}

TEST(Deadline, NegativeAndHugeLimitsMeanNever) {
    EXPECT_TRUE(Deadline::never().isNever());
    EXPECT_TRUE(Deadline::afterMs(-1).isNever());
    EXPECT_TRUE(Deadline::afterMs(std::numeric_limits<int64_t>::max()).isNever());
    EXPECT_FALSE(Deadline::never().hasPassed());
}

TEST(Deadline, ZeroHasPassedAtOnceAndAnHourHasNot) {
    EXPECT_TRUE(Deadline::afterMs(0).hasPassed());
    EXPECT_FALSE(Deadline::afterMs(3'600'000).hasPassed());
}

}  // namespace
}  // namespace belay
