#include "support/device.h"

namespace belay::test::aclrtMallocCached_test {
namespace {

TEST(aclrtMallocCached, GivesMemoryAsAclrtMallocDoes) {
    const SetDevice device;
    void* start = nullptr;
    ASSERT_EQ(aclrtMallocCached(&start, 1000, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
    put(start, pattern(1024 + 32));
    EXPECT_EQ(fetch(start, 1000), pattern(1000));
    EXPECT_EQ(aclrtFree(start), ACL_SUCCESS);
}

TEST(aclrtMallocCached, BadArgumentsAreRefused) {
    const SetDevice device;
    void* start = &start;
    EXPECT_TRUE(refused("aclrtMallocCached", "devPtr",
                        [] { return aclrtMallocCached(nullptr, 32, ACL_MEM_MALLOC_HUGE_FIRST); }));
    EXPECT_TRUE(refused("aclrtMallocCached", "size",
                        [&] { return aclrtMallocCached(&start, 0, ACL_MEM_MALLOC_HUGE_FIRST); }));
    EXPECT_TRUE(refused("aclrtMallocCached", "policy", [&] {
        return aclrtMallocCached(&start, 32, enumOf<aclrtMemMallocPolicy>(-1));
    }));
    EXPECT_EQ(aclrtMallocCached(&start, size_t{1} << 50, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_ERROR_RT_MEMORY_ALLOCATION);
    EXPECT_EQ(start, &start) << "untouched";
}

TEST(aclrtMallocCached, AThreadWithoutContextIsRefused) {
    onThreadWithoutContext([] {
        void* start = nullptr;
        EXPECT_EQ(aclrtMallocCached(&start, 32, ACL_MEM_MALLOC_HUGE_FIRST),
                  ACL_ERROR_RT_CONTEXT_NULL);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMallocCached_test
