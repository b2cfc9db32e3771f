#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetDataBufferSizeV2_test {
namespace {

TEST(aclGetDataBufferSizeV2, GivesTheWholeSize) {
    const OwnedBuffer buffer = makeBuffer(nullptr, 0x1'0000'0007);
    forgetErrors();
    EXPECT_EQ(aclGetDataBufferSizeV2(buffer.get()), 0x1'0000'0007U);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetDataBufferSizeV2, NullBufferGivesZero) {
    EXPECT_TRUE(refusedGiving(size_t{0}, "aclGetDataBufferSizeV2", "dataBuffer",
                              [] { return aclGetDataBufferSizeV2(nullptr); }));
}

TEST(aclGetDataBufferSizeV2, WhatIsNoLiveBufferGivesZero) {
    forEachBadHandle<aclDataBuffer>([](aclDataBuffer* bad) {
        EXPECT_TRUE(refusedGiving(size_t{0}, "aclGetDataBufferSizeV2", "dataBuffer",
                                  [&] { return aclGetDataBufferSizeV2(bad); }));
    });
}

TEST(aclGetDataBufferSizeV2, ManyThreadsMayAskAtOnce) {
    const OwnedBuffer buffer = makeBuffer(nullptr, SIZE_MAX);
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 500; ++i) {
            ASSERT_EQ(aclGetDataBufferSizeV2(buffer.get()), SIZE_MAX);
        }
    });
}

TEST(aclGetDataBufferSizeV2, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclDataBuffer>(
        [](aclDataBuffer* buffer) { EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 0U); });
}

}  // namespace
}  // namespace belay::test::aclGetDataBufferSizeV2_test
