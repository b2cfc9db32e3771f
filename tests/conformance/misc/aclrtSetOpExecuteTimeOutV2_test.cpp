#include <gtest/gtest.h>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtSetOpExecuteTimeOutV2_test {
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

uint64_t set(uint64_t microseconds) {
    uint64_t actual = 42;
    EXPECT_EQ(aclrtSetOpExecuteTimeOutV2(microseconds, &actual), ACL_SUCCESS) << recentMessage();
    return actual;
}

TEST(aclrtSetOpExecuteTimeOutV2, TellsTheLimitThatTakesEffect) {
    expectEndsWellAlone([] {
        EXPECT_EQ(set(1), 4'294'967U);
        EXPECT_EQ(limitMs(), msOf(1));
        EXPECT_EQ(set(4'294'968), 2 * kIntervalNs / 1000);
        EXPECT_EQ(limitMs(), msOf(2));
        const uint64_t longest = 254 * kIntervalNs / 1000;
        for (const uint64_t microseconds : {uint64_t{0}, longest, UINT64_MAX, UINT64_MAX / 1000}) {
            EXPECT_EQ(set(microseconds), longest) << microseconds;
        }
    });
}

TEST(aclrtSetOpExecuteTimeOutV2, NullForTheAnswerIsRefusedAndChangesNothing) {
    expectEndsWellAlone([] {
        EXPECT_EQ(set(10'000'000), 3 * kIntervalNs / 1000);
        EXPECT_TRUE(refused("aclrtSetOpExecuteTimeOutV2", "actualTimeout",
                            [] { return aclrtSetOpExecuteTimeOutV2(1, nullptr); }));
        EXPECT_EQ(limitMs(), msOf(3));
    });
}

TEST(aclrtSetOpExecuteTimeOutV2, WithoutVisibleDeviceIsRefused) {
    expectEndsWell(
        [] {
            uint64_t actual = 42;
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_NO_DEVICE, "aclrtSetOpExecuteTimeOutV2", "device",
                                    [&] { return aclrtSetOpExecuteTimeOutV2(1, &actual); }));
            EXPECT_EQ(actual, 42U);
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"ASCEND_RT_VISIBLE_DEVICES", "9"}}});
}

}  // namespace
}  // namespace belay::test::aclrtSetOpExecuteTimeOutV2_test
