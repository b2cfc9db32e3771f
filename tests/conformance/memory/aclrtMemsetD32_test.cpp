#include <cstdint>
#include <vector>

#include "support/device.h"

namespace belay::test::aclrtMemsetD32_test {
namespace {

// `count` times the number.
std::string words(uint32_t value, size_t count) {
    const std::vector<uint32_t> numbers(count, value);
    return {reinterpret_cast<const char*>(numbers.data()), count * sizeof(uint32_t)};
}

TEST(aclrtMemsetD32, SetsNumbersOfDeviceAndPinnedMemory) {
    const SetDevice device;
    for (const size_t count : {size_t{1}, size_t{63}, size_t{5000}, (size_t{3} << 18) + 7}) {
        const size_t bytes = count * sizeof(uint32_t);
        const DeviceMemory memory(bytes + 3);
        const PinnedMemory pinned(bytes + 3);
        for (char* start : {memory.get(), pinned.get()}) {
            for (const uint32_t value : {0x01020304U, 0U, UINT32_MAX, 0x3F800000U}) {
                put(start + bytes, "...");
                ASSERT_EQ(aclrtMemsetD32(start, bytes + 3, value, count), ACL_SUCCESS)
                    << recentMessage();
                EXPECT_EQ(fetch(start, bytes + 3), words(value, count) + "...");
            }
        }
    }
}

TEST(aclrtMemsetD32, MoreThanTheTargetHoldsIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(64);
    put(memory.get(), std::string(64, '.'));
    const auto refusedFor = [&](const char* name, void* start, size_t bytes, size_t count) {
        return refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemsetD32", name,
                           [&] { return aclrtMemsetD32(start, bytes, 1, count); });
    };
    EXPECT_TRUE(refusedFor("'N'", memory.get(), 63, 16));
    EXPECT_TRUE(refusedFor("'N'", memory.get(), 0, 1));
    EXPECT_TRUE(refusedFor("'N'", memory.get(), 64, SIZE_MAX / 2)) << "four times that wraps";
    EXPECT_TRUE(refusedFor("'ptr'", memory.get(), 4000, 1000)) << "beyond the block";
    EXPECT_EQ(fetch(memory.get(), 64), std::string(64, '.')) << "untouched";
}

TEST(aclrtMemsetD32, MemoryThatTheRuntimeDoesNotKnowIsRefused) {
    const SetDevice device;
    std::string ordinary(64, '.');
    char* freed = DeviceMemory(64).detach();
    ASSERT_EQ(aclrtFree(freed), ACL_SUCCESS);
    for (void* start : {static_cast<void*>(nullptr), static_cast<void*>(ordinary.data()),
                        static_cast<void*>(freed)}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemsetD32", "'ptr'",
                                [&] { return aclrtMemsetD32(start, 64, 1, 16); }));
    }
    EXPECT_EQ(ordinary, std::string(64, '.'));
}

TEST(aclrtMemsetD32, NothingToSetSucceeds) {
    const SetDevice device;
    EXPECT_EQ(aclrtMemsetD32(nullptr, 0, 1, 0), ACL_SUCCESS);
}

TEST(aclrtMemsetD32, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(64);
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMemsetD32", "no context",
                                [&] { return aclrtMemsetD32(memory.get(), 64, 1, 16); }));
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemsetD32_test
