#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetDataBufferSize_test {
namespace {

TEST(aclGetDataBufferSize, GivesTheSize) {
    const OwnedBuffer buffer = makeBuffer(nullptr, 0xFFFF'FFFF);
    forgetErrors();
    EXPECT_EQ(aclGetDataBufferSize(buffer.get()), 0xFFFF'FFFFU);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetDataBufferSize, SizesFromFourGibibytesOnAreCutOff) {
    const OwnedBuffer buffer = makeBuffer(nullptr, 0x1'0000'0007);
    EXPECT_EQ(aclGetDataBufferSize(buffer.get()), 7U);
}

TEST(aclGetDataBufferSize, NullBufferGivesZero) {
    EXPECT_TRUE(refusedGiving(0U, "aclGetDataBufferSize", "dataBuffer",
                              [] { return aclGetDataBufferSize(nullptr); }));
}

TEST(aclGetDataBufferSize, WhatIsNoLiveBufferGivesZero) {
    forEachBadHandle<aclDataBuffer>([](aclDataBuffer* bad) {
        EXPECT_TRUE(refusedGiving(0U, "aclGetDataBufferSize", "dataBuffer",
                                  [&] { return aclGetDataBufferSize(bad); }));
    });
}

TEST(aclGetDataBufferSize, ManyThreadsMayAskAtOnce) {
    const OwnedBuffer buffer = makeBuffer(nullptr, 3);
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 500; ++i) {
            ASSERT_EQ(aclGetDataBufferSize(buffer.get()), 3U);
        }
    });
}

TEST(aclGetDataBufferSize, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclDataBuffer>(
        [](aclDataBuffer* buffer) { EXPECT_EQ(aclGetDataBufferSize(buffer), 0U); });
}

}  // namespace
}  // namespace belay::test::aclGetDataBufferSize_test
