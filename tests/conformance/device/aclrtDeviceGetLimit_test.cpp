#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <string>

#include "acl/acl.h"
#include "support/device.h"
#include "support/device_refusals.h"
#include "support/fresh_process.h"
#include "support/refusal.h"
#include "support/temp_folder.h"

namespace belay::test::aclrtDeviceGetLimit_test {
namespace {

size_t limit(aclrtDeviceLimit which) {
    size_t value = 42;
    EXPECT_EQ(aclrtDeviceGetLimit(which, &value), ACL_SUCCESS) << recentMessage();
    return value;
}

constexpr std::array kOfThreads = {ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE,
                                   ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE,
                                   ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE};

TEST(aclrtDeviceGetLimit, GivesTheDefaultsWithoutConfiguration) {
    const SetDevice session;
    EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 32U << 10);
    EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE), 32U << 10);
}

TEST(aclrtDeviceGetLimit, GivesWhatTheConfigurationAsksFor) {
    expectEndsWell(
        [] {
            const TempFolder folder;
            const std::string path =
                folder.write("acl.json",
                             R"({"StackSize": {"aicore_stack_size": 65536, "simt_stack_size": 2048,
                                  "simt_divergence_stack_size": 4096},
                    "simd_printf_fifo_size_per_core": 8192, "simt_printf_fifo_size": 4194304})");
            ASSERT_EQ(aclInit(path.c_str()), ACL_SUCCESS) << recentMessage();
            const SetDevice session;
            EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 65536U);
            EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE), 8192U);
            EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE), 2048U);
            EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE), 4096U);
            EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE), 4194304U);
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_SOC", "Ascend950DT_9591"}}});
}

TEST(aclrtDeviceGetLimit, BuffersOfThreadsAreForChipsWithThreads) {
    expectEndsWell(
        [] {
            const SetDevice session;
            size_t value = 42;
            for (const aclrtDeviceLimit which : kOfThreads) {
                EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtDeviceGetLimit",
                                        "not supported",
                                        [&] { return aclrtDeviceGetLimit(which, &value); }));
            }
            EXPECT_EQ(value, 42U);
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_SOC", "Ascend910B4"}}});
}

TEST(aclrtDeviceGetLimit, UnknownBufferIsRefused) {
    const SetDevice session;
    size_t value = 42;
    for (const int number : {-1, 5, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtDeviceGetLimit", "'limit'", [&] {
            return aclrtDeviceGetLimit(enumOf<aclrtDeviceLimit>(number), &value);
        })) << number;
    }
    EXPECT_EQ(value, 42U);
}

TEST(aclrtDeviceGetLimit, ThreadWithoutContextIsRefused) {
    size_t value = 42;
    expectNeedsContext("aclrtDeviceGetLimit", [&] {
        return aclrtDeviceGetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, &value);
    });
    EXPECT_EQ(value, 42U);
}

TEST(aclrtDeviceGetLimit, NullForTheAnswerIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused("aclrtDeviceGetLimit", "value", [] {
        return aclrtDeviceGetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, nullptr);
    }));
}

}  // namespace
}  // namespace belay::test::aclrtDeviceGetLimit_test
