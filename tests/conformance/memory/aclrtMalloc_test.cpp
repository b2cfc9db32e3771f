#include <array>
#include <cstdlib>
#include <set>
#include <vector>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/threads.h"

namespace belay::test::aclrtMalloc_test {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

TEST(aclrtMalloc, GivesMemoryOfAllSizesThatKeepsItsContent) {
    const SetDevice device;
    for (const size_t bytes : {size_t{1}, size_t{63}, size_t{64}, size_t{4097}, kMiB, 10 * kMiB}) {
        const DeviceMemory memory(bytes);
        const std::string text = pattern(bytes);
        put(memory.get(), text);
        EXPECT_EQ(fetch(memory.get(), bytes), text) << bytes;
    }
}

TEST(aclrtMalloc, BlocksAreAlignedAndDoNotOverlap) {
    const SetDevice device;
    constexpr size_t kBytes = 100;
    std::vector<std::pair<char*, std::string>> blocks;
    for (unsigned i = 0; i < 100; ++i) {
        blocks.emplace_back(DeviceMemory(kBytes).detach(), pattern(kBytes, i));
        EXPECT_EQ(reinterpret_cast<uintptr_t>(blocks.back().first) % 64, 0U);
        put(blocks.back().first, blocks.back().second);
    }
    for (const auto& [start, text] : blocks) {
        EXPECT_EQ(fetch(start, kBytes), text);
        EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
    }
}

TEST(aclrtMalloc, ThirtyTwoBytesMoreThanTheRoundedSizeBelongToTheBlock) {
    const SetDevice device;
    for (const size_t bytes : {1U, 32U, 33U, 1000U, 4096U}) {
        const DeviceMemory memory(bytes);
        put(memory.get(), pattern((bytes + 31) / 32 * 32 + 32));
    }
}

TEST(aclrtMalloc, EveryPolicyIsTaken) {
    const SetDevice device;
    for (const int policy :
         {0, 1, 2, 3, 4, 5, 6, 7, 0x100, 0x1000, 0x1000 | 3, 0x100 | 1, 0x100000 | 2}) {
        void* start = nullptr;
        EXPECT_EQ(aclrtMalloc(&start, 5000, enumOf<aclrtMemMallocPolicy>(policy)), ACL_SUCCESS)
            << policy;
        put(start, pattern(5000));
        EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
    }
}

TEST(aclrtMalloc, UnknownPoliciesAreRefused) {
    const SetDevice device;
    for (const int policy : {8, 9, 0x200, 0x2000, -1}) {
        void* start = &start;
        EXPECT_TRUE(refused("aclrtMalloc", "policy", [&] {
            return aclrtMalloc(&start, 32, enumOf<aclrtMemMallocPolicy>(policy));
        })) << policy;
        EXPECT_EQ(start, &start) << "untouched";
    }
}

TEST(aclrtMalloc, NullAndNothingAreRefused) {
    const SetDevice device;
    void* start = &start;
    EXPECT_TRUE(refused("aclrtMalloc", "devPtr",
                        [] { return aclrtMalloc(nullptr, 32, ACL_MEM_MALLOC_HUGE_FIRST); }));
    EXPECT_TRUE(refused("aclrtMalloc", "size",
                        [&] { return aclrtMalloc(&start, 0, ACL_MEM_MALLOC_HUGE_FIRST); }));
    EXPECT_EQ(start, &start) << "untouched";
}

TEST(aclrtMalloc, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    onThreadWithoutContext([] {
        void* start = &start;
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMalloc", "no context", [&] {
            return aclrtMalloc(&start, 32, ACL_MEM_MALLOC_HUGE_FIRST);
        }));
        EXPECT_EQ(start, &start) << "untouched";
    });
}

TEST(aclrtMalloc, ThreadsThatShareAContextShareTheMemory) {
    const SetDevice device;
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    onThreads(5, [&](size_t index) {
        void* start = nullptr;
        EXPECT_EQ(aclrtMalloc(&start, 32, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        ASSERT_EQ(aclrtMalloc(&start, 5000, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        const std::string text = pattern(5000, static_cast<unsigned>(index));
        put(start, text);
        EXPECT_EQ(fetch(start, 5000), text);
        EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
    });
}

TEST(aclrtMalloc, MoreThanAnyDeviceHasIsRefusedAndNothingIsSpoilt) {
    const SetDevice device;
    for (const size_t bytes : {size_t{1} << 50, SIZE_MAX, SIZE_MAX - 31, SIZE_MAX / 2}) {
        void* start = &start;
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_MEMORY_ALLOCATION, "aclrtMalloc", "bytes", [&] {
            return aclrtMalloc(&start, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
        }));
        EXPECT_EQ(start, &start) << "untouched";
    }
    const DeviceMemory small(32);
    put(small.get(), pattern(32));
}

TEST(aclrtMalloc, RunningOutOfMemoryIsNotTheEnd) {
    expectEndsWell(
        [] {
            const SetDevice device;
            size_t before = 0;
            size_t after = 0;
            size_t total = 0;
            ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
            std::vector<void*> blocks;
            void* start = nullptr;
            aclError result = ACL_SUCCESS;
            while (true) {
                result = aclrtMalloc(&start, 16 * kMiB, ACL_MEM_MALLOC_HUGE_FIRST);
                if (result != ACL_SUCCESS) {
                    break;
                }
                blocks.push_back(start);
            }
            EXPECT_EQ(result, ACL_ERROR_RT_MEMORY_ALLOCATION);
            EXPECT_GE(blocks.size(), 5U);
            for (size_t i = 0; i < blocks.size(); i += 2) {
                EXPECT_EQ(aclrtFree(blocks[i]), ACL_SUCCESS);
                EXPECT_EQ(aclrtMalloc(&blocks[i], 16 * kMiB, ACL_MEM_MALLOC_HUGE_FIRST),
                          ACL_SUCCESS);
            }
            for (void* block : blocks) {
                EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
            }
            ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
            EXPECT_EQ(after, before);
        },
        {.environment = {{"BELAY_SIM_MEMORY", "128M"}}});
}

TEST(aclrtMalloc, WorksBeforeInitAndAfterFinalize) {
    expectEndsWell([] {
        {
            const SetDevice device;
            const DeviceMemory memory(100);
            put(memory.get(), pattern(100));
        }
        ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
        ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
        const SetDevice device;
        const DeviceMemory memory(100);
        put(memory.get(), pattern(100));
    });
}

TEST(aclrtMalloc, AResetTakesAllMemoryBack) {
    expectEndsWell([] {
        void* start = nullptr;
        size_t available = 0;
        size_t total = 0;
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        ASSERT_EQ(aclrtMalloc(&start, 5 * kMiB, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
        const SetDevice device;
        ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &available, &total), ACL_SUCCESS);
        EXPECT_EQ(available, total);
        EXPECT_EQ(aclrtFree(start), ACL_ERROR_RT_PARAM_INVALID);
    });
}

TEST(aclrtMalloc, EachDeviceHasMemoryOfItsOwn) {
    expectEndsWell(
        [] {
            std::array<size_t, 3> available{};
            size_t total = 0;
            for (const int32_t device : {2, 0, 1}) {
                ASSERT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
                DeviceMemory(4 * kMiB * static_cast<size_t>(device + 1)).detach();
                ASSERT_EQ(
                    aclrtGetMemInfo(ACL_HBM_MEM, &available[static_cast<size_t>(device)], &total),
                    ACL_SUCCESS);
            }
            EXPECT_GT(available[0], available[1]);
            EXPECT_GT(available[1], available[2]);
        },
        {.environment = {{"BELAY_SIM_DEVICES", "3"}}});
}

TEST(aclrtMalloc, TheHostMayTouchDeviceMemoryUnlessThisIsChecked) {
    const auto touch = [] {
        const SetDevice device;
        const DeviceMemory memory(100);
        volatile char* byte = memory.get();
        *byte = 7;
        insist(*byte == 7, "what was written is read");
    };
    expectEndsWell(touch);
    const Outcome checked = inFreshProcess(touch, {.environment = {{"BELAY_CHECK", "memory"}}});
    EXPECT_TRUE(checked.signal != 0 || checked.exitStatus != 0);
}

}  // namespace
}  // namespace belay::test::aclrtMalloc_test
