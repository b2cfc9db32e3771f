#include "drivers/sim/chunk_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <limits>
#include <string>

namespace belay::sim {
namespace {

using testing::HasSubstr;

constexpr uint64_t kPlenty = std::numeric_limits<uint64_t>::max();
constexpr uint64_t kReserve = uint64_t{128} << 20;  // that the budget never touches

class ChunkPoolTest : public testing::Test {
  protected:
    static std::unique_ptr<AddressRange> makeRange() {
        auto range = AddressRange::create({.bytes = 64 * kChunkBytes});
        EXPECT_TRUE(range.isOk());
        return std::move(range).value();
    }

    uint64_t taken(uint64_t count) {
        const auto run = pool.take(count);
        EXPECT_TRUE(run.isOk()) << run.status().message();
        return run.isOk() ? run.value().first : kPlenty;
    }

    bool isResident(uint64_t chunk) {
        unsigned char resident = 0;
        return ::mincore(pool.start(chunk), 1, &resident) == 0 && (resident & 1) != 0;
    }

    std::unique_ptr<AddressRange> range = makeRange();
    uint64_t left = kPlenty;
    HostBudget budget{[this] { return left; }};
    ChunkPool pool{*range, budget};
};

TEST_F(ChunkPoolTest, RunsAreDistinctAndPopulated) {
    const uint64_t first = taken(3);
    const uint64_t second = taken(1);
    EXPECT_TRUE(second >= first + 3 || second < first);
    EXPECT_TRUE(isResident(first + 2));
    EXPECT_TRUE(isResident(second));
    EXPECT_GE(pool.used(), 4U);
}

TEST_F(ChunkPoolTest, ARunThatWasPutBackServesTheNextOfItsLength) {
    const uint64_t first = taken(3);
    taken(1);
    pool.put(first, 3);
    EXPECT_TRUE(isResident(first)) << "idle, but still there";
    left = 0;
    const auto again = pool.take(3);
    ASSERT_TRUE(again.isOk()) << "takes nothing from the machine";
    EXPECT_EQ(again.value().first, first);
    EXPECT_TRUE(again.value().isRecycled);
}

TEST_F(ChunkPoolTest, CollectedRunsServeOtherLengths) {
    for (int i = 0; i < 64; ++i) {
        taken(1);
    }
    for (const uint64_t chunk : {10U, 11U, 12U, 20U}) {
        pool.put(chunk, 1);
    }
    const auto fragmented = pool.take(3);
    EXPECT_EQ(fragmented.status().code(), Code::kRtMemoryAllocation);
    EXPECT_THAT(std::string(fragmented.status().message()), HasSubstr("fragmented"));
    EXPECT_EQ(pool.collect(), 4 * kChunkBytes);
    EXPECT_FALSE(isResident(20));
    const auto run = pool.take(3);
    ASSERT_TRUE(run.isOk());
    EXPECT_EQ(run.value().first, 10U);
    EXPECT_FALSE(run.value().isRecycled);
}

TEST_F(ChunkPoolTest, ARefusalByTheMachineUsesNoAddressesUp) {
    left = kReserve + 4 * kChunkBytes;
    for (int i = 0; i < 100; ++i) {
        const auto refused = pool.take(5);
        EXPECT_EQ(refused.status().code(), Code::kRtMemoryAllocation);
        EXPECT_THAT(std::string(refused.status().message()), HasSubstr("this machine"));
    }
    EXPECT_EQ(pool.used(), 0U);
    EXPECT_EQ(taken(4), 0U);
}

TEST_F(ChunkPoolTest, AResetPoolIsAsNew) {
    const uint64_t first = taken(7);
    pool.put(taken(2), 2);
    pool.reset();
    EXPECT_EQ(pool.used(), 0U);
    EXPECT_FALSE(isResident(first));
    EXPECT_EQ(taken(64), 0U);
}

}  // namespace
}  // namespace belay::sim
