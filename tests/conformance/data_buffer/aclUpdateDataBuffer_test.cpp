#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclUpdateDataBuffer_test {
namespace {

TEST(aclUpdateDataBuffer, ReplacesAddressAndSize) {
    char before = 1;
    char after = 2;
    const OwnedBuffer buffer = makeBuffer(&before, 1);
    EXPECT_EQ(aclUpdateDataBuffer(buffer.get(), &after, SIZE_MAX), ACL_SUCCESS);
    EXPECT_EQ(aclGetDataBufferAddr(buffer.get()), &after);
    EXPECT_EQ(aclGetDataBufferSizeV2(buffer.get()), SIZE_MAX);
    EXPECT_EQ(before, 1);
}

TEST(aclUpdateDataBuffer, AbsentTensorIsAccepted) {
    char memory = 0;
    const OwnedBuffer buffer = makeBuffer(&memory, 1);
    EXPECT_EQ(aclUpdateDataBuffer(buffer.get(), nullptr, 0), ACL_SUCCESS);
    EXPECT_EQ(aclGetDataBufferAddr(buffer.get()), nullptr);
    EXPECT_EQ(aclUpdateDataBuffer(buffer.get(), nullptr, 5), ACL_SUCCESS);
    EXPECT_EQ(aclGetDataBufferSizeV2(buffer.get()), 5U);
}

TEST(aclUpdateDataBuffer, NullBufferIsRefused) {
    char memory = 0;
    EXPECT_TRUE(refused("aclUpdateDataBuffer", "dataBuffer",
                        [&] { return aclUpdateDataBuffer(nullptr, &memory, 1); }));
}

TEST(aclUpdateDataBuffer, WhatIsNoLiveBufferIsRefused) {
    char memory = 0;
    forEachBadHandle<aclDataBuffer>([&](aclDataBuffer* bad) {
        EXPECT_TRUE(refused("aclUpdateDataBuffer", "dataBuffer",
                            [&] { return aclUpdateDataBuffer(bad, &memory, 1); }));
    });
}

TEST(aclUpdateDataBuffer, DifferentBuffersAreIndependent) {
    constexpr size_t kThreads = 4;
    onThreads(kThreads, [](size_t thread) {
        const OwnedBuffer buffer = makeBuffer();
        for (size_t i = 0; i < 500; ++i) {
            ASSERT_EQ(aclUpdateDataBuffer(buffer.get(), nullptr, thread * 1000 + i), ACL_SUCCESS);
            ASSERT_EQ(aclGetDataBufferSizeV2(buffer.get()), thread * 1000 + i);
        }
    });
}

TEST(aclUpdateDataBuffer, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclDataBuffer>(
        [](aclDataBuffer* buffer) { aclUpdateDataBuffer(buffer, nullptr, 9); });
}

}  // namespace
}  // namespace belay::test::aclUpdateDataBuffer_test
