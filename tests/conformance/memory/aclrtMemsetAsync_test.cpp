#include <vector>

#include "support/bad_handles.h"
#include "support/device.h"

namespace belay::test::aclrtMemsetAsync_test {
namespace {

TEST(aclrtMemsetAsync, SetsBytesOfDeviceAndHostInOrder) {
    const SetDevice device;
    const OwnedStream stream;
    for (const size_t bytes : {size_t{1}, size_t{63}, size_t{4097}, (size_t{3} << 20) + 7}) {
        const DeviceMemory memory(bytes);
        const PinnedMemory pinned(bytes);
        std::string ordinary(bytes, '?');
        for (char* start : {memory.get(), pinned.get(), ordinary.data()}) {
            ASSERT_EQ(aclrtMemsetAsync(start, bytes, 1, bytes, stream.get()), ACL_SUCCESS);
            ASSERT_EQ(aclrtMemsetAsync(start, bytes, 0x12AB, bytes, stream.get()), ACL_SUCCESS);
            ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
            EXPECT_EQ(fetch(start, bytes), std::string(bytes, '\xAB'));
        }
    }
}

TEST(aclrtMemsetAsync, DoesNotWaitForDeviceMemory) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(100);
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    put(memory.get(), std::string(100, '.'));
    ASSERT_EQ(aclrtStreamWaitEvent(stream.get(), event), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemsetAsync(memory.get(), 100, 'x', 100, stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 100), std::string(100, '.'));
    ASSERT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 100), std::string(100, 'x'));
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST(aclrtMemsetAsync, NullIsTheDefaultStream) {
    const SetDevice device;
    const DeviceMemory memory(4);
    ASSERT_EQ(aclrtMemsetAsync(memory.get(), 4, 'x', 4, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 4), "xxxx");
}

TEST(aclrtMemsetAsync, BadRangesAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(64);
    put(memory.get(), std::string(64, '.'));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemsetAsync", "'maxCount'", [&] {
        return aclrtMemsetAsync(memory.get(), 32, 0, 64, stream.get());
    }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemsetAsync", "'devPtr'",
                            [&] { return aclrtMemsetAsync(nullptr, 32, 0, 32, stream.get()); }));
    EXPECT_EQ(aclrtMemsetAsync(memory.get(), 64, 0, 0, stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 64), std::string(64, '.')) << "untouched";
}

TEST(aclrtMemsetAsync, ARangeThatLeavesItsAllocationIsAFailureOfTheStream) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(64);
    ASSERT_EQ(aclrtMemsetAsync(memory.get(), 97, 0, 97, stream.get()), ACL_SUCCESS);
    EXPECT_NE(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "reported once";
}

TEST(aclrtMemsetAsync, StreamsOfAnotherContextAndBadHandlesAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(100);
    const auto onStream = [&](aclrtStream which) {
        return aclrtMemsetAsync(memory.get(), 100, 0, 100, which);
    };
    aclrtContext before = nullptr;
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&before), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_STREAM_CONTEXT, "aclrtMemsetAsync", "'stream'",
                            [&] { return onStream(stream.get()); }));
    ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetCurrentContext(before), ACL_SUCCESS);
    const OwnedBuffer other = makeBuffer();
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemsetAsync", "'stream'",
                            [&] { return onStream(other.get()); }));
    onThreadWithoutContext([&] { EXPECT_EQ(onStream(stream.get()), ACL_ERROR_RT_CONTEXT_NULL); });
}

}  // namespace
}  // namespace belay::test::aclrtMemsetAsync_test
