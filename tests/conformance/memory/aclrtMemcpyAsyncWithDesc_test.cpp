#include "support/device.h"
#include "support/stream_refusals.h"

namespace belay::test::aclrtMemcpyAsyncWithDesc_test {
namespace {

constexpr size_t kDescBytes = 64;

void describe(const DeviceMemory& desc, char* source, char* target, size_t count) {
    EXPECT_EQ(aclrtSetMemcpyDesc(desc.get(), ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, source, target,
                                 count, nullptr),
              ACL_SUCCESS)
        << recentMessage();
}

aclError copy(void* desc, aclrtStream stream, int kind = ACL_MEMCPY_INNER_DEVICE_TO_DEVICE) {
    return aclrtMemcpyAsyncWithDesc(desc, enumOf<aclrtMemcpyKind>(kind), stream);
}

TEST(aclrtMemcpyAsyncWithDesc, CopiesWhatTheDescriptionSays) {
    const SetDevice device;
    const OwnedStream stream;
    for (const size_t bytes : {size_t{1}, size_t{4097}, (size_t{70} << 20) + 1}) {
        const DeviceMemory desc(kDescBytes);
        const DeviceMemory from(bytes);
        const DeviceMemory to(bytes);
        const std::string text = pattern(bytes);
        put(from.get(), text);
        describe(desc, from.get(), to.get(), bytes);
        ASSERT_EQ(copy(desc.get(), stream.get()), ACL_SUCCESS) << recentMessage();
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_TRUE(fetch(to.get(), bytes) == text) << bytes;
    }
}

TEST(aclrtMemcpyAsyncWithDesc, TheDescriptionIsReadWhenTheCopyRuns) {
    const SetDevice device;
    const DeviceMemory desc(kDescBytes);
    const DeviceMemory from(64);
    const DeviceMemory to(64);
    put(from.get(), "0123456789");
    put(to.get(), "..........");
    describe(desc, from.get(), to.get(), 10);
    HeldStream held;
    ASSERT_EQ(copy(desc.get(), held.get()), ACL_SUCCESS);
    describe(desc, from.get(), to.get(), 3);
    held.open();
    held.synchronize();
    EXPECT_EQ(fetch(to.get(), 10), "012.......");
}

TEST(aclrtMemcpyAsyncWithDesc, BadArgumentsAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory desc(kDescBytes);
    const PinnedMemory pinned(kDescBytes);
    EXPECT_TRUE(
        refused("aclrtMemcpyAsyncWithDesc", "desc", [&] { return copy(nullptr, stream.get()); }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpyAsyncWithDesc", "'desc'",
                            [&] { return copy(pinned.get(), stream.get()); }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpyAsyncWithDesc", "'desc'",
                            [&] { return copy(desc.get() + 40, stream.get()); }));
    EXPECT_TRUE(
        refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtMemcpyAsyncWithDesc", "'kind'",
                    [&] { return copy(desc.get(), stream.get(), ACL_MEMCPY_HOST_TO_DEVICE); }));
    EXPECT_TRUE(refused("aclrtMemcpyAsyncWithDesc", "kind",
                        [&] { return copy(desc.get(), stream.get(), -1); }));
}

TEST(aclrtMemcpyAsyncWithDesc, ABadDescriptionIsAFailureOfTheStream) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory desc(kDescBytes);
    const DeviceMemory memory(64);
    put(desc.get(), std::string(kDescBytes, '\xFF'));
    ASSERT_EQ(copy(desc.get(), stream.get()), ACL_SUCCESS);
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "nothing that was described";
    describe(desc, memory.get(), memory.get() + 32, 4096);
    ASSERT_EQ(copy(desc.get(), stream.get()), ACL_SUCCESS);
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "more than the block";
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "reported once";
}

TEST(aclrtMemcpyAsyncWithDesc, OnlyStreamsOfTheContext) {
    const SetDevice device;
    const DeviceMemory desc(kDescBytes);
    const DeviceMemory memory(64);
    describe(desc, memory.get(), memory.get() + 32, 32);
    expectOnlyStreamsOfTheContext("aclrtMemcpyAsyncWithDesc",
                                  [&](aclrtStream stream) { return copy(desc.get(), stream); });
}

}  // namespace
}  // namespace belay::test::aclrtMemcpyAsyncWithDesc_test
