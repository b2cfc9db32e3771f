#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <string>

#include "acl/acl_platform.h"
#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclplatformGetDeviceInfo_test {
namespace {

std::string property(aclplatformDevInfo which) {
    std::array<char, 64> text{};
    EXPECT_EQ(aclplatformGetDeviceInfo(which, text.data(), text.size()), ACL_SUCCESS)
        << recentMessage();
    return text.data();
}

TEST(aclplatformGetDeviceInfo, GivesTheFiguresOfTheDefaultChip) {
    expectEndsWell(
        [] {
            EXPECT_EQ(property(ACL_PLATFORM_AICORE_CNT), "20");
            EXPECT_EQ(property(ACL_PLATFORM_AICORE_UB_SIZE), "196608");
            EXPECT_EQ(property(ACL_PLATFORM_CUBE_CORE_CNT), "20");
            EXPECT_EQ(property(ACL_PLATFORM_VECTOR_CORE_CNT), "40");
            EXPECT_EQ(property(ACL_PLATFORM_L2_SIZE), "100663296");
            EXPECT_EQ(property(ACL_PLATFORM_MEMORY_SIZE), "34359738368");
            EXPECT_EQ(property(ACL_PLATFORM_CUBE_FREQ), "1500");
            EXPECT_EQ(property(ACL_PLATFORM_VEC_FREQ), "1500");
            EXPECT_EQ(property(ACL_PLATFORM_BT_SIZE), "1024");
            EXPECT_EQ(property(ACL_PLATFORM_L0_A_SIZE), "65536");
            EXPECT_EQ(property(ACL_PLATFORM_L0_B_SIZE), "65536");
            EXPECT_EQ(property(ACL_PLATFORM_L0_C_SIZE), "131072");
            EXPECT_EQ(property(ACL_PLATFORM_L1_SIZE), "524288");
            EXPECT_EQ(property(ACL_PLATFORM_SOC_VERSION), "Ascend910B4");
            EXPECT_EQ(property(ACL_PLATFORM_AIC_VERSION), "AIC-C-220");
            EXPECT_EQ(property(ACL_PLATFORM_NPU_ARCH), std::to_string(DAV_2201));
            EXPECT_EQ(property(ACL_PLATFORM_MEMORY_TYPE), std::to_string(HBM));
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_SOC", "Ascend910B4"}}});
}

TEST(aclplatformGetDeviceInfo, IsOfTheCurrentDeviceOrTheFirst) {
    onThreadWithoutContext(
        [] { EXPECT_EQ(property(ACL_PLATFORM_SOC_VERSION), aclrtGetSocName()); });
    const SetDevice session;
    EXPECT_EQ(property(ACL_PLATFORM_SOC_VERSION), aclrtGetSocName());
}

TEST(aclplatformGetDeviceInfo, BufferThatIsTooSmallIsRefused) {
    const std::string name = aclrtGetSocName();
    std::array<char, 64> text{};
    text.fill('?');
    for (const auto size : {size_t{0}, size_t{1}, name.size()}) {
        EXPECT_TRUE(refused("aclplatformGetDeviceInfo", "maxLen", [&] {
            return aclplatformGetDeviceInfo(ACL_PLATFORM_SOC_VERSION, text.data(),
                                            static_cast<uint32_t>(size));
        })) << size;
    }
    EXPECT_EQ(std::string(text.data(), text.size()), std::string(64, '?'));
    EXPECT_EQ(aclplatformGetDeviceInfo(ACL_PLATFORM_SOC_VERSION, text.data(),
                                       static_cast<uint32_t>(name.size() + 1)),
              ACL_SUCCESS);
    EXPECT_EQ(std::string(text.data()), name);
    EXPECT_EQ(text[name.size() + 1], '?');
}

TEST(aclplatformGetDeviceInfo, UnknownPropertyIsRefused) {
    std::array<char, 64> text{};
    for (const int number : {-1, 17, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refused("aclplatformGetDeviceInfo", "infoType", [&] {
            return aclplatformGetDeviceInfo(enumOf<aclplatformDevInfo>(number), text.data(), 64);
        })) << number;
    }
    EXPECT_EQ(text[0], '\0');
}

TEST(aclplatformGetDeviceInfo, WithoutVisibleDeviceIsRefused) {
    expectEndsWell(
        [] {
            std::array<char, 64> text{};
            EXPECT_TRUE(
                refusedWith(ACL_ERROR_RT_NO_DEVICE, "aclplatformGetDeviceInfo", "device", [&] {
                    return aclplatformGetDeviceInfo(ACL_PLATFORM_SOC_VERSION, text.data(), 64);
                }));
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"ASCEND_RT_VISIBLE_DEVICES", "9"}}});
}

TEST(aclplatformGetDeviceInfo, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclplatformGetDeviceInfo", "value", [] {
        return aclplatformGetDeviceInfo(ACL_PLATFORM_SOC_VERSION, nullptr, 64);
    }));
}

}  // namespace
}  // namespace belay::test::aclplatformGetDeviceInfo_test
