#include <gtest/gtest.h>

#include <array>
#include <set>

#include "support/bad_handles.h"

namespace belay::test::aclCreateDataBuffer_test {
namespace {

TEST(aclCreateDataBuffer, KeepsAddressAndSize) {
    std::array<char, 16> memory{};
    const OwnedBuffer buffer = makeBuffer(memory.data(), memory.size());
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(aclGetDataBufferAddr(buffer.get()), memory.data());
    EXPECT_EQ(aclGetDataBufferSizeV2(buffer.get()), memory.size());
}

TEST(aclCreateDataBuffer, AbsentTensorHasNeitherAddressNorSize) {
    const OwnedBuffer buffer = makeBuffer(nullptr, 0);
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(aclGetDataBufferAddr(buffer.get()), nullptr);
    EXPECT_EQ(aclGetDataBufferSizeV2(buffer.get()), 0U);
}

TEST(aclCreateDataBuffer, NeitherAddressNorSizeIsChecked) {
    EXPECT_NE(makeBuffer(nullptr, 1), nullptr);
    EXPECT_NE(makeBuffer(reinterpret_cast<void*>(0x1234), SIZE_MAX), nullptr);
}

TEST(aclCreateDataBuffer, BuffersOfTheSameMemoryAreDistinct) {
    char memory = 0;
    const OwnedBuffer first = makeBuffer(&memory, 1);
    const OwnedBuffer second = makeBuffer(&memory, 1);
    EXPECT_NE(first, second);
}

TEST(aclCreateDataBuffer, WorksOnManyThreadsAtOnce) {
    constexpr size_t kThreads = 8;
    constexpr size_t kEach = 500;
    std::array<std::vector<OwnedBuffer>, kThreads> buffers;
    onThreads(kThreads, [&](size_t thread) {
        for (size_t i = 0; i < kEach; ++i) {
            buffers[thread].push_back(makeBuffer(&buffers, thread * kEach + i));
        }
    });
    std::set<const aclDataBuffer*> distinct;
    for (size_t thread = 0; thread < kThreads; ++thread) {
        for (size_t i = 0; i < kEach; ++i) {
            distinct.insert(buffers[thread][i].get());
            EXPECT_EQ(aclGetDataBufferSizeV2(buffers[thread][i].get()), thread * kEach + i);
        }
    }
    EXPECT_EQ(distinct.size(), kThreads * kEach);
}

}  // namespace
}  // namespace belay::test::aclCreateDataBuffer_test
