#include "support/device.h"
#include "support/fresh_process.h"

namespace belay::test::aclrtGetMemInfo_test {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

TEST(aclrtGetMemInfo, FollowsWhatIsAllocated) {
    const SetDevice device;
    size_t before = 0;
    size_t total = 0;
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
    EXPECT_GT(total, size_t{1} << 30);
    EXPECT_LE(before, total);
    size_t meanwhile = 0;
    {
        const DeviceMemory memory(64 * kMiB);
        ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &meanwhile, &total), ACL_SUCCESS);
        EXPECT_LE(meanwhile, before - 64 * kMiB);
        EXPECT_GE(meanwhile, before - 68 * kMiB);
    }
    size_t after = 0;
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
    EXPECT_EQ(after, before);
}

TEST(aclrtGetMemInfo, EveryKindTellsAboutTheSameMemory) {
    const SetDevice device;
    size_t available = 0;
    size_t total = 0;
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &available, &total), ACL_SUCCESS);
    for (int attribute = 0; attribute <= 17; ++attribute) {
        size_t itsFree = 0;
        size_t itsTotal = 0;
        EXPECT_EQ(aclrtGetMemInfo(enumOf<aclrtMemAttr>(attribute), &itsFree, &itsTotal),
                  ACL_SUCCESS)
            << attribute;
        EXPECT_EQ(itsFree, available);
        EXPECT_EQ(itsTotal, total);
    }
}

TEST(aclrtGetMemInfo, UnknownKindsAreRefused) {
    const SetDevice device;
    for (const int attribute : {18, 1000, -1}) {
        size_t available = 5;
        size_t total = 6;
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_MEMORY_TYPE, "aclrtGetMemInfo", "'attr'", [&] {
            return aclrtGetMemInfo(enumOf<aclrtMemAttr>(attribute), &available, &total);
        }));
        EXPECT_EQ(available, 5U);
        EXPECT_EQ(total, 6U);
    }
}

TEST(aclrtGetMemInfo, NullIsRefused) {
    const SetDevice device;
    size_t bytes = 5;
    EXPECT_TRUE(refused("aclrtGetMemInfo", "free",
                        [&] { return aclrtGetMemInfo(ACL_HBM_MEM, nullptr, &bytes); }));
    EXPECT_TRUE(refused("aclrtGetMemInfo", "total",
                        [&] { return aclrtGetMemInfo(ACL_HBM_MEM, &bytes, nullptr); }));
    EXPECT_EQ(bytes, 5U) << "untouched";
}

TEST(aclrtGetMemInfo, WithoutADeviceItIsRefused) {  // B04
    expectEndsWell([] {
        ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
        size_t available = 5;
        size_t total = 6;
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtGetMemInfo", "no context",
                                [&] { return aclrtGetMemInfo(ACL_HBM_MEM, &available, &total); }));
        EXPECT_EQ(available, 5U);
        EXPECT_EQ(total, 6U);
    });
}

TEST(aclrtGetMemInfo, TheSizeOfTheMemoryCanBeSet) {
    expectEndsWell(
        [] {
            const SetDevice device;
            size_t available = 0;
            size_t total = 0;
            ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &available, &total), ACL_SUCCESS);
            EXPECT_EQ(total, 100 * kMiB);
        },
        {.environment = {{"BELAY_SIM_MEMORY", "100M"}}});
}

}  // namespace
}  // namespace belay::test::aclrtGetMemInfo_test
