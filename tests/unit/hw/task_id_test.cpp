#include "hw/task_id.h"

#include <gtest/gtest.h>

namespace belay::hw {
namespace {

TEST(TaskIds, CountFromZeroWithoutAMarker) {
    TaskIds ids;
    EXPECT_FALSE(ids.isFlipDue());
    EXPECT_EQ(ids.takeFlip(1), std::nullopt);
    EXPECT_EQ(ids.take(), 0U);
    EXPECT_EQ(ids.take(), 1U);
}

TEST(TaskIds, EveryEpochBeginsWithItsMarker) {
    TaskIds ids;
    uint64_t flips = 0;
    for (uint64_t serial = 0; serial < 3 * 65536 + 10; ++serial) {
        const bool first = serial != 0 && serial % 65536 == 0;
        ASSERT_EQ(ids.isFlipDue(), first) << serial;
        if (first) {
            ++flips;
            const auto marker = ids.takeFlip(0x32);
            ASSERT_TRUE(marker.has_value());
            EXPECT_EQ(marker->flipNumber, flips);
            EXPECT_EQ(marker->streamId, 0x32U);
            EXPECT_FALSE(ids.isFlipDue());
        } else {
            ASSERT_EQ(ids.take(), serial);
        }
    }
    EXPECT_EQ(flips, 3U);
}

TEST(TaskIds, TheFlipNumberWrapsToo) {
    TaskIds ids(uint64_t{0x10002} << 16);
    const auto marker = ids.takeFlip(1);
    ASSERT_TRUE(marker.has_value());
    EXPECT_EQ(marker->flipNumber, 2);
    EXPECT_EQ(ids.take(), (uint64_t{0x10002} << 16) + 1);
}

TEST(TaskIds, AnIdLeadsBackToItsSerial) {
    for (const uint64_t next :
         {uint64_t{1}, uint64_t{65535}, uint64_t{65537}, uint64_t{70000}, uint64_t{0x123456789}}) {
        const TaskIds ids(next);
        for (uint64_t back = 1; back <= 2047 && back <= next; ++back) {
            ASSERT_EQ(ids.findSerial(TaskIds::idOf(next - back)), next - back) << next;
        }
    }
}

TEST(TaskIds, IdsNotYetGivenHaveNoSerial) {
    EXPECT_EQ(TaskIds().findSerial(0), std::nullopt);
    const TaskIds ids(5);
    EXPECT_EQ(ids.findSerial(4), 4U);
    EXPECT_EQ(ids.findSerial(5), std::nullopt);
    EXPECT_EQ(ids.findSerial(0xFFFF), std::nullopt);
}

}  // namespace
}  // namespace belay::hw
