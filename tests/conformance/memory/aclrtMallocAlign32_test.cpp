#include "support/device.h"

namespace belay::test::aclrtMallocAlign32_test {
namespace {

TEST(aclrtMallocAlign32, TheSizeIsRoundedUpToThirtyTwoAndNoMore) {
    const SetDevice device;
    for (const size_t bytes : {1U, 32U, 33U, 1000U}) {
        void* start = nullptr;
        ASSERT_EQ(aclrtMallocAlign32(&start, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        const size_t rounded = (bytes + 31) / 32 * 32;
        put(start, pattern(rounded));
        EXPECT_EQ(fetch(start, rounded), pattern(rounded));
        EXPECT_EQ(aclrtMemset(start, rounded + 1, 0, rounded + 1), ACL_ERROR_RT_PARAM_INVALID)
            << "the next byte is not of the block";
        EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
    }
}

TEST(aclrtMallocAlign32, BadArgumentsAreRefused) {
    const SetDevice device;
    void* start = &start;
    EXPECT_TRUE(refused("aclrtMallocAlign32", "devPtr",
                        [] { return aclrtMallocAlign32(nullptr, 32, ACL_MEM_MALLOC_HUGE_FIRST); }));
    EXPECT_TRUE(refused("aclrtMallocAlign32", "size",
                        [&] { return aclrtMallocAlign32(&start, 0, ACL_MEM_MALLOC_HUGE_FIRST); }));
    EXPECT_TRUE(refused("aclrtMallocAlign32", "policy", [&] {
        return aclrtMallocAlign32(&start, 32, enumOf<aclrtMemMallocPolicy>(8));
    }));
    EXPECT_EQ(aclrtMallocAlign32(&start, SIZE_MAX, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_ERROR_RT_MEMORY_ALLOCATION);
    EXPECT_EQ(start, &start) << "untouched";
}

TEST(aclrtMallocAlign32, AThreadWithoutContextIsRefused) {
    onThreadWithoutContext([] {
        void* start = nullptr;
        EXPECT_EQ(aclrtMallocAlign32(&start, 32, ACL_MEM_MALLOC_HUGE_FIRST),
                  ACL_ERROR_RT_CONTEXT_NULL);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMallocAlign32_test
