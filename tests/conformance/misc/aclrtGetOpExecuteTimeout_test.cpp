#include <gtest/gtest.h>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtGetOpExecuteTimeout_test {
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

TEST(aclrtGetOpExecuteTimeout, DefaultIsTheLongest) {
    expectEndsWellAlone([] { EXPECT_EQ(limitMs(), msOf(254)); });  // 1091 s
}

TEST(aclrtGetOpExecuteTimeout, WithoutVisibleDeviceIsRefused) {
    expectEndsWell(
        [] {
            uint32_t limit = 42;
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_NO_DEVICE, "aclrtGetOpExecuteTimeout", "device",
                                    [&] { return aclrtGetOpExecuteTimeout(&limit); }));
            EXPECT_EQ(limit, 42U);
        },
        {.environment = {{"BELAY_DRIVER", "sim"}, {"ASCEND_RT_VISIBLE_DEVICES", "9"}}});
}

TEST(aclrtGetOpExecuteTimeout, NullForTheAnswerIsRefused) {
    EXPECT_TRUE(refused("aclrtGetOpExecuteTimeout", "timeoutMs",
                        [] { return aclrtGetOpExecuteTimeout(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclrtGetOpExecuteTimeout_test
