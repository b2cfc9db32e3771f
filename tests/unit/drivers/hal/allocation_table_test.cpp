#include "drivers/hal/allocation_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace belay::hal {
namespace {

using driver::PointerKind;
using testing::HasSubstr;

class AllocationTableTest : public testing::Test {
  protected:
    std::byte* at(uint64_t offset) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr): addresses that nobody touches
        return reinterpret_cast<std::byte*>(0x1200'0000'0000 + offset);
    }

    Allocation range(uint64_t offset, uint64_t bytes, PointerKind kind = PointerKind::kDevice,
                     uint32_t device = 0) {
        return {.kind = kind,
                .number = {.device = device, .halId = device},
                .start = at(offset),
                .bytes = bytes};
    }

    AllocationTable table;
};

TEST_F(AllocationTableTest, FindsARangeByAnyOfItsAddresses) {
    table.add(range(1000, 100));
    table.add(range(1100, 50));
    EXPECT_FALSE(table.find(at(999)));
    EXPECT_EQ(table.find(at(1000))->start, at(1000));
    EXPECT_EQ(table.find(at(1099))->start, at(1000));
    EXPECT_EQ(table.find(at(1100))->start, at(1100));
    EXPECT_FALSE(table.find(at(1150)));
    EXPECT_FALSE(table.find(nullptr));
}

TEST_F(AllocationTableTest, TakesARangeByItsStartOnlyAndOnce) {
    table.add(range(0, 100));
    EXPECT_FALSE(table.take(at(1)));
    EXPECT_EQ(table.take(at(0))->bytes, 100U);
    EXPECT_FALSE(table.take(at(0)));
    EXPECT_FALSE(table.find(at(0)));
}

TEST_F(AllocationTableTest, RefusesWhatOverlaps) {
    EXPECT_FALSE(table.addUnlessTaken(range(100, 100)));
    EXPECT_TRUE(table.addUnlessTaken(range(0, 101)));
    EXPECT_TRUE(table.addUnlessTaken(range(199, 1)));
    EXPECT_TRUE(table.addUnlessTaken(range(0, 1000)));
    EXPECT_FALSE(table.addUnlessTaken(range(0, 100)));
    EXPECT_FALSE(table.addUnlessTaken(range(200, 1)));
}

TEST_F(AllocationTableTest, WhatGoesWithADeviceGoesWithIt) {
    table.add(range(0, 10, PointerKind::kDevice, 1));
    table.add(range(10, 10, PointerKind::kDevice, 0));
    table.add(range(20, 10, PointerKind::kHostPinned, 1));
    table.add(range(30, 10, PointerKind::kHostMapped, 1));
    table.add(range(40, 10, PointerKind::kManaged, 1));
    EXPECT_EQ(table.takeAllOf(1).size(), 2U);
    EXPECT_FALSE(table.find(at(0)));
    EXPECT_TRUE(table.find(at(10)));
    EXPECT_TRUE(table.find(at(20)));
    EXPECT_FALSE(table.find(at(30)));
    EXPECT_TRUE(table.find(at(40)));
}

TEST_F(AllocationTableTest, ARangeMustLieInOneAllocation) {
    table.add(range(100, 100));
    EXPECT_TRUE(table.requireWhole("the target", at(100), 100).isOk());
    EXPECT_TRUE(table.requireWhole("the target", at(199), 1).isOk());
    for (const auto& [offset, bytes] : {std::pair<uint64_t, uint64_t>{100, 101},
                                        {199, 2},
                                        {99, 2},
                                        {0, 1000},
                                        {150, UINT64_MAX}}) {
        const Status status = table.requireWhole("the target", at(offset), bytes);
        EXPECT_EQ(status.code(), Code::kRtParamInvalid) << offset << " " << bytes;
        EXPECT_THAT(std::string(status.message()), HasSubstr("the target"));
    }
}

TEST_F(AllocationTableTest, OtherMemoryIsNotItsBusiness) {
    table.add(range(100, 100));
    EXPECT_TRUE(table.requireWhole("the source", at(0), 100).isOk());
    EXPECT_TRUE(table.requireWhole("the source", at(200), 1).isOk());
}

TEST_F(AllocationTableTest, AViewGoesWithItsRange) {
    table.add(range(0, 10));
    EXPECT_TRUE(table.setHostView(at(0), at(500)));
    EXPECT_EQ(table.find(at(3))->hostView, at(500));
    EXPECT_FALSE(table.setHostView(at(3), at(500)));
}

}  // namespace
}  // namespace belay::hal
