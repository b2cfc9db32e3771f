#include <gtest/gtest.h>

#include <utility>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtSetOpExecuteTimeOut_test {
namespace {

// The limit is the process's, so each test is a process of its own.
void expectEndsWellAlone(void (*body)()) {
    expectEndsWell(body, {.environment = {{"BELAY_DRIVER", "sim"}}});
}

uint32_t limitMs() {
    uint32_t limit = 42;
    EXPECT_EQ(aclrtGetOpExecuteTimeout(&limit), ACL_SUCCESS) << recentMessage();
    return limit;
}

// 2^32 ns.
constexpr uint64_t kIntervalNs = uint64_t{1} << 32;

constexpr uint32_t msOf(uint64_t intervals) {
    return static_cast<uint32_t>(intervals * kIntervalNs / 1'000'000);
}

TEST(aclrtSetOpExecuteTimeOut, RoundsUpToWholeIntervals) {
    expectEndsWellAlone([] {
        for (const auto& [seconds, intervals] :
             {std::pair{1U, 1U}, {4U, 1U}, {5U, 2U}, {60U, 14U}, {1090U, 254U}, {1091U, 254U}}) {
            EXPECT_EQ(::aclrtSetOpExecuteTimeOut(seconds), ACL_SUCCESS) << recentMessage();
            EXPECT_EQ(limitMs(), msOf(intervals)) << seconds;
        }
    });
}

TEST(aclrtSetOpExecuteTimeOut, ZeroAndTooMuchAreTheLongest) {
    expectEndsWellAlone([] {
        for (const uint32_t seconds : {0U, 100'000U, UINT32_MAX}) {
            EXPECT_EQ(::aclrtSetOpExecuteTimeOut(1U), ACL_SUCCESS);
            EXPECT_EQ(::aclrtSetOpExecuteTimeOut(seconds), ACL_SUCCESS) << recentMessage();
            EXPECT_EQ(limitMs(), msOf(254)) << seconds;
        }
    });
}

TEST(aclrtSetOpExecuteTimeOut, LastOneWinsForAllThreads) {
    expectEndsWellAlone([] {
        onThreadWithoutContext([] {
            EXPECT_EQ(::aclrtSetOpExecuteTimeOut(100U), ACL_SUCCESS);
            EXPECT_EQ(::aclrtSetOpExecuteTimeOut(20U), ACL_SUCCESS);
        });
        EXPECT_EQ(limitMs(), msOf(5));
    });
}

TEST(aclrtSetOpExecuteTimeOut, WithoutVisibleDeviceIsRefused) {
    expectEndsWell(
        [] {
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_NO_DEVICE, "aclrtSetOpExecuteTimeOut", "device",
                                    [] { return ::aclrtSetOpExecuteTimeOut(1U); }));
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"ASCEND_RT_VISIBLE_DEVICES", "9"}}});
}

}  // namespace
}  // namespace belay::test::aclrtSetOpExecuteTimeOut_test
