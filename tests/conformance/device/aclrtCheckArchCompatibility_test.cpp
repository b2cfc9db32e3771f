#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtCheckArchCompatibility_test {
namespace {

int32_t runsKernelsOf(const char* chip) {
    int32_t answer = 42;
    EXPECT_EQ(aclrtCheckArchCompatibility(chip, &answer), ACL_SUCCESS) << recentMessage();
    return answer;
}

TEST(aclrtCheckArchCompatibility, ChipsOfOneArchitectureRunEachOthersKernels) {
    expectEndsWell(
        [] {
            const SetDevice session;
            for (const char* chip :
                 {"Ascend910B4", "Ascend910B1", "Ascend910B2C", "Ascend910_9392", "Ascend910_93"}) {
                EXPECT_EQ(runsKernelsOf(chip), 1) << chip;
            }
            for (const char* chip : {"Ascend910A", "Ascend310P3", "Ascend310P", "Ascend950",
                                     "Ascend310B1", "Ascend910B5", "ascend910b4", ""}) {
                EXPECT_EQ(runsKernelsOf(chip), 0) << chip;
            }
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_SOC", "Ascend910B4"}}});
}

TEST(aclrtCheckArchCompatibility, OwnChipIsAlwaysCompatible) {
    const SetDevice session;
    EXPECT_EQ(runsKernelsOf(aclrtGetSocName()), 1);
}

TEST(aclrtCheckArchCompatibility, ThreadWithoutContextIsRefused) {
    int32_t answer = 42;
    expectNeedsContext("aclrtCheckArchCompatibility",
                       [&] { return aclrtCheckArchCompatibility("Ascend910B4", &answer); });
    EXPECT_EQ(answer, 42);
}

TEST(aclrtCheckArchCompatibility, NullIsRefused) {
    const SetDevice session;
    int32_t answer = 42;
    EXPECT_TRUE(refused("aclrtCheckArchCompatibility", "socVersion",
                        [&] { return aclrtCheckArchCompatibility(nullptr, &answer); }));
    EXPECT_TRUE(refused("aclrtCheckArchCompatibility", "canCompatible",
                        [] { return aclrtCheckArchCompatibility("Ascend910B4", nullptr); }));
    EXPECT_EQ(answer, 42);
}

}  // namespace
}  // namespace belay::test::aclrtCheckArchCompatibility_test
