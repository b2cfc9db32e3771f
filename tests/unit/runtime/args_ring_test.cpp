#include "runtime/args_ring.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>

#include "drivers/sim/sim_driver.h"
#include "support/seed.h"

namespace belay {
namespace {

class ArgsRingTest : public testing::Test {
  protected:
    void SetUp() override {
        auto infos = backend.devices();
        ASSERT_TRUE(infos.isOk());
        auto device = Device::open(backend, 0, infos.value().front(), 0);
        ASSERT_TRUE(device.isOk()) << device.status().message();
        opened = std::move(device).value();
        auto memory =
            DeviceMemory::allocate(*opened, ArgsRing::kBytes, driver::MemoryKind::kDevice);
        ASSERT_TRUE(memory.isOk()) << memory.status().message();
        std::byte* const view = backend.hostView(memory.value().start());
        ring.adopt(std::move(memory).value(), view);
    }

    void TearDown() override {
        static_cast<void>(ring.takeMemory());
        EXPECT_TRUE(opened->close(0).isOk());
    }

    static sim::SimSettings settings() {
        sim::SimSettings settings;
        settings.chip = hw::findChip("Ascend910B4");
        settings.memoryBytes = uint64_t{64} << 20;
        return settings;
    }

    sim::SimDriver backend{settings()};
    Ref<Device> opened;
    ArgsRing ring;
};

TEST_F(ArgsRingTest, PlacesAreApartAndAligned) {
    const auto first = ring.take(1, ArgsRing::kUnit);
    const auto second = ring.take(65, ArgsRing::kUnit);
    const auto third = ring.take(200, 128);
    ASSERT_TRUE(first && second && third);
    EXPECT_EQ(second->address, first->address + 64);
    EXPECT_EQ(third->address, first->address + 256) << "at 192 it would not be aligned";
    EXPECT_EQ(third->address % 128, 0U);
    EXPECT_EQ(third->view - first->view, 256);
}

TEST_F(ArgsRingTest, IsFullUntilSomethingIsGivenBack) {
    const auto first = ring.take(ArgsRing::kMostBytes, ArgsRing::kUnit);
    const ArgsRing::Position afterFirst = ring.position();
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(ring.take(ArgsRing::kMostBytes, ArgsRing::kUnit));
    }
    EXPECT_FALSE(ring.take(1, ArgsRing::kUnit));
    ring.giveBackTo(afterFirst);
    const auto again = ring.take(ArgsRing::kMostBytes, ArgsRing::kUnit);
    ASSERT_TRUE(first && again);
    EXPECT_EQ(again->address, first->address);
}

TEST_F(ArgsRingTest, WhatIsHeldIsNotTakenAgain) {
    ASSERT_TRUE(ring.take(ArgsRing::kMostBytes, ArgsRing::kUnit));
    ring.hold();
    ring.giveBackTo(ring.position());
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(ring.take(ArgsRing::kMostBytes, ArgsRing::kUnit));
    }
    EXPECT_TRUE(ring.isHeld());
    EXPECT_FALSE(ring.take(1, ArgsRing::kUnit));
    ring.letGo();
    EXPECT_FALSE(ring.isHeld());
    EXPECT_TRUE(ring.take(1, ArgsRing::kUnit));
}

TEST_F(ArgsRingTest, WhatIsUndoneIsTakenAgain) {
    const ArgsRing::Position before = ring.position();
    const auto first = ring.take(100, ArgsRing::kUnit);
    ring.rewind(before);
    const auto second = ring.take(100, ArgsRing::kUnit);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->address, second->address);
}

// Many times around, with positions that wrap: no two places in use overlap, and none leaves the
// ring.
TEST_F(ArgsRingTest, RandomPlacesNeverOverlap) {
    struct Taken {
        uint64_t start;
        uint64_t end;
        ArgsRing::Position position;
    };

    std::minstd_rand random(test::seed());
    std::deque<Taken> taken;
    std::map<uint64_t, uint64_t> inUse;  // start to end
    const uint64_t base = ring.take(1, ArgsRing::kUnit)->address;
    for (int i = 0; i < 200'000; ++i) {
        const uint32_t bytes =
            1 + static_cast<uint32_t>(random() % (random() % 8 == 0 ? ArgsRing::kMostBytes : 300));
        const uint32_t alignment = random() % 3 == 0 ? 128 : ArgsRing::kUnit;
        const auto place = ring.take(bytes, alignment);
        if (!place) {
            ASSERT_FALSE(taken.empty()) << "an empty ring takes " << bytes;
            inUse.erase(taken.front().start);
            ring.giveBackTo(taken.front().position);
            taken.pop_front();
            continue;
        }
        const uint64_t end = place->address + bytes;
        ASSERT_GE(place->address, base);
        ASSERT_LE(end, base + ArgsRing::kBytes);
        ASSERT_EQ(place->address % alignment, 0U);
        const auto next = inUse.lower_bound(place->address);
        ASSERT_TRUE(next == inUse.end() || next->first >= end);
        ASSERT_TRUE(next == inUse.begin() || std::prev(next)->second <= place->address);
        inUse[place->address] = end;
        taken.push_back({place->address, end, ring.position()});
    }
}

}  // namespace
}  // namespace belay
