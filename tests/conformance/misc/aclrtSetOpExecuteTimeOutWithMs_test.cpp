#include <gtest/gtest.h>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/refusal.h"

namespace belay::test::aclrtSetOpExecuteTimeOutWithMs_test {
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

TEST(aclrtSetOpExecuteTimeOutWithMs, IsNotSupported) {
    expectEndsWellAlone([] {
        const uint32_t before = limitMs();
        for (const uint32_t timeout : {0U, 1U, 1000U}) {
            EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                    "aclrtSetOpExecuteTimeOutWithMs", "not supported",
                                    [&] { return aclrtSetOpExecuteTimeOutWithMs(timeout); }));
        }
        EXPECT_EQ(limitMs(), before);
    });
}

}  // namespace
}  // namespace belay::test::aclrtSetOpExecuteTimeOutWithMs_test
