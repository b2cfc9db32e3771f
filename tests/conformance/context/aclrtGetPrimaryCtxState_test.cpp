#include <gtest/gtest.h>

#include <climits>

#include "support/device.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtGetPrimaryCtxState_test {
namespace {

int32_t isActive(int32_t device = 0) {
    int32_t active = 42;
    uint32_t flags = 42;
    EXPECT_EQ(aclrtGetPrimaryCtxState(device, &flags, &active), ACL_SUCCESS);
    EXPECT_EQ(flags, 0U);
    return active;
}

TEST(aclrtGetPrimaryCtxState, FollowsSetAndReset) {
    EXPECT_EQ(isActive(), 0);
    {
        const SetDevice session;
        EXPECT_EQ(isActive(), 1);
        onThreadWithoutContext([] { EXPECT_EQ(isActive(), 1); });
    }
    EXPECT_EQ(isActive(), 0);
}

TEST(aclrtGetPrimaryCtxState, ExplicitContextDoesNotCount) {
    const OwnedContext context = makeContext();
    EXPECT_EQ(isActive(), 0);
    {
        const SetDevice session;
        EXPECT_EQ(isActive(), 1);
    }
    EXPECT_EQ(isActive(), 0);
}

TEST(aclrtGetPrimaryCtxState, FlagsMayBeLeftOut) {
    int32_t active = 42;
    EXPECT_EQ(aclrtGetPrimaryCtxState(0, nullptr, &active), ACL_SUCCESS);
    EXPECT_EQ(active, 0);
}

TEST(aclrtGetPrimaryCtxState, NullForTheAnswerIsRefused) {
    uint32_t flags = 42;
    EXPECT_TRUE(refused("aclrtGetPrimaryCtxState", "active",
                        [&] { return aclrtGetPrimaryCtxState(0, &flags, nullptr); }));
    EXPECT_EQ(flags, 42U);
}

TEST(aclrtGetPrimaryCtxState, DeviceThatIsNotThereIsRefused) {
    const auto count = static_cast<int32_t>(deviceCount());
    for (const int32_t device : {count, -1, 1000, INT32_MIN, INT32_MAX}) {
        int32_t active = 42;
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_INVALID_DEVICEID, "aclrtGetPrimaryCtxState",
                                "'deviceId'",
                                [&] { return aclrtGetPrimaryCtxState(device, nullptr, &active); }));
        EXPECT_EQ(active, 42);
    }
}

TEST(aclrtGetPrimaryCtxState, MayBeAskedWhileOthersSetAndReset) {
    onThreads(4, [](size_t thread) {
        for (int i = 0; i < 100; ++i) {
            if (thread == 0) {
                const SetDevice session;
            } else {
                const int32_t active = isActive();
                ASSERT_TRUE(active == 0 || active == 1);
            }
        }
    });
}

}  // namespace
}  // namespace belay::test::aclrtGetPrimaryCtxState_test
