#include "drivers/sim/address_range.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "drivers/sim/size_classes.h"
#include "support/sanitizers.h"

namespace belay::sim {
namespace {

constexpr uint64_t kHint = 0x1300'0000'0000;

std::unique_ptr<AddressRange> make(const AddressRangeSetup& setup) {
    auto range = AddressRange::create(setup);
    EXPECT_TRUE(range.isOk()) << range.status().message();
    return std::move(range).value();
}

// Whether a forked child still has the page. The child is made by the bare system call: handlers of
// fork(), as sanitizers have them, map memory of their own, which can lie just where the page was.
bool childHas(std::byte* page) {
    const auto child = static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
    if (child == 0) {
        unsigned char resident = 0;
        const bool isGone = ::mincore(page, 1, &resident) == -1 && errno == ENOMEM;
        ::syscall(SYS_exit_group, isGone ? 1 : 0);
    }
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(AddressRange, LiesAtAMultipleOfAChunkAndHoldsWhatWasAskedFor) {
    for (const uint64_t hint : {uint64_t{0}, kHint, kHint + 4096}) {
        const auto range = make({.hint = hint, .bytes = 5 * kChunkBytes - 1});
        EXPECT_EQ(reinterpret_cast<uintptr_t>(range->base()) % kChunkBytes, 0U);
        EXPECT_EQ(range->bytes(), 5 * kChunkBytes);
        EXPECT_EQ(range->engineOffset(), 0);
    }
}

TEST(AddressRange, PopulatedPagesAreZeroAlsoAfterTheyWereGivenBack) {
    for (const bool traps : {false, true}) {
        const auto range = make({.bytes = 4 * kChunkBytes, .trapsAccess = traps});
        for (int round = 0; round < 2; ++round) {
            ASSERT_TRUE(range->populate(range->base(), 2 * kChunkBytes).isOk());
            range->permit(range->base(), 2 * kChunkBytes);
            std::byte* view = range->base() + range->engineOffset();
            for (std::byte* byte : {view, view + 2 * kChunkBytes - 1}) {
                EXPECT_EQ(*byte, std::byte{0});
                *byte = std::byte{1};
            }
            range->giveBack(range->base(), 2 * kChunkBytes);
            EXPECT_EQ(*view, std::byte{0}) << "accessible, without its content";
        }
    }
}

TEST(AddressRange, ATakenPlaceIsNoObstacle) {
    const auto first = make({.hint = kHint, .bytes = kChunkBytes});
    const auto second = make({.hint = kHint, .bytes = kChunkBytes});
    EXPECT_NE(first->base(), second->base());
}

TEST(AddressRange, OnlyHostMemoryIsInherited) {
    for (const bool traps : {false, true}) {
        for (const bool isHostMemory : {false, true}) {
            const auto range =
                make({.bytes = kChunkBytes, .isHostMemory = isHostMemory, .trapsAccess = traps});
            ASSERT_TRUE(range->populate(range->base(), kChunkBytes).isOk());
            EXPECT_EQ(childHas(range->base()), isHostMemory);
            EXPECT_EQ(childHas(range->base() + range->engineOffset()), isHostMemory);
        }
    }
}

TEST(AddressRangeDeathTest, ATrappingRangeIsOnlyForTheEngine) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto range = make({.bytes = kChunkBytes, .trapsAccess = true});
    ASSERT_TRUE(range->populate(range->base(), kChunkBytes).isOk());
    range->permit(range->base(), kChunkBytes);
    EXPECT_NE(range->engineOffset(), 0);
    volatile auto* engine = reinterpret_cast<char*>(range->base() + range->engineOffset());
    *engine = 7;
    EXPECT_EQ(*engine, 7);
    volatile auto* host = reinterpret_cast<char*>(range->base());
    EXPECT_DEATH(*host = 1, "");
    EXPECT_DEATH(static_cast<void>(*host), "");
}

TEST(AddressRange, MoreThanThereIsAddressSpaceComesOutSmaller) {
    if (test::kIsSanitized) {
        GTEST_SKIP() << "the sanitizer needs the rest of the address space for itself";
    }
    const auto range = make({.bytes = uint64_t{1} << 60});
    EXPECT_LT(range->bytes(), uint64_t{1} << 60);
    EXPECT_GE(range->bytes(), uint64_t{64} << 20);
}

}  // namespace
}  // namespace belay::sim
