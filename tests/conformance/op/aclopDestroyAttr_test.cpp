#include <gtest/gtest.h>

#include "support/bad_handles.h"
#include "support/fresh_process.h"
#include "support/memory_use.h"

namespace belay::test::aclopDestroyAttr_test {
namespace {

TEST(aclopDestroyAttr, DestroyedSetIsGone) {
    aclopAttr* attr = makeAttr().release();
    forgetErrors();
    aclopDestroyAttr(attr);
    EXPECT_TRUE(nothingFailed());
    EXPECT_TRUE(refused("aclopSetAttrInt", "attr", [&] { return aclopSetAttrInt(attr, "x", 1); }));
}

TEST(aclopDestroyAttr, NullDoesNothing) {
    forgetErrors();
    aclopDestroyAttr(nullptr);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopDestroyAttr, WhatIsNoLiveSetIsRefused) {
    forEachBadHandle<aclopAttr>([](aclopAttr* bad) {
        EXPECT_TRUE(refusedSilently("aclopDestroyAttr", "attr", [&] { aclopDestroyAttr(bad); }));
    });
}

TEST(aclopDestroyAttr, RefusalLeavesAnObjectOfAnotherClassAlone) {
    const OwnedBuffer buffer = makeBuffer(nullptr, 11);
    aclopDestroyAttr(reinterpret_cast<aclopAttr*>(buffer.get()));
    EXPECT_EQ(aclGetDataBufferSizeV2(buffer.get()), 11U);
}

TEST(aclopDestroyAttr, DestroyedSetStaysRefusedWhileOthersComeAndGo) {
    aclopAttr* old = makeAttr().release();
    aclopDestroyAttr(old);
    for (int i = 0; i < 5000; ++i) {
        ASSERT_NE(makeAttr().get(), old);
    }
    EXPECT_TRUE(refusedSilently("aclopDestroyAttr", "attr", [&] { aclopDestroyAttr(old); }));
}

TEST(aclopDestroyAttr, OfManyThreadsOneSucceeds) {
    constexpr size_t kThreads = 8;
    for (int round = 0; round < 20; ++round) {
        aclopAttr* attr = makeAttr().release();
        std::atomic<int> succeeded{0};
        onThreads(kThreads,
                  [&](size_t) { succeeded += HandleClass<aclopAttr>::destroy(attr) ? 1 : 0; });
        EXPECT_EQ(succeeded, 1);
    }
}

TEST(aclopDestroyAttr, MemoryIsReleased) {
    // The address sanitizer keeps freed memory for a while, too.
    expectEndsWell(
        [] {
            const auto createAndDestroy = [](int count) {
                for (int i = 0; i < count; ++i) {
                    const OwnedAttr attr = makeAttr();
                    aclopSetAttrString(attr.get(), "name", "a text that is kept on the heap");
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
}  // namespace belay::test::aclopDestroyAttr_test
