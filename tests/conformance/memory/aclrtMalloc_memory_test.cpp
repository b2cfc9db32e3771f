// What many blocks, copies and small objects leave behind: nothing (B30).
#include <array>
#include <cstddef>

#include "support/bad_handles.h"
#include "support/device.h"
#include "support/managed.h"
#include "support/memory_use.h"
#include "support/sanitizers.h"

namespace belay::test::aclrtMalloc_memory_test {
namespace {

constexpr size_t kMiB = size_t{1} << 20;
constexpr int kRounds = kIsSanitized ? 2'000 : 100'000;
constexpr int kBlocks = kIsSanitized ? 500 : 10'000;

size_t freeBytes() {
    size_t free = 0;
    size_t total = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
    return free;
}

template <typename Use>
void expectNothingLeft(Use use) {
    use();  // what is made once
    const size_t before = residentBytes();
    const size_t freeBefore = freeBytes();
    use();
    EXPECT_EQ(freeBytes(), freeBefore);
    EXPECT_LT(residentBytes(), before + kMemorySlack);
}

// Sizes differ, so that blocks do not only come back as they went.
void useBlocks() {
    std::array<void*, 3> blocks{};
    for (int i = 0; i < kBlocks; ++i) {
        void*& block = blocks[static_cast<size_t>(i) % blocks.size()];
        if (block != nullptr) {
            ASSERT_EQ(aclrtFree(block), ACL_SUCCESS);
        }
        const size_t bytes = 8 * kMiB - static_cast<size_t>(i) % 7 * kMiB;
        ASSERT_EQ(aclrtMalloc(&block, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    }
    for (void* block : blocks) {
        ASSERT_EQ(aclrtFree(block), ACL_SUCCESS);
    }
}

TEST(aclrtMalloc, ManyBlocksLeaveNoMemoryBehind) {
    if (kIsAddressSanitized) {
        GTEST_SKIP() << "the sanitizer keeps freed memory for a while";
    }
    const SetDevice device;
    expectNothingLeft(useBlocks);
}

// One of each kind of small object, and a copy of each kind, per round.
void useSmallObjects() {
    const OwnedStream stream;
    const DeviceMemory memory(4096);
    const DeviceMemory desc(64);
    const PinnedMemory pinned(4096);
    ASSERT_EQ(aclrtSetMemcpyDesc(desc.get(), ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, memory.get(),
                                 memory.get() + 2048, 100, nullptr),
              ACL_SUCCESS);
    for (int i = 0; i < kRounds; ++i) {
        const OwnedEvent event = makeEvent();
        const OwnedDesc tensor = makeDesc();
        const OwnedBuffer buffer = makeBuffer(memory.get(), 4096);
        ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtMemcpyAsync(memory.get(), 100, pinned.get(), 100, ACL_MEMCPY_HOST_TO_DEVICE,
                                   stream.get()),
                  ACL_SUCCESS);
        ASSERT_EQ(aclrtMemcpy2dAsync(memory.get(), 64, pinned.get(), 32, 32, 8,
                                     ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
                  ACL_SUCCESS);
        ASSERT_EQ(aclrtMemsetD32Async(memory.get(), 4096, 1, 100, stream.get()), ACL_SUCCESS);
        ASSERT_EQ(
            aclrtMemcpyAsyncWithDesc(desc.get(), ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, stream.get()),
            ACL_SUCCESS);
        if (i % 100 == 99) {
            ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        }
    }
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtMalloc, HoursOfSmallWorkLeaveNoMemoryBehind) {
    if (kIsAddressSanitized) {
        GTEST_SKIP() << "the sanitizer keeps freed memory for a while";
    }
    const SetDevice device;
    expectNothingLeft(useSmallObjects);
}

TEST(aclrtMalloc, ManyManagedBlocksLeaveNoMemoryBehind) {
    if (kIsAddressSanitized) {
        GTEST_SKIP() << "the sanitizer keeps freed memory for a while";
    }
    const SetDevice device;
    expectNothingLeft([] {
        for (int i = 0; i < kBlocks; ++i) {
            const Managed managed(1);
            advise(managed.get(), kManagedPage, ACL_MEM_ADVISE_SET_READ_MOSTLY);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclrtMalloc_memory_test
