#include <atomic>
#include <vector>

#include "support/device.h"
#include "support/threads.h"

namespace belay::test::aclrtFreeHost_test {
namespace {

TEST(aclrtFreeHost, OnlyTheStartOfALiveBlockIsTaken) {
    const SetDevice device;
    for (const size_t bytes : {size_t{5000}, size_t{5} << 20}) {
        void* memory = nullptr;
        ASSERT_EQ(aclrtMallocHost(&memory, bytes), ACL_SUCCESS);
        char* start = static_cast<char*>(memory);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtFreeHost",
                                "inside the allocation", [&] { return aclrtFreeHost(start + 1); }));
        EXPECT_EQ(aclrtFreeHost(start + 4096), ACL_ERROR_RT_PARAM_INVALID);
        EXPECT_EQ(aclrtFreeHost(start), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtFreeHost", "freed already",
                                [&] { return aclrtFreeHost(start); }));
    }
}

TEST(aclrtFreeHost, NullIsRefused) {
    const SetDevice device;
    EXPECT_TRUE(refused("aclrtFreeHost", "hostPtr", [] { return aclrtFreeHost(nullptr); }));
}

TEST(aclrtFreeHost, DeviceAndOrdinaryMemoryAreRefused) {
    const SetDevice device;
    const DeviceMemory memory(100);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtFreeHost", "aclrtFree",
                            [&] { return aclrtFreeHost(memory.get()); }));
    put(memory.get(), pattern(100));
    int onStack = 0;
    std::vector<char> onHeap(100);
    for (void* other : {static_cast<void*>(&onStack), static_cast<void*>(onHeap.data()),
                        reinterpret_cast<void*>(UINTPTR_MAX)}) {
        EXPECT_EQ(aclrtFreeHost(other), ACL_ERROR_RT_PARAM_INVALID);
    }
}

TEST(aclrtFreeHost, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const PinnedMemory memory(100);
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtFreeHost", "no context",
                                [&] { return aclrtFreeHost(memory.get()); }));
    });
}

TEST(aclrtFreeHost, OfManyThreadsOneSucceeds) {
    const SetDevice device;
    for (int round = 0; round < 20; ++round) {
        void* start = nullptr;
        ASSERT_EQ(aclrtMallocHost(&start, 100), ACL_SUCCESS);
        std::atomic<int> succeeded{0};
        onThreads(4, [&](size_t) {
            const SetDevice own;
            succeeded += aclrtFreeHost(start) == ACL_SUCCESS ? 1 : 0;
        });
        EXPECT_EQ(succeeded, 1);
    }
}

}  // namespace
}  // namespace belay::test::aclrtFreeHost_test
