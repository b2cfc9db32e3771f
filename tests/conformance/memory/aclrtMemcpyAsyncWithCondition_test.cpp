#include <vector>

#include "support/device.h"
#include "support/stream_refusals.h"

namespace belay::test::aclrtMemcpyAsyncWithCondition_test {
namespace {

aclError copy(void* target, const void* source, size_t count, int kind, aclrtStream stream) {
    return aclrtMemcpyAsyncWithCondition(target, count, source, count,
                                         enumOf<aclrtMemcpyKind>(kind), stream);
}

TEST(aclrtMemcpyAsyncWithCondition, CopiesInAllDirections) {
    const SetDevice device;
    const OwnedStream stream;
    const std::string text = pattern(4097);
    const DeviceMemory first(4097);
    const DeviceMemory second(4097);
    const PinnedMemory pinned(4097);
    ASSERT_EQ(copy(first.get(), text.data(), 4097, ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(copy(second.get(), first.get(), 4097, ACL_MEMCPY_DEVICE_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(copy(pinned.get(), second.get(), 4097, ACL_MEMCPY_DEFAULT, stream.get()),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(std::string(pinned.get(), 4097), text);
}

TEST(aclrtMemcpyAsyncWithCondition, OrdinaryMemoryIsCopiedWhenItReturnsAndPinnedIsNot) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(100);
    const PinnedMemory pinned(100);
    std::string text = pattern(100);
    ASSERT_EQ(copy(memory.get(), text.data(), 100, ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 100), text);
    std::memset(pinned.get(), 'x', 100);
    HeldStream held;
    ASSERT_EQ(copy(memory.get(), pinned.get(), 100, ACL_MEMCPY_HOST_TO_DEVICE, held.get()),
              ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 100), text);
    held.open();
    held.synchronize();
    EXPECT_EQ(fetch(memory.get(), 100), std::string(100, 'x'));
}

TEST(aclrtMemcpyAsyncWithCondition, BadArgumentsAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(100);
    const PinnedMemory pinned(100);
    const auto refusedFor = [&](aclError code, const char* name, void* target, size_t most,
                                const void* source, int kind) {
        return refusedWith(code, "aclrtMemcpyAsyncWithCondition", name, [&] {
            return aclrtMemcpyAsyncWithCondition(target, most, source, 100,
                                                 enumOf<aclrtMemcpyKind>(kind), stream.get());
        });
    };
    constexpr aclError kInvalid = ACL_ERROR_RT_PARAM_INVALID;
    constexpr int kToDevice = ACL_MEMCPY_HOST_TO_DEVICE;
    EXPECT_TRUE(refusedFor(kInvalid, "'dst'", nullptr, 100, pinned.get(), kToDevice));
    EXPECT_TRUE(refusedFor(kInvalid, "'src'", memory.get(), 100, nullptr, kToDevice));
    EXPECT_TRUE(refusedFor(kInvalid, "'destMax'", memory.get(), 99, pinned.get(), kToDevice));
    EXPECT_TRUE(refusedFor(kInvalid, "'kind'", pinned.get(), 100, memory.get(), kToDevice));
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "host", pinned.get(), 100,
                           pinned.get(), ACL_MEMCPY_HOST_TO_HOST));
    EXPECT_TRUE(refusedFor(ACL_ERROR_INVALID_PARAM, "'kind'", memory.get(), 100, pinned.get(), 8));
    EXPECT_EQ(copy(nullptr, nullptr, 0, ACL_MEMCPY_DEFAULT, stream.get()), ACL_SUCCESS);
}

TEST(aclrtMemcpyAsyncWithCondition, OnlyStreamsOfTheContext) {
    const SetDevice device;
    const DeviceMemory memory(100);
    expectOnlyStreamsOfTheContext("aclrtMemcpyAsyncWithCondition", [&](aclrtStream stream) {
        return copy(memory.get(), memory.get() + 50, 10, ACL_MEMCPY_DEVICE_TO_DEVICE, stream);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemcpyAsyncWithCondition_test
