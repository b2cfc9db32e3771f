#include "runtime/managed_memory.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace belay {
namespace {

constexpr uint64_t kPage = ManagedMemory::kPageBytes;

// Only an address: nothing of it is touched.
char* at(uint64_t page) {
    return reinterpret_cast<char*>((uint64_t{1} << 40) + page * kPage);
}

class ManagedMemoryTest : public testing::Test {
  protected:
    void SetUp() override { memory.add(at(0), 4 * kPage); }

    void TearDown() override { memory.remove(at(0)); }

    ManagedMemory& memory = ManagedMemory::instance();
};

TEST_F(ManagedMemoryTest, HintsHoldForWholePages) {
    ASSERT_TRUE(memory.setReadMostly(at(1) + 100, 1, true).isOk());
    EXPECT_TRUE(memory.factsOf(at(1), kPage).value().isReadMostly);
    EXPECT_FALSE(memory.factsOf(at(1), kPage + 1).value().isReadMostly);
    EXPECT_FALSE(memory.factsOf(at(0), 1).value().isReadMostly);
}

TEST_F(ManagedMemoryTest, PlacesThatDifferAreNone) {
    const Place device{PlaceType::kDevice, 1};
    const Place host{PlaceType::kHost, 0};
    ASSERT_TRUE(memory.setPreferred(at(0), 4 * kPage, device).isOk());
    ASSERT_TRUE(memory.setPrefetched(at(0), 2 * kPage, host).isOk());
    ASSERT_TRUE(memory.setAccessedBy(at(0), 4 * kPage, device, true).isOk());
    ASSERT_TRUE(memory.setAccessedBy(at(0), 4 * kPage, host, true).isOk());
    ASSERT_TRUE(memory.setAccessedBy(at(3), kPage, device, false).isOk());
    const RangeFacts facts = memory.factsOf(at(0), 4 * kPage).value();
    EXPECT_EQ(facts.preferred, device);
    EXPECT_EQ(facts.prefetched, Place{});
    EXPECT_EQ(facts.accessedBy, std::vector<Place>{host});
    EXPECT_EQ(memory.factsOf(at(0), 2 * kPage).value().prefetched, host);
}

TEST_F(ManagedMemoryTest, RangesOutsideOfOneAllocationAreRefused) {
    memory.add(at(4), kPage);
    EXPECT_TRUE(memory.requireRange(at(4), kPage).isOk());
    EXPECT_EQ(memory.requireRange(at(3), 2 * kPage).code(), Code::kRtParamInvalid);
    EXPECT_EQ(memory.requireRange(at(0), UINT64_MAX).code(), Code::kRtParamInvalid);
    EXPECT_EQ(memory.requireRange(at(0) - 1, 1).code(), Code::kRtParamInvalid);
    memory.remove(at(4));
    EXPECT_EQ(memory.requireRange(at(4), kPage).code(), Code::kRtParamInvalid);
    EXPECT_TRUE(ManagedMemory::isInUse());
}

}  // namespace
}  // namespace belay
