#include "support/device.h"

namespace belay::test::aclrtMallocHostWithCfg_test {
namespace {

TEST(aclrtMallocHostWithCfg, GivesPinnedMemoryWithAndWithoutProperties) {
    const SetDevice device;
    aclrtMallocAttribute attribute{};
    attribute.attr = ACL_RT_MEM_ATTR_VA_FLAG;
    attribute.value.vaFlag = 1;
    aclrtMallocConfig same{&attribute, 1};
    for (aclrtMallocConfig* config : {static_cast<aclrtMallocConfig*>(nullptr), &same}) {
        void* start = nullptr;
        ASSERT_EQ(aclrtMallocHostWithCfg(&start, 100, config), ACL_SUCCESS);
        std::memset(start, 1, 100);
        EXPECT_EQ(aclrtFreeHost(start), ACL_SUCCESS);
    }
}

TEST(aclrtMallocHostWithCfg, BadArgumentsAreRefused) {
    const SetDevice device;
    void* start = &start;
    aclrtMallocConfig missing{nullptr, 1};
    aclrtMallocAttribute attribute{};
    attribute.attr = enumOf<aclrtMallocAttrType>(4);
    aclrtMallocConfig unknown{&attribute, 1};
    EXPECT_TRUE(refused("aclrtMallocHostWithCfg", "ptr",
                        [] { return aclrtMallocHostWithCfg(nullptr, 32, nullptr); }));
    EXPECT_TRUE(refused("aclrtMallocHostWithCfg", "size",
                        [&] { return aclrtMallocHostWithCfg(&start, 0, nullptr); }));
    EXPECT_TRUE(refused("aclrtMallocHostWithCfg", "cfg->attrs",
                        [&] { return aclrtMallocHostWithCfg(&start, 32, &missing); }));
    EXPECT_TRUE(refused("aclrtMallocHostWithCfg", "cfg",
                        [&] { return aclrtMallocHostWithCfg(&start, 32, &unknown); }));
    EXPECT_EQ(aclrtMallocHostWithCfg(&start, uint64_t{1} << 50, nullptr),
              ACL_ERROR_RT_MEMORY_ALLOCATION);
    EXPECT_EQ(start, &start) << "untouched";
}

TEST(aclrtMallocHostWithCfg, AThreadWithoutContextIsRefused) {
    onThreadWithoutContext([] {
        void* start = nullptr;
        EXPECT_EQ(aclrtMallocHostWithCfg(&start, 32, nullptr), ACL_ERROR_RT_CONTEXT_NULL);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMallocHostWithCfg_test
