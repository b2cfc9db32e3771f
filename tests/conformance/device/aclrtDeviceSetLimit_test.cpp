#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <thread>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtDeviceSetLimit_test {
namespace {

size_t limit(aclrtDeviceLimit which) {
    size_t value = 42;
    EXPECT_EQ(aclrtDeviceGetLimit(which, &value), ACL_SUCCESS) << recentMessage();
    return value;
}

constexpr std::array kOfThreads = {ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE,
                                   ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE,
                                   ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE};

TEST(aclrtDeviceSetLimit, RoundsUpToWhatKernelsTake) {
    const SetDevice session;
    const auto set = [](aclrtDeviceLimit which, size_t bytes) {
        EXPECT_EQ(aclrtDeviceSetLimit(which, bytes), ACL_SUCCESS) << recentMessage();
        return limit(which);
    };
    EXPECT_EQ(set(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 1), 32U << 10);
    EXPECT_EQ(set(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 40U << 10), 48U << 10);
    EXPECT_EQ(set(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 192U << 10), 192U << 10);
    EXPECT_EQ(set(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE, 2049), 2056U);
    EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 192U << 10);
}

TEST(aclrtDeviceSetLimit, IsOfTheDeviceUntilItIsReset) {
    {
        const SetDevice session;
        ASSERT_EQ(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 64U << 10), ACL_SUCCESS);
        std::thread([] {
            const SetDevice own;
            EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 64U << 10);
        }).join();
        if (deviceCount() > 1) {
            const SetDevice other(1);
            EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 32U << 10);
        }
    }
    const SetDevice session;
    EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 32U << 10);
}

TEST(aclrtDeviceSetLimit, SizesThatCannotBeHadAreRefused) {
    const SetDevice session;
    for (const size_t bytes : {size_t{0}, (size_t{192} << 10) + 1, SIZE_MAX}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtDeviceSetLimit", "'value'", [&] {
            return aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, bytes);
        })) << bytes;
    }
    EXPECT_EQ(limit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE), 32U << 10);
}

TEST(aclrtDeviceSetLimit, BuffersOfThreadsAreForChipsWithThreads) {
    expectEndsWell(
        [] {
            const SetDevice session;
            for (const aclrtDeviceLimit which : kOfThreads) {
                EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtDeviceSetLimit",
                                        "not supported",
                                        [&] { return aclrtDeviceSetLimit(which, 2 << 20); }));
            }
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_SOC", "Ascend910B4"}}});
    expectEndsWell(
        [] {
            const SetDevice session;
            for (const aclrtDeviceLimit which : kOfThreads) {
                EXPECT_EQ(aclrtDeviceSetLimit(which, 1 << 20), ACL_SUCCESS) << recentMessage();
                EXPECT_EQ(limit(which), size_t{1} << 20);
            }
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"BELAY_SIM_SOC", "Ascend950DT_9591"}}});
}

TEST(aclrtDeviceSetLimit, UnknownBufferIsRefused) {
    const SetDevice session;
    for (const int number : {-1, 5, INT_MAX, INT_MIN}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtDeviceSetLimit", "'limit'", [&] {
            return aclrtDeviceSetLimit(enumOf<aclrtDeviceLimit>(number), 64U << 10);
        })) << number;
    }
}

TEST(aclrtDeviceSetLimit, ThreadWithoutContextIsRefused) {
    expectNeedsContext("aclrtDeviceSetLimit", [] {
        return aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 64U << 10);
    });
}

}  // namespace
}  // namespace belay::test::aclrtDeviceSetLimit_test
