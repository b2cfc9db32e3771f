#include <gtest/gtest.h>

#include "support/bad_handles.h"
#include "support/device.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtSetCurrentContext_test {
namespace {

TEST(aclrtSetCurrentContext, MakesItCurrentOnTheCallingThreadOnly) {
    const SetDevice session;
    aclrtContext before = currentContext();
    const OwnedContext other = makeContext();
    onThreadWithoutContext([&] {
        EXPECT_EQ(aclrtSetCurrentContext(other.get()), ACL_SUCCESS);
        EXPECT_EQ(currentContext(), other.get());
    });
    EXPECT_EQ(currentContext(), before);
}

TEST(aclrtSetCurrentContext, BringsItsDeviceAlong) {
    const int32_t last = static_cast<int32_t>(deviceCount()) - 1;
    const SetDevice session;
    const OwnedContext other = makeContext(last);
    const ContextScope scope(other.get());
    int32_t device = -1;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, last);
}

TEST(aclrtSetCurrentContext, DefaultContextMayBeSet) {
    const SetDevice session;
    aclrtContext context = currentContext();
    onThreadWithoutContext([&] {
        EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        const OwnedStream stream;
        EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    });
}

TEST(aclrtSetCurrentContext, ThreadsMayShareOne) {  // B10
    const SetDevice session;
    const OwnedContext shared = makeContext();
    onThreads(5, [&](size_t) {
        aclrtStream stream = nullptr;
        EXPECT_EQ(aclrtCreateStream(&stream), ACL_ERROR_RT_CONTEXT_NULL);
        ASSERT_EQ(aclrtSetCurrentContext(shared.get()), ACL_SUCCESS);
        ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
        const OwnedEvent event = makeEvent();
        for (int i = 0; i < 100; ++i) {
            ASSERT_EQ(aclrtRecordEvent(event.get(), stream), ACL_SUCCESS);
            ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
            ASSERT_TRUE(isRecorded(event.get()));
        }
        EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    });
}

TEST(aclrtSetCurrentContext, NullIsRefused) {
    const SetDevice session;
    aclrtContext before = currentContext();
    EXPECT_TRUE(refused("aclrtSetCurrentContext", "context",
                        [] { return aclrtSetCurrentContext(nullptr); }));
    EXPECT_EQ(currentContext(), before);
}

TEST(aclrtSetCurrentContext, WhatIsNoLiveContextIsRefused) {
    const SetDevice session;
    aclrtContext before = currentContext();
    forEachBadHandle<ContextHandle>([&](aclrtContext bad) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, "aclrtSetCurrentContext", "'context'",
                                [&] { return aclrtSetCurrentContext(bad); }));
        EXPECT_EQ(currentContext(), before);
    });
}

TEST(aclrtSetCurrentContext, MayRaceWithDestroy) {
    const SetDevice session;
    raceDestroyAgainst<ContextHandle>([](aclrtContext context) {
        const aclError result = aclrtSetCurrentContext(context);
        EXPECT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_PARAM_INVALID) << result;
    });
}

}  // namespace
}  // namespace belay::test::aclrtSetCurrentContext_test
