#include "hw/event_table.h"

#include <gtest/gtest.h>

namespace belay::hw::stars_v1 {
namespace {

TEST(EventTable, FlagsLieInPagesOfTheirDie) {
    EXPECT_EQ(eventAddr(0, {}), 0x0006A0200000U);
    EXPECT_EQ(eventAddr(0x123, {}), 0x0006A020048CU);
    EXPECT_EQ(eventAddr(4096, {}), 0x0006A0210000U);
    EXPECT_EQ(eventAddr(1, {.chip = 2, .die = 1}), 0x0006A0200004U + (uint64_t{17} << 40));
    EXPECT_EQ(notifyAddr(513, {}), 0x0006A0110004U);
}

TEST(EventTable, EveryIdIsFoundAgainAtItsAddressOnly) {
    const Die die{.chip = 1, .die = 1};
    for (uint32_t id = 0; id < 0x10000; ++id) {
        const uint64_t address = eventAddr(static_cast<uint16_t>(id), die);
        ASSERT_EQ(findEvent(address, die), id);
        ASSERT_EQ(findEvent(address + 1, die), std::nullopt);
    }
    for (uint32_t id = 0; id < 0x2000; ++id) {
        ASSERT_EQ(findNotify(notifyAddr(static_cast<uint16_t>(id), die), die), id);
    }
}

TEST(EventTable, OtherAddressesAreNoFlags) {
    EXPECT_EQ(findEvent(kEventTable - 4, {}), std::nullopt);
    EXPECT_EQ(findEvent(kEventTable + 0x4000, {}), std::nullopt);    // the page's unused rest
    EXPECT_EQ(findEvent(kEventTable + 0x100000, {}), std::nullopt);  // behind the last page
    EXPECT_EQ(findEvent(~uint64_t{0}, {}), std::nullopt);
    EXPECT_EQ(findEvent(kEventTable, {.chip = 1}), std::nullopt);
    EXPECT_EQ(findNotify(kNotifyTable + 0x800, {}), std::nullopt);
    EXPECT_EQ(findNotify(kEventTable, {}), std::nullopt);
}

}  // namespace
}  // namespace belay::hw::stars_v1
