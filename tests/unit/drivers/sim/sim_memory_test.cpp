#include "drivers/sim/sim_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <random>
#include <thread>

namespace belay::sim {
namespace {

using testing::HasSubstr;

constexpr uint64_t kMiB = uint64_t{1} << 20;
constexpr uint64_t kPlenty = std::numeric_limits<uint64_t>::max();

std::unique_ptr<SimMemory> make(
    uint64_t capacity, uint64_t reserved = 0,
    std::function<uint64_t()> budget = [] { return kPlenty; }) {
    auto memory = SimMemory::create({.capacityBytes = capacity,
                                     .addressHint = 0x1200'0000'0000,
                                     .reservedBytes = reserved,
                                     .budget = std::make_shared<HostBudget>(std::move(budget))});
    EXPECT_TRUE(memory.isOk()) << memory.status().message();
    return std::move(memory).value();
}

std::byte* allocated(SimMemory& memory, uint64_t bytes) {
    auto block = memory.allocate(bytes);
    EXPECT_TRUE(block.isOk()) << block.status().message();
    return block.isOk() ? static_cast<std::byte*>(block.value()) : nullptr;
}

TEST(SimMemory, BlocksOfAllSizesAreAlignedDistinctAndUsable) {
    const auto memory = make(256 * kMiB);
    std::vector<std::pair<std::byte*, uint64_t>> blocks;
    for (const uint64_t bytes :
         {uint64_t{1}, uint64_t{64}, uint64_t{512}, uint64_t{513}, uint64_t{4097},
          uint64_t{100'000}, kMiB, kMiB + 1, 2 * kMiB, 2 * kMiB + 1, 64 * kMiB}) {
        std::byte* block = allocated(*memory, bytes);
        ASSERT_NE(block, nullptr);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % kBlockAlignment, 0U);
        std::memset(block, static_cast<int>(blocks.size() + 1), bytes);
        blocks.emplace_back(block, bytes);
    }
    for (size_t i = 0; i < blocks.size(); ++i) {
        const auto [block, bytes] = blocks[i];
        EXPECT_EQ(std::to_integer<size_t>(block[0]), i + 1);
        EXPECT_EQ(std::to_integer<size_t>(block[bytes - 1]), i + 1);
    }
    EXPECT_EQ(memory->allocationCount(), blocks.size());
    for (const auto& [block, bytes] : blocks) {
        EXPECT_TRUE(memory->free(block).isOk());
    }
    EXPECT_EQ(memory->allocationCount(), 0U);
    EXPECT_EQ(memory->usage().free, memory->usage().total);
}

TEST(SimMemory, InteriorPointersLeadToTheirAllocation) {
    const auto memory = make(64 * kMiB);
    for (const uint64_t bytes : {uint64_t{700}, uint64_t{300'000}, kMiB, 7 * kMiB}) {
        std::byte* block = allocated(*memory, bytes);
        for (const uint64_t offset : {uint64_t{0}, uint64_t{1}, bytes / 2, bytes - 1}) {
            const auto found = memory->find(block + offset);
            ASSERT_TRUE(found) << bytes << " + " << offset;
            EXPECT_EQ(found->start, block);
            EXPECT_EQ(found->bytes, bytes);
        }
        EXPECT_TRUE(memory->free(block).isOk());
        EXPECT_FALSE(memory->find(block));
        EXPECT_FALSE(memory->find(block + bytes - 1));
    }
    int local = 0;
    EXPECT_FALSE(memory->find(&local));
    EXPECT_FALSE(memory->find(nullptr));
    EXPECT_FALSE(memory->find(memory->base() - 1));
    EXPECT_FALSE(memory->find(memory->base() + memory->reservedBytes()));
}

TEST(SimMemory, OnlyTheStartOfALiveBlockCanBeFreed) {
    const auto memory = make(64 * kMiB);
    std::byte* small = allocated(*memory, 1000);
    std::byte* large = allocated(*memory, 5 * kMiB);
    int local = 0;
    for (const std::byte* wrong :
         {small + 512, small + 1, large + 512, large + 2 * kMiB, memory->base() + 60 * kMiB,
          reinterpret_cast<std::byte*>(&local), static_cast<std::byte*>(nullptr)}) {
        EXPECT_EQ(memory->free(wrong).code(), Code::kRtParamInvalid);
    }
    EXPECT_TRUE(memory->free(small).isOk());
    EXPECT_TRUE(memory->free(large).isOk());
    EXPECT_EQ(memory->free(small).code(), Code::kRtParamInvalid) << "freed twice";
    EXPECT_EQ(memory->free(large).code(), Code::kRtParamInvalid) << "freed twice";
}

TEST(SimMemory, AFreedBlockIsUsedAgain) {
    const auto memory = make(64 * kMiB);
    for (const uint64_t bytes : {uint64_t{64}, uint64_t{70'000}, 8 * kMiB}) {
        std::byte* first = allocated(*memory, bytes);
        EXPECT_TRUE(memory->free(first).isOk());
        std::byte* second = allocated(*memory, bytes);
        EXPECT_EQ(first, second) << bytes;
        EXPECT_TRUE(memory->free(second).isOk());
    }
}

TEST(SimMemory, TheCapacityIsALimitThatNamesItself) {
    const auto memory = make(16 * kMiB);
    std::vector<std::byte*> blocks;
    for (auto block = memory->allocate(4 * kMiB); block.isOk();
         block = memory->allocate(4 * kMiB)) {
        blocks.push_back(static_cast<std::byte*>(block.value()));
    }
    EXPECT_EQ(blocks.size(), 4U);
    const auto refused = memory->allocate(1);
    EXPECT_EQ(refused.status().code(), Code::kRtMemoryAllocation);
    EXPECT_THAT(std::string(refused.status().message()), HasSubstr("16777216"));
    EXPECT_TRUE(memory->free(blocks.back()).isOk());
    EXPECT_NE(allocated(*memory, 3 * kMiB), nullptr);
}

TEST(SimMemory, AbsurdSizesAreRefusedWithoutOverflow) {
    const auto memory = make(16 * kMiB);
    for (const uint64_t bytes : {kPlenty, kPlenty - 1, kPlenty / 2, uint64_t{1} << 50}) {
        EXPECT_EQ(memory->allocate(bytes).status().code(), Code::kRtMemoryAllocation);
    }
    EXPECT_NE(allocated(*memory, 1), nullptr);
}

TEST(SimMemory, TheMachinesLimitIsARefusalNotAKill) {
    uint64_t left = 128 * kMiB + 10 * kMiB;  // a reserve of 128 MiB is never touched
    const auto memory = make(1024 * kMiB, 0, [&] { return left; });
    std::byte* block = allocated(*memory, 8 * kMiB);
    left = 128 * kMiB + 2 * kMiB;
    const auto refused = memory->allocate(32 * kMiB);
    EXPECT_EQ(refused.status().code(), Code::kRtMemoryAllocation);
    EXPECT_THAT(std::string(refused.status().message()), HasSubstr("this machine"));
    // Recycled memory needs nothing from the machine.
    EXPECT_TRUE(memory->free(block).isOk());
    EXPECT_EQ(allocated(*memory, 8 * kMiB), block);
}

TEST(SimMemory, IdleMemoryIsGivenBackBeforeARefusal) {
    std::byte* idle = nullptr;
    const auto memory = make(1024 * kMiB, 0, [&] {
        // As on a machine: what has been given back counts as available again.
        unsigned char resident = 0;
        const bool isBack =
            idle != nullptr && (::mincore(idle, 1, &resident) != 0 || resident == 0);
        return 128 * kMiB + (isBack ? 64 : 40) * kMiB;
    });
    idle = allocated(*memory, 8 * kMiB);
    EXPECT_TRUE(memory->free(idle).isOk());
    EXPECT_NE(allocated(*memory, 60 * kMiB), nullptr);
}

TEST(SimMemory, AFragmentedRangeIsSearchedWhenFreshAddressesRunOut) {
    const auto memory = make(64 * kMiB, 64 * kMiB);
    std::vector<std::byte*> blocks;
    for (int i = 0; i < 32; ++i) {
        blocks.push_back(allocated(*memory, 2 * kMiB));
    }
    for (size_t i = 8; i < 24; ++i) {
        EXPECT_TRUE(memory->free(blocks[i]).isOk());
    }
    std::byte* large = allocated(*memory, 32 * kMiB);
    EXPECT_EQ(large, blocks[8]) << "the only run that is long enough";
    std::memset(large, 1, 32 * kMiB);
    EXPECT_EQ(memory->allocate(2 * kMiB).status().code(), Code::kRtMemoryAllocation);
}

TEST(SimMemory, AnEmptiedSharedChunkCanServeOtherSizes) {
    const auto memory = make(8 * kMiB, 8 * kMiB);
    std::vector<std::byte*> blocks;
    for (auto block = memory->allocate(512 << 10); block.isOk();
         block = memory->allocate(512 << 10)) {
        blocks.push_back(static_cast<std::byte*>(block.value()));
    }
    EXPECT_EQ(blocks.size(), 16U);
    for (const std::byte* block : blocks) {
        EXPECT_TRUE(memory->free(block).isOk());
    }
    std::byte* whole = allocated(*memory, 8 * kMiB);
    std::memset(whole, 1, 8 * kMiB);
    EXPECT_TRUE(memory->free(whole).isOk());
}

TEST(SimMemory, ManyRoundsKeepTheBooks) {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    const auto memory = make(128 * kMiB);
    std::vector<std::pair<std::byte*, uint64_t>> live;
    uint64_t asked = 0;
    for (int round = 0; round < 20'000; ++round) {
        const bool release = !live.empty() && (random() % 2 == 0 || asked > 96 * kMiB);
        if (release) {
            std::swap(live[random() % live.size()], live.back());
            const auto [block, bytes] = live.back();
            ASSERT_EQ(memory->find(block + random() % bytes)->start, block);
            ASSERT_EQ(std::to_integer<uint8_t>(block[bytes - 1]), static_cast<uint8_t>(bytes));
            ASSERT_TRUE(memory->free(block).isOk());
            asked -= bytes;
            live.pop_back();
            continue;
        }
        const uint64_t bytes = (random() % 16 == 0 ? random() % (4 * kMiB) : random() % 9000) + 1;
        const auto block = memory->allocate(bytes);
        if (block.isOk()) {
            auto* start = static_cast<std::byte*>(block.value());
            start[bytes - 1] = static_cast<std::byte>(bytes);
            live.emplace_back(start, bytes);
            asked += bytes;
        }
    }
    EXPECT_EQ(memory->allocationCount(), live.size());
    std::sort(live.begin(), live.end());
    for (size_t i = 1; i < live.size(); ++i) {
        ASSERT_LE(live[i - 1].first + live[i - 1].second, live[i].first) << "blocks overlap";
    }
    for (const auto& [block, bytes] : live) {
        ASSERT_TRUE(memory->free(block).isOk());
    }
    EXPECT_EQ(memory->usage().free, memory->usage().total);
}

TEST(SimMemory, ThreadsAllocateFreeAndLookUpAtOnce) {
    const auto memory = make(128 * kMiB);
    std::vector<std::thread> threads;
    for (unsigned id = 0; id < 4; ++id) {
        threads.emplace_back([&, id] {
            std::mt19937 random(id);
            std::vector<std::byte*> live;
            for (int round = 0; round < 3'000; ++round) {
                const auto block = memory->allocate(random() % 100'000 + 1);
                ASSERT_TRUE(block.isOk());
                auto* start = static_cast<std::byte*>(block.value());
                *start = static_cast<std::byte>(id);
                ASSERT_EQ(memory->find(start)->start, start);
                live.push_back(start);
                // Whatever this is just now, looking at it is safe.
                memory->find(memory->base() + random() % (64 * kMiB));
                if (live.size() > 20) {
                    ASSERT_EQ(*live.front(), static_cast<std::byte>(id));
                    ASSERT_TRUE(memory->free(live.front()).isOk());
                    live.erase(live.begin());
                }
            }
            for (const std::byte* block : live) {
                ASSERT_TRUE(memory->free(block).isOk());
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(memory->allocationCount(), 0U);
}

TEST(SimMemory, AForkedChildDoesNotInheritIt) {
    const auto memory = make(16 * kMiB);
    std::byte* block = allocated(*memory, 4096);
    *block = std::byte{7};
    const pid_t child = ::fork();
    if (child == 0) {
        unsigned char resident = 0;
        // Unmapped in the child: the system does not know the range.
        const bool isGone = ::mincore(block, 1, &resident) == -1 && errno == ENOMEM;
        ::_exit(isGone ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(*block, std::byte{7});
}

}  // namespace
}  // namespace belay::sim
