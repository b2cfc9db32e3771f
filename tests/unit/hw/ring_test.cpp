#include "hw/ring.h"

#include <gtest/gtest.h>

#include <deque>
#include <iostream>
#include <random>

namespace belay::hw {
namespace {

TEST(Ring, OneEntryStaysFree) {
    const Ring ring(4);
    EXPECT_EQ(ring.capacity(), 3U);
    EXPECT_TRUE(ring.isEmpty(2, 2));
    EXPECT_EQ(ring.free(2, 2), 3U);
    EXPECT_FALSE(ring.isFull(2, 0));
    EXPECT_TRUE(ring.isFull(2, 1));
    EXPECT_EQ(ring.inFlight(2, 1), 3U);
}

TEST(Ring, TheRuntimesReserveFitsTheQueue) {
    EXPECT_EQ(kMaxTasksInFlight, 2013U);
    EXPECT_EQ(Ring(kQueueDepth).capacity(), 2047U);
}

TEST(Ring, AgreesWithAQueueOfSerials) {
    const unsigned seed = std::random_device{}();
    std::cout << "seed " << seed << "\n";
    std::mt19937 engine(seed);
    const auto below = [&](size_t limit) { return static_cast<uint32_t>(engine() % limit); };
    for (const uint32_t depth : {2U, 3U, 7U, 64U, 2048U}) {
        const Ring ring(depth);
        std::deque<uint64_t> model;
        uint64_t submitted = 0;
        uint64_t retired = 0;
        uint32_t head = 0;
        uint32_t tail = 0;
        for (int step = 0; step < 20000; ++step) {
            if (below(2) == 0) {
                const uint32_t count = below(ring.free(head, tail) + 1);
                for (uint32_t i = 0; i < count; ++i) {
                    model.push_back(submitted++);
                }
                tail = ring.advance(tail, count);
            } else {
                const uint32_t count = below(ring.inFlight(head, tail) + 1);
                model.erase(model.begin(), model.begin() + count);
                head = ring.advance(head, count);
                const uint64_t before = retired;
                retired = ring.retiredAt(retired, head);
                ASSERT_EQ(retired - before, count);
            }
            ASSERT_EQ(ring.inFlight(head, tail), model.size());
            ASSERT_EQ(ring.free(head, tail), depth - 1 - model.size());
            ASSERT_EQ(ring.isEmpty(head, tail), model.empty());
            ASSERT_EQ(ring.isFull(head, tail), model.size() == depth - 1);
            ASSERT_EQ(ring.positionOf(submitted), tail);
            ASSERT_EQ(ring.positionOf(retired), head);
            const uint32_t position = below(depth);
            bool found = false;
            for (const uint64_t serial : model) {
                found = found || serial % depth == position;
            }
            ASSERT_EQ(ring.isInFlight(head, tail, position), found);
        }
    }
}

TEST(Ring, AdvancesAllTheWayRound) {
    const Ring ring(5);
    EXPECT_EQ(ring.next(4), 0U);
    EXPECT_EQ(ring.advance(3, 5), 3U);
    EXPECT_EQ(ring.advance(3, 2), 0U);
    EXPECT_EQ(ring.distance(3, 2), 4U);
}

TEST(Ring, LargeDepthsDoNotOverflow) {
    const Ring ring(0xFFFFFFFF);
    EXPECT_EQ(ring.advance(0xFFFFFFFE, 2), 1U);
    EXPECT_EQ(ring.distance(0xFFFFFFFE, 1), 2U);
}

}  // namespace
}  // namespace belay::hw
