#include <gtest/gtest.h>

#include "support/bad_handles.h"
#include "support/fresh_process.h"
#include "support/memory_use.h"

namespace belay::test::aclDestroyTensorDesc_test {
namespace {

TEST(aclDestroyTensorDesc, DestroyedDescriptionIsGone) {
    aclTensorDesc* desc = makeDesc().release();
    forgetErrors();
    aclDestroyTensorDesc(desc);
    EXPECT_TRUE(nothingFailed());
    EXPECT_EQ(aclGetTensorDescNumDims(desc), 0U);
}

TEST(aclDestroyTensorDesc, NullDoesNothing) {
    forgetErrors();
    aclDestroyTensorDesc(nullptr);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclDestroyTensorDesc, DataOfAConstantStaysWithTheCaller) {
    int32_t value = 42;
    aclTensorDesc* desc = makeDesc({1}, ACL_INT32).release();
    ASSERT_EQ(aclSetTensorConst(desc, &value, sizeof(value)), ACL_SUCCESS);
    aclDestroyTensorDesc(desc);
    EXPECT_EQ(value, 42);
}

TEST(aclDestroyTensorDesc, WhatIsNoLiveDescriptionIsRefused) {
    forEachBadHandle<aclTensorDesc>([](aclTensorDesc* bad) {
        EXPECT_TRUE(
            refusedSilently("aclDestroyTensorDesc", "desc", [&] { aclDestroyTensorDesc(bad); }));
    });
}

TEST(aclDestroyTensorDesc, RefusalLeavesAnObjectOfAnotherClassAlone) {
    const OwnedBuffer buffer = makeBuffer(nullptr, 11);
    aclDestroyTensorDesc(reinterpret_cast<aclTensorDesc*>(buffer.get()));
    EXPECT_EQ(aclGetDataBufferSizeV2(buffer.get()), 11U);
}

TEST(aclDestroyTensorDesc, DestroyedDescriptionStaysRefusedWhileOthersComeAndGo) {
    aclTensorDesc* old = makeDesc().release();
    aclDestroyTensorDesc(old);
    for (int i = 0; i < 5000; ++i) {
        ASSERT_NE(makeDesc().get(), old);
    }
    EXPECT_TRUE(
        refusedSilently("aclDestroyTensorDesc", "desc", [&] { aclDestroyTensorDesc(old); }));
}

TEST(aclDestroyTensorDesc, OfManyThreadsOneSucceeds) {
    constexpr size_t kThreads = 8;
    for (int round = 0; round < 20; ++round) {
        aclTensorDesc* desc = makeDesc().release();
        std::atomic<int> succeeded{0};
        onThreads(kThreads,
                  [&](size_t) { succeeded += HandleClass<aclTensorDesc>::destroy(desc) ? 1 : 0; });
        EXPECT_EQ(succeeded, 1);
    }
}

TEST(aclDestroyTensorDesc, MemoryIsReleased) {
    // The address sanitizer keeps freed memory for a while, too.
    expectEndsWell(
        [] {
            const auto createAndDestroy = [](int count) {
                for (int i = 0; i < count; ++i) {
                    makeDesc({1, 2, 3, 4});
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
}  // namespace belay::test::aclDestroyTensorDesc_test
