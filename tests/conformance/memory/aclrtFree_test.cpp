#include <atomic>
#include <vector>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/sanitizers.h"
#include "support/threads.h"

namespace belay::test::aclrtFree_test {
namespace {

TEST(aclrtFree, OnlyTheStartOfALiveBlockIsTaken) {
    const SetDevice device;
    for (const size_t bytes : {size_t{1000}, size_t{5} << 20}) {
        char* start = DeviceMemory(bytes).detach();
        for (const size_t offset : {size_t{1}, size_t{512}, bytes - 1, bytes + 32}) {
            EXPECT_NE(aclrtFree(start + offset), ACL_SUCCESS) << offset;
        }
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtFree", "inside the allocation",
                                [&] { return aclrtFree(start + 512); }));
        put(start, pattern(bytes));
        EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtFree", "freed already",
                                [&] { return aclrtFree(start); }));
    }
}

TEST(aclrtFree, PinnedMemoryIsTaken) {
    const SetDevice device;
    void* start = nullptr;
    ASSERT_EQ(aclrtMallocHost(&start, 100), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(start), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtFree, NullAndOtherMemoryAreRefused) {
    const SetDevice device;
    EXPECT_TRUE(refused("aclrtFree", "devPtr", [] { return aclrtFree(nullptr); }));
    int onStack = 0;
    std::vector<char> onHeap(100);
    for (void* other : {static_cast<void*>(&onStack), static_cast<void*>(onHeap.data()),
                        reinterpret_cast<void*>(0x1234), reinterpret_cast<void*>(UINTPTR_MAX)}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtFree", "not allocated here",
                                [&] { return aclrtFree(other); }));
    }
}

TEST(aclrtFree, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(100);
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtFree", "no context",
                                [&] { return aclrtFree(memory.get()); }));
    });
}

TEST(aclrtFree, FreedMemoryIsOutOfReach) {
    const SetDevice device;
    char* start = DeviceMemory(100).detach();
    ASSERT_EQ(aclrtFree(start), ACL_SUCCESS);
    char byte = 0;
    EXPECT_EQ(aclrtMemcpy(start, 100, &byte, 1, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtMemcpy(&byte, 1, start, 1, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtMemset(start, 100, 0, 1), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtFree, OfManyThreadsOneSucceeds) {
    const SetDevice device;
    constexpr size_t kThreads = 8;
    for (int round = 0; round < 20; ++round) {
        char* start = DeviceMemory(100).detach();
        std::atomic<int> succeeded{0};
        std::atomic<int> refusedCalls{0};
        onThreads(kThreads, [&](size_t) {
            const SetDevice own;
            const aclError result = aclrtFree(start);
            succeeded += result == ACL_SUCCESS ? 1 : 0;
            refusedCalls += result == ACL_ERROR_RT_PARAM_INVALID ? 1 : 0;
        });
        EXPECT_EQ(succeeded, 1);
        EXPECT_EQ(refusedCalls, static_cast<int>(kThreads) - 1);
    }
}

TEST(aclrtFree, ThreadsAllocateAndFreeAtOnce) {
    const SetDevice device;
    size_t before = 0;
    size_t after = 0;
    size_t total = 0;
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
    onThreads(8, [](size_t index) {
        const SetDevice own;
        for (size_t round = 0; round < 500; ++round) {
            const DeviceMemory memory((index * 7919 + round * 104'729) % 100'000 + 1);
            ASSERT_NE(memory.get(), nullptr);
        }
    });
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
    EXPECT_EQ(after, before);
}

TEST(aclrtFree, MemoryOfAnotherDeviceIsTaken) {
    expectEndsWell(
        [] {
            const SetDevice first(0);
            char* start = DeviceMemory(100).detach();
            const SetDevice second(1);
            EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
        },
        {.environment = {{"BELAY_SIM_DEVICES", "2"}}});
}

TEST(aclrtFree, WritesBesideABlockAreReportedWhenThisIsChecked) {
    if (kIsAddressSanitized) {
        GTEST_SKIP() << "the sanitizer finds the write itself";
    }
    expectEndsWell(
        [] {
            const SetDevice device;
            void* start = nullptr;
            ASSERT_EQ(aclrtMallocHost(&start, 100), ACL_SUCCESS);
            volatile char* beside = static_cast<char*>(start) + 100;
            *beside = 1;
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INTERNAL_ERROR, "aclrtFree", "0 bytes behind",
                                    [&] { return aclrtFree(start); }));
        },
        {.environment = {{"BELAY_CHECK", "memory"}}});
}

}  // namespace
}  // namespace belay::test::aclrtFree_test
