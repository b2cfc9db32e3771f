#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtGetSocName_test {
namespace {

TEST(aclrtGetSocName, NamesAChip) {
    const char* name = aclrtGetSocName();
    ASSERT_NE(name, nullptr);
    EXPECT_EQ(std::strncmp(name, "Ascend", 6), 0) << name;
}

TEST(aclrtGetSocName, WorksWithoutInitAndStaysValid) {
    expectEndsWell([] {
        const char* name = aclrtGetSocName();
        ASSERT_NE(name, nullptr);
        const std::string copy = name;
        EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        { const SetDevice session; }
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        EXPECT_EQ(copy, name);
        EXPECT_EQ(aclrtGetSocName(), name);
    });
}

TEST(aclrtGetSocName, SimulatedChipsHaveTheNameAskedFor) {
    expectEndsWell([] { EXPECT_STREQ(aclrtGetSocName(), "Ascend910B3"); },
                   {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_SOC", "Ascend910B3"}}});
    expectEndsWell([] { EXPECT_STREQ(aclrtGetSocName(), "Ascend910B4"); },
                   {.environment = {{"BELAY_DRIVER", "sim"}}});
}

// B37: a chip that nobody knows gives a code, or null, but no crash.
TEST(aclrtGetSocName, WithoutUsableDevicesIsNull) {
    expectEndsWell(
        [] {
            EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
            forgetErrors();
            EXPECT_EQ(aclrtGetSocName(), nullptr);
            EXPECT_NE(recentMessage().find("BELAY_SIM_SOC"), std::string::npos);
            uint32_t count = 42;
            EXPECT_NE(aclrtGetDeviceCount(&count), ACL_SUCCESS);
            EXPECT_EQ(count, 42U);
            EXPECT_NE(aclrtSetDevice(0), ACL_SUCCESS);
            EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_SOC", "Ascend000X"}}});
}

TEST(aclrtGetSocName, ThreadsGetTheSameText) {
    const char* expected = aclrtGetSocName();
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 100; ++i) {
            ASSERT_EQ(aclrtGetSocName(), expected);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclrtGetSocName_test
