#include <cstdint>
#include <vector>

#include "support/device.h"
#include "support/stream_refusals.h"

namespace belay::test::aclrtMemsetD32Async_test {
namespace {

std::string words(uint32_t value, size_t count) {
    const std::vector<uint32_t> numbers(count, value);
    return {reinterpret_cast<const char*>(numbers.data()), count * sizeof(uint32_t)};
}

TEST(aclrtMemsetD32Async, SetsNumbersInOrder) {
    const SetDevice device;
    const OwnedStream stream;
    for (const size_t count : {size_t{1}, size_t{1000}, (size_t{3} << 18) + 7}) {
        const size_t bytes = count * sizeof(uint32_t);
        const DeviceMemory memory(bytes);
        ASSERT_EQ(aclrtMemsetD32Async(memory.get(), bytes, 1, count, stream.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtMemsetD32Async(memory.get(), bytes, 0x01020304, count, stream.get()),
                  ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        EXPECT_EQ(fetch(memory.get(), bytes), words(0x01020304, count));
    }
}

TEST(aclrtMemsetD32Async, DeviceMemoryWaitsForTheStreamAndPinnedMemoryDoesNot) {
    const SetDevice device;
    const DeviceMemory memory(64);
    const PinnedMemory pinned(64);
    put(memory.get(), std::string(64, '.'));
    HeldStream held;
    ASSERT_EQ(aclrtMemsetD32Async(memory.get(), 64, 7, 16, held.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemsetD32Async(pinned.get(), 64, 7, 16, held.get()), ACL_SUCCESS);
    EXPECT_EQ(fetch(memory.get(), 64), std::string(64, '.'));
    EXPECT_EQ(std::string(pinned.get(), 64), words(7, 16)) << "as aclrtMemsetD32() would";
    held.open();
    held.synchronize();
    EXPECT_EQ(fetch(memory.get(), 64), words(7, 16));
}

TEST(aclrtMemsetD32Async, BadRangesAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const DeviceMemory memory(64);
    const PinnedMemory pinned(64);
    std::string ordinary(64, '.');
    const auto refusedFor = [&](const char* name, void* start, size_t bytes, size_t count) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemsetD32Async", name, [&] {
            return aclrtMemsetD32Async(start, bytes, 1, count, stream.get());
        });
    };
    EXPECT_TRUE(refusedFor("'N'", memory.get(), 63, 16));
    EXPECT_TRUE(refusedFor("'N'", pinned.get(), 64, SIZE_MAX / 2));
    EXPECT_TRUE(refusedFor("'ptr'", memory.get(), 4000, 1000));
    EXPECT_TRUE(refusedFor("'ptr'", pinned.get(), 8000, 2000));
    EXPECT_TRUE(refusedFor("'ptr'", ordinary.data(), 64, 16));
    EXPECT_TRUE(refusedFor("'ptr'", nullptr, 64, 16));
    EXPECT_EQ(aclrtMemsetD32Async(nullptr, 0, 1, 0, stream.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "nothing was submitted";
}

TEST(aclrtMemsetD32Async, OnlyStreamsOfTheContext) {
    const SetDevice device;
    const DeviceMemory memory(64);
    expectOnlyStreamsOfTheContext("aclrtMemsetD32Async", [&](aclrtStream stream) {
        return aclrtMemsetD32Async(memory.get(), 64, 1, 16, stream);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemsetD32Async_test
