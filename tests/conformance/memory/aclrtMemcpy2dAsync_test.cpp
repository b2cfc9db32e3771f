#include <array>
#include <vector>

#include "support/device.h"
#include "support/stream_refusals.h"

namespace belay::test::aclrtMemcpy2dAsync_test {
namespace {

constexpr size_t kWidth = 3;
constexpr size_t kHeight = 4;

TEST(aclrtMemcpy2dAsync, RowsGoThereAndBackInOrder) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(64);
    const PinnedMemory pinned(64);
    put(memory.get(), std::string(64, '.'));
    std::memset(pinned.get(), '.', 64);
    std::memcpy(pinned.get(), "abcXdefXghiXjkl", 15);
    ASSERT_EQ(aclrtMemcpy2dAsync(memory.get(), 5, pinned.get(), 4, kWidth, kHeight,
                                 ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
              ACL_SUCCESS)
        << recentMessage();
    ASSERT_EQ(aclrtMemcpy2dAsync(pinned.get() + 32, 7, memory.get(), 5, kWidth, kHeight,
                                 ACL_MEMCPY_DEVICE_TO_HOST, stream.get()),
              ACL_SUCCESS)
        << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 19), "abc..def..ghi..jkl.");
    EXPECT_EQ(std::string(pinned.get() + 32, 25), "abc....def....ghi....jkl.");
}

TEST(aclrtMemcpy2dAsync, ItWaitsForPageableMemoryOnly) {
    const SetDevice device;
    const DeviceMemory memory(64);
    const PinnedMemory pinned(64);
    std::memset(pinned.get(), 'x', 64);
    put(memory.get(), std::string(64, '.'));
    {
        HeldStream held;
        ASSERT_EQ(aclrtMemcpy2dAsync(memory.get(), 8, pinned.get(), 8, 8, 8,
                                     ACL_MEMCPY_HOST_TO_DEVICE, held.get()),
                  ACL_SUCCESS);
        EXPECT_EQ(fetch(memory.get(), 64), std::string(64, '.'));
        held.open();
        held.synchronize();
        EXPECT_EQ(fetch(memory.get(), 64), std::string(64, 'x'));
    }
    const OwnedStream stream;
    std::string ordinary(64, '?');
    ASSERT_EQ(aclrtMemcpy2dAsync(ordinary.data(), 8, memory.get(), 8, 8, 8,
                                 ACL_MEMCPY_DEVICE_TO_HOST, stream.get()),
              ACL_SUCCESS);
    EXPECT_EQ(ordinary, std::string(64, 'x')) << "done when the call returns";
}

TEST(aclrtMemcpy2dAsync, ManyRowsAreOneEntry) {
    const SetDevice device;
    constexpr size_t kRows = 100'000;  // many more than the ring of a stream holds
    const DeviceMemory memory(kRows * 2);
    const PinnedMemory pinned(kRows);
    std::memset(pinned.get(), 'x', kRows);
    ASSERT_EQ(aclrtMemset(memory.get(), kRows * 2, '.', kRows * 2), ACL_SUCCESS);
    HeldStream held;
    ASSERT_EQ(aclrtMemcpy2dAsync(memory.get(), 2, pinned.get(), 1, 1, kRows,
                                 ACL_MEMCPY_HOST_TO_DEVICE, held.get()),
              ACL_SUCCESS)
        << "it does not wait for room";
    held.open();
    held.synchronize();
    std::string expected;
    for (size_t i = 0; i < kRows; ++i) {
        expected += "x.";
    }
    EXPECT_EQ(fetch(memory.get(), kRows * 2), expected);
}

TEST(aclrtMemcpy2dAsync, BadArgumentsAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(64);
    const PinnedMemory pinned(64);
    const auto refusedFor = [&](aclError code, const char* name, void* target, size_t targetPitch,
                                const void* source, size_t sourcePitch, size_t height, int kind) {
        return refusedWith(code, "aclrtMemcpy2dAsync", name, [&] {
            return aclrtMemcpy2dAsync(target, targetPitch, source, sourcePitch, 8, height,
                                      enumOf<aclrtMemcpyKind>(kind), stream.get());
        });
    };
    constexpr aclError kInvalid = ACL_ERROR_RT_PARAM_INVALID;
    constexpr int kToDevice = ACL_MEMCPY_HOST_TO_DEVICE;
    EXPECT_TRUE(refusedFor(kInvalid, "'dst'", nullptr, 8, pinned.get(), 8, 8, kToDevice));
    EXPECT_TRUE(refusedFor(kInvalid, "'src'", memory.get(), 8, nullptr, 8, 8, kToDevice));
    EXPECT_TRUE(refusedFor(kInvalid, "'dpitch'", memory.get(), 7, pinned.get(), 8, 8, kToDevice));
    EXPECT_TRUE(refusedFor(kInvalid, "'spitch'", memory.get(), 8, pinned.get(), 7, 8, kToDevice));
    EXPECT_TRUE(
        refusedFor(kInvalid, "'height'", memory.get(), 8, pinned.get(), 8, 5'242'881, kToDevice));
    EXPECT_TRUE(refusedFor(kInvalid, "'height'", memory.get(), SIZE_MAX / 2, pinned.get(), 8, 8,
                           kToDevice));
    EXPECT_TRUE(refusedFor(kInvalid, "'kind'", pinned.get(), 8, memory.get(), 8, 8, kToDevice));
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "'kind'", memory.get(), 8,
                           memory.get(), 8, 8, ACL_MEMCPY_DEVICE_TO_DEVICE));
    EXPECT_TRUE(
        refusedFor(ACL_ERROR_INVALID_PARAM, "'kind'", memory.get(), 8, pinned.get(), 8, 8, 8));
    EXPECT_EQ(
        aclrtMemcpy2dAsync(nullptr, 0, nullptr, 0, 0, 0, ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
        ACL_SUCCESS)
        << "nothing to copy";
}

TEST(aclrtMemcpy2dAsync, ARangeThatLeavesItsAllocationIsAFailureOfTheStream) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(64);
    const PinnedMemory pinned(64);
    ASSERT_EQ(aclrtMemcpy2dAsync(memory.get(), 100, pinned.get(), 8, 8, 8,
                                 ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "reported once";
}

TEST(aclrtMemcpy2dAsync, OnlyStreamsOfTheContext) {
    const SetDevice device;
    const DeviceMemory memory(64);
    const PinnedMemory pinned(64);
    expectOnlyStreamsOfTheContext("aclrtMemcpy2dAsync", [&](aclrtStream stream) {
        return aclrtMemcpy2dAsync(memory.get(), 8, pinned.get(), 8, 8, 8, ACL_MEMCPY_HOST_TO_DEVICE,
                                  stream);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemcpy2dAsync_test
