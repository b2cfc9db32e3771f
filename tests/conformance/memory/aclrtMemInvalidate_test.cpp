#include <utility>

#include "support/device.h"

namespace belay::test::aclrtMemInvalidate_test {
namespace {

TEST(aclrtMemInvalidate, LeavesTheMemoryAsItIs) {
    const SetDevice device;
    void* cached = nullptr;
    ASSERT_EQ(aclrtMallocCached(&cached, 100, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    put(cached, pattern(100));
    EXPECT_EQ(aclrtMemInvalidate(cached, 100), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclrtMemInvalidate(static_cast<char*>(cached) + 50, 1), ACL_SUCCESS)
        << recentMessage();
    EXPECT_EQ(fetch(cached, 100), pattern(100));
    EXPECT_EQ(aclrtFree(cached), ACL_SUCCESS);
}

TEST(aclrtMemInvalidate, RangesThatAreNoneAreRefused) {
    const SetDevice device;
    const DeviceMemory memory(100);
    std::string ordinary(100, '.');
    EXPECT_TRUE(
        refused("aclrtMemInvalidate", "devPtr", [] { return aclrtMemInvalidate(nullptr, 100); }));
    EXPECT_TRUE(
        refused("aclrtMemInvalidate", "size", [&] { return aclrtMemInvalidate(memory.get(), 0); }));
    for (const auto& [start, bytes] :
         {std::pair{memory.get(), size_t{4096}}, std::pair{memory.get(), SIZE_MAX},
          std::pair{ordinary.data(), size_t{100}}}) {
        EXPECT_TRUE(refusedWith(
            ACL_ERROR_RT_PARAM_INVALID, "aclrtMemInvalidate", "'devPtr'",
            [&, start = start, bytes = bytes] { return aclrtMemInvalidate(start, bytes); }));
    }
}

TEST(aclrtMemInvalidate, AThreadWithoutContextIsRefused) {
    const SetDevice device;
    const DeviceMemory memory(100);
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtMemInvalidate", "no context",
                                [&] { return aclrtMemInvalidate(memory.get(), 100); }));
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemInvalidate_test
