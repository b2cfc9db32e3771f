#include <vector>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/threads.h"

namespace belay::test::aclrtMallocHost_test {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

TEST(aclrtMallocHost, GivesMemoryThatHostAndCopiesReach) {
    const SetDevice device;
    for (const size_t bytes : {size_t{1}, size_t{64}, size_t{4097}, 3 * kMiB}) {
        const PinnedMemory memory(bytes);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(memory.get()) % 64, 0U);
        const std::string text = pattern(bytes);
        std::memcpy(memory.get(), text.data(), bytes);
        const DeviceMemory target(bytes);
        EXPECT_EQ(aclrtMemcpy(target.get(), bytes, memory.get(), bytes, ACL_MEMCPY_HOST_TO_DEVICE),
                  ACL_SUCCESS);
        EXPECT_EQ(fetch(target.get(), bytes), text);
        put(memory.get(), pattern(bytes, 2));
        EXPECT_EQ(std::string(memory.get(), bytes), pattern(bytes, 2));
    }
}

TEST(aclrtMallocHost, NullAndNothingAreRefused) {
    const SetDevice device;
    void* start = &start;
    EXPECT_TRUE(refused("aclrtMallocHost", "hostPtr", [] { return aclrtMallocHost(nullptr, 32); }));
    EXPECT_TRUE(refused("aclrtMallocHost", "size", [&] { return aclrtMallocHost(&start, 0); }));
    EXPECT_EQ(start, &start) << "untouched";
}

TEST(aclrtMallocHost, AThreadWithoutContextIsRefused) {
    onThreadWithoutContext([] {
        void* start = &start;
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMallocHost", "no context",
                                [&] { return aclrtMallocHost(&start, 32); }));
        EXPECT_EQ(start, &start) << "untouched";
    });
}

TEST(aclrtMallocHost, MoreThanTheMachineHasIsRefusedAndNothingIsSpoilt) {
    const SetDevice device;
    for (const size_t bytes : {size_t{1} << 50, SIZE_MAX}) {
        void* start = reinterpret_cast<void*>(7);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_MEMORY_ALLOCATION, "aclrtMallocHost", "host",
                                [&] { return aclrtMallocHost(&start, bytes); }));
        EXPECT_EQ(start, reinterpret_cast<void*>(7)) << "untouched";
    }
    const PinnedMemory small(100);
    std::memset(small.get(), 1, 100);
}

TEST(aclrtMallocHost, MemoryOutlivesTheDevice) {
    expectEndsWell([] {
        void* start = nullptr;
        {
            const SetDevice device;
            ASSERT_EQ(aclrtMallocHost(&start, 100), ACL_SUCCESS);
            std::memset(start, 1, 100);
        }
        EXPECT_EQ(static_cast<char*>(start)[99], 1);
        const SetDevice device;
        EXPECT_EQ(aclrtFreeHost(start), ACL_SUCCESS);
    });
}

TEST(aclrtMallocHost, ThreadsAllocateAndFreeAtOnce) {
    const SetDevice device;
    onThreads(8, [](size_t index) {
        const SetDevice own;
        for (size_t round = 0; round < 200; ++round) {
            const size_t bytes = (index * 7919 + round * 104'729) % 100'000 + 1;
            const PinnedMemory memory(bytes);
            ASSERT_NE(memory.get(), nullptr);
            memory.get()[bytes - 1] = static_cast<char>(index);
            EXPECT_EQ(memory.get()[bytes - 1], static_cast<char>(index));
        }
    });
}

}  // namespace
}  // namespace belay::test::aclrtMallocHost_test
