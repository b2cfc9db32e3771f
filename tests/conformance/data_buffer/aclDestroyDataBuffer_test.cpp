#include <gtest/gtest.h>

#include <array>

#include "support/bad_handles.h"
#include "support/fresh_process.h"
#include "support/memory_use.h"

namespace belay::test::aclDestroyDataBuffer_test {
namespace {

TEST(aclDestroyDataBuffer, MemoryStaysWithTheCaller) {
    std::array<char, 4> memory = {1, 2, 3, 4};
    aclDataBuffer* buffer = aclCreateDataBuffer(memory.data(), memory.size());
    EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
    EXPECT_EQ(memory, (std::array<char, 4>{1, 2, 3, 4}));
}

TEST(aclDestroyDataBuffer, NullIsRefused) {
    EXPECT_TRUE(refused("aclDestroyDataBuffer", "dataBuffer",
                        [] { return aclDestroyDataBuffer(nullptr); }));
}

TEST(aclDestroyDataBuffer, WhatIsNoLiveBufferIsRefused) {
    forEachBadHandle<aclDataBuffer>([](aclDataBuffer* bad) {
        EXPECT_TRUE(refused("aclDestroyDataBuffer", "dataBuffer",
                            [&] { return aclDestroyDataBuffer(bad); }));
    });
}

TEST(aclDestroyDataBuffer, RefusalLeavesAnObjectOfAnotherClassAlone) {
    const OwnedDesc desc = makeDesc({7});
    EXPECT_NE(aclDestroyDataBuffer(reinterpret_cast<aclDataBuffer*>(desc.get())), ACL_SUCCESS);
    EXPECT_EQ(aclGetTensorDescElementCount(desc.get()), 7U);
}

TEST(aclDestroyDataBuffer, DestroyedBufferStaysRefusedWhileOthersComeAndGo) {
    aclDataBuffer* old = aclCreateDataBuffer(nullptr, 0);
    ASSERT_EQ(aclDestroyDataBuffer(old), ACL_SUCCESS);
    for (int i = 0; i < 5000; ++i) {
        ASSERT_NE(makeBuffer().get(), old);
    }
    EXPECT_TRUE(
        refused("aclDestroyDataBuffer", "dataBuffer", [&] { return aclDestroyDataBuffer(old); }));
}

TEST(aclDestroyDataBuffer, OfManyThreadsOneSucceeds) {
    constexpr size_t kThreads = 8;
    for (int round = 0; round < 20; ++round) {
        aclDataBuffer* buffer = aclCreateDataBuffer(nullptr, 0);
        std::atomic<int> succeeded{0};
        std::atomic<int> refusedCalls{0};
        onThreads(kThreads, [&](size_t) {
            const aclError result = aclDestroyDataBuffer(buffer);
            succeeded += result == ACL_SUCCESS ? 1 : 0;
            refusedCalls += result == ACL_ERROR_INVALID_PARAM ? 1 : 0;
        });
        EXPECT_EQ(succeeded, 1);
        EXPECT_EQ(refusedCalls, static_cast<int>(kThreads) - 1);
    }
}

TEST(aclDestroyDataBuffer, MemoryIsReleased) {
    // The address sanitizer keeps freed memory for a while, too.
    expectEndsWell(
        [] {
            const auto createAndDestroy = [](int count) {
                for (int i = 0; i < count; ++i) {
                    makeBuffer();
                }
            };
            createAndDestroy(20'000);
            const size_t before = residentBytes();
            createAndDestroy(100'000);
            EXPECT_LT(residentBytes(), before + kMemorySlack);
        },
        {.environment = {{"ASAN_OPTIONS", "quarantine_size_mb=1"}}});
}

}  // namespace
}  // namespace belay::test::aclDestroyDataBuffer_test
