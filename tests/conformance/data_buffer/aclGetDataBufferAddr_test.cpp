#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetDataBufferAddr_test {
namespace {

TEST(aclGetDataBufferAddr, GivesTheLatestAddress) {
    char memory = 0;
    const OwnedBuffer buffer = makeBuffer(&memory, 1);
    forgetErrors();
    EXPECT_EQ(aclGetDataBufferAddr(buffer.get()), &memory);
    aclUpdateDataBuffer(buffer.get(), reinterpret_cast<void*>(0x1200'0000'0000), 1);
    EXPECT_EQ(aclGetDataBufferAddr(buffer.get()), reinterpret_cast<void*>(0x1200'0000'0000));
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetDataBufferAddr, NullBufferGivesNull) {
    EXPECT_TRUE(refusedGiving<void*>(nullptr, "aclGetDataBufferAddr", "dataBuffer",
                                     [] { return aclGetDataBufferAddr(nullptr); }));
}

TEST(aclGetDataBufferAddr, WhatIsNoLiveBufferGivesNull) {
    forEachBadHandle<aclDataBuffer>([](aclDataBuffer* bad) {
        EXPECT_TRUE(refusedGiving<void*>(nullptr, "aclGetDataBufferAddr", "dataBuffer",
                                         [&] { return aclGetDataBufferAddr(bad); }));
    });
}

TEST(aclGetDataBufferAddr, ManyThreadsMayAskAtOnce) {
    char memory = 0;
    const OwnedBuffer buffer = makeBuffer(&memory, 1);
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 500; ++i) {
            ASSERT_EQ(aclGetDataBufferAddr(buffer.get()), &memory);
        }
    });
}

TEST(aclGetDataBufferAddr, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclDataBuffer>(
        [](aclDataBuffer* buffer) { EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr); });
}

}  // namespace
}  // namespace belay::test::aclGetDataBufferAddr_test
