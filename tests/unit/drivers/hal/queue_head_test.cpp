#include "drivers/hal/queue_head.h"

#include <gtest/gtest.h>

namespace belay::hal {
namespace {

constexpr uint32_t kDepth = 2048;
constexpr uint64_t kFar = UINT64_MAX / 2;

TEST(QueueHead, FollowsTheRegisterAroundTheRing) {
    QueueHead head(kDepth);
    uint64_t serial = 0;
    for (const uint32_t step : {1U, 2000U, 2047U, 0U, 2047U, 46U, 100U}) {
        serial += step;
        head.moveTo(static_cast<uint32_t>(serial % kDepth), kFar);
        EXPECT_EQ(head.serial(), serial);
    }
}

TEST(QueueHead, CountsBeyondSixteenAndThirtyTwoBits) {
    QueueHead head(kDepth);
    head.set(0xFFFF'FFFF'F000);
    head.moveTo(0xFFFF'FFFF'F7FF % kDepth, kFar);
    EXPECT_EQ(head.serial(), 0xFFFF'FFFF'F7FF);
    head.moveTo(3, kFar);
    EXPECT_EQ(head.serial(), 0xFFFF'FFFF'F803);
}

// A ring of another size in the register does not matter.
TEST(QueueHead, UsesTheReadingModuloTheDepth) {
    QueueHead head(kDepth);
    head.moveTo(5 * kDepth + 17, kFar);
    EXPECT_EQ(head.serial(), 17U);
}

TEST(QueueHead, IgnoresAReadingFromBeforeTheHeadWasSet) {
    QueueHead head(kDepth);
    head.set(20);
    head.moveTo(10, 30);
    EXPECT_EQ(head.serial(), 20U);
    head.moveTo(25, 30);
    EXPECT_EQ(head.serial(), 25U);
}

TEST(QueueHead, OnePlaceStaysFree) {
    QueueHead head(kDepth);
    EXPECT_TRUE(head.hasRoomFor(1, kDepth - 2));
    EXPECT_FALSE(head.hasRoomFor(2, kDepth - 2));
    EXPECT_FALSE(head.hasRoomFor(1, kDepth - 1));
    head.moveTo(1, kFar);
    EXPECT_TRUE(head.hasRoomFor(1, kDepth - 1));
}

TEST(QueueHead, APositionIsThatInTheRing) {
    QueueHead head(kDepth);
    head.set(uint64_t{3} * kDepth + 5);
    EXPECT_EQ(head.position(), 5U);
}

}  // namespace
}  // namespace belay::hal
