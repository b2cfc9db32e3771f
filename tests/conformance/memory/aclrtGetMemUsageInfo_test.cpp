#include <array>
#include <string>

#include "support/device.h"
#include "support/fresh_process.h"

namespace belay::test::aclrtGetMemUsageInfo_test {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

void* allocateFor(uint16_t module, size_t bytes) {
    aclrtMallocAttribute attribute{};
    attribute.attr = ACL_RT_MEM_ATTR_MODULE_ID;
    attribute.value.moduleId = module;
    aclrtMallocConfig config{&attribute, 1};
    void* start = nullptr;
    EXPECT_EQ(aclrtMallocWithCfg(&start, bytes, ACL_MEM_MALLOC_HUGE_FIRST, &config), ACL_SUCCESS);
    return start;
}

TEST(aclrtGetMemUsageInfo, ModulesTheGreatestFirst) {
    expectEndsWell([] {
        const SetDevice device;
        std::array<aclrtMemUsageInfo, 8> uses{};
        size_t count = 77;
        ASSERT_EQ(aclrtGetMemUsageInfo(0, uses.data(), uses.size(), &count), ACL_SUCCESS);
        EXPECT_EQ(count, 0U) << "nothing was allocated yet";
        const DeviceMemory application(4 * kMiB);
        void* small = allocateFor(3, kMiB);
        void* great = allocateFor(7, 9 * kMiB);
        ASSERT_EQ(aclrtGetMemUsageInfo(0, uses.data(), uses.size(), &count), ACL_SUCCESS);
        ASSERT_EQ(count, 3U);
        EXPECT_STREQ(uses[0].name, "MODULE_7");
        EXPECT_GE(uses[0].curMemSize, 9 * kMiB);
        EXPECT_STREQ(uses[1].name, "APP");
        EXPECT_GE(uses[1].curMemSize, 4 * kMiB);
        EXPECT_LT(uses[1].curMemSize, 9 * kMiB);
        EXPECT_STREQ(uses[2].name, "MODULE_3");
        EXPECT_GE(uses[2].curMemSize, kMiB);
        for (size_t i = 0; i < count; ++i) {
            EXPECT_GE(uses[i].memPeakSize, uses[i].curMemSize);
        }
        ASSERT_EQ(aclrtFree(great), ACL_SUCCESS);
        ASSERT_EQ(aclrtGetMemUsageInfo(0, uses.data(), 1, &count), ACL_SUCCESS);
        ASSERT_EQ(count, 1U) << "no more than there is room for";
        EXPECT_STREQ(uses[0].name, "APP");
        ASSERT_EQ(aclrtGetMemUsageInfo(0, uses.data(), uses.size(), &count), ACL_SUCCESS);
        ASSERT_EQ(count, 3U);
        EXPECT_STREQ(uses[2].name, "MODULE_7");
        EXPECT_EQ(uses[2].curMemSize, 0U);
        EXPECT_GE(uses[2].memPeakSize, 9 * kMiB) << "the most it ever had";
        ASSERT_EQ(aclrtFree(small), ACL_SUCCESS);
    });
}

TEST(aclrtGetMemUsageInfo, AResetForgetsAllModules) {
    expectEndsWell([] {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        allocateFor(3, kMiB);
        ASSERT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
        std::array<aclrtMemUsageInfo, 8> uses{};
        size_t count = 77;
        ASSERT_EQ(aclrtGetMemUsageInfo(0, uses.data(), uses.size(), &count), ACL_SUCCESS);
        EXPECT_EQ(count, 0U) << "the device is not set";
        const SetDevice device;
        ASSERT_EQ(aclrtGetMemUsageInfo(0, uses.data(), uses.size(), &count), ACL_SUCCESS);
        EXPECT_EQ(count, 0U);
    });
}

TEST(aclrtGetMemUsageInfo, BadArgumentsAreRefused) {
    const SetDevice device;
    aclrtMemUsageInfo use{};
    size_t count = 77;
    EXPECT_TRUE(refused("aclrtGetMemUsageInfo", "memUsageInfo",
                        [&] { return aclrtGetMemUsageInfo(0, nullptr, 1, &count); }));
    EXPECT_TRUE(refused("aclrtGetMemUsageInfo", "outputNum",
                        [&] { return aclrtGetMemUsageInfo(0, &use, 1, nullptr); }));
    EXPECT_TRUE(refused("aclrtGetMemUsageInfo", "inputNum",
                        [&] { return aclrtGetMemUsageInfo(0, &use, 0, &count); }));
    for (const int32_t number : {-1, 999}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtGetMemUsageInfo", "'deviceId'",
                                [&] { return aclrtGetMemUsageInfo(number, &use, 1, &count); }));
    }
    EXPECT_EQ(count, 77U) << "untouched";
}

}  // namespace
}  // namespace belay::test::aclrtGetMemUsageInfo_test
