#include <utility>

#include "support/device.h"

namespace belay::test::aclrtMemFlush_test {
namespace {

TEST(aclrtMemFlush, LeavesTheMemoryAsItIs) {
    const SetDevice device;
    void* cached = nullptr;
    ASSERT_EQ(aclrtMallocCached(&cached, 100, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    put(cached, pattern(100));
    EXPECT_EQ(aclrtMemFlush(cached, 100), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtMemFlush(static_cast<char*>(cached) + 50, 1), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(fetch(cached, 100), pattern(100));
    EXPECT_EQ(aclrtFree(cached), ACL_SUCCESS);
}

TEST(aclrtMemFlush, RangesThatAreNoneAreRefused) {
    const SetDevice device;
    const DeviceMemory memory(100);
    std::string ordinary(100, '.');
    EXPECT_TRUE(refused("aclrtMemFlush", "devPtr", [] { return aclrtMemFlush(nullptr, 100); }));
    EXPECT_TRUE(refused("aclrtMemFlush", "size", [&] { return aclrtMemFlush(memory.get(), 0); }));
    for (const auto& [start, bytes] :
         {std::pair{memory.get(), size_t{4096}}, std::pair{memory.get(), SIZE_MAX},
          std::pair{ordinary.data(), size_t{100}}}) {
        EXPECT_TRUE(
            refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtMemFlush", "'devPtr'",
                        [&, start = start, bytes = bytes] { return aclrtMemFlush(start, bytes); }));
    }
}

TEST(aclrtMemFlush, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(100);
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMemFlush", "no context",
                                [&] { return aclrtMemFlush(memory.get(), 100); }));
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemFlush_test
