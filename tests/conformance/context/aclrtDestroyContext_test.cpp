#include <gtest/gtest.h>

#include <atomic>

#include "support/bad_handles.h"
#include "support/device.h"
#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclrtDestroyContext_test {
namespace {

TEST(aclrtDestroyContext, DestroyedContextIsGone) {
    const SetDevice session;
    aclrtContext context = makeContext().release();
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetCurrentContext(context), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtDestroyContext", "'context'",
                            [&] { return aclrtDestroyContext(context); }));
}

TEST(aclrtDestroyContext, CurrentOneLeavesTheThreadWithout) {
    const SetDevice session;
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtGetCurrentContext", "destroyed",
                            [&] { return aclrtGetCurrentContext(&context); }));
}

TEST(aclrtDestroyContext, TakesItsStreams) {
    const SetDevice session;
    OwnedContext context = makeContext();
    aclrtStream stream = nullptr;
    {
        const ContextScope scope(context.get());
        stream = OwnedStream().release();
    }
    context.reset();
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(aclrtDestroyContext, WorkInFlightStillRuns) {
    const SetDevice session;
    OwnedContext context = makeContext();
    const OwnedEvent event = makeEvent();
    {
        const ContextScope scope(context.get());
        ASSERT_EQ(aclrtRecordEvent(event.get(), nullptr), ACL_SUCCESS);
    }
    context.reset();
    EXPECT_TRUE(isRecorded(event.get()));
}

TEST(aclrtDestroyContext, LeavesOtherContexts) {
    const SetDevice session;
    const OwnedStream stream;
    makeContext();
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtDestroyContext, DefaultContextIsRefused) {  // B40
    const SetDevice session;
    aclrtContext context = currentContext();
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtDestroyContext", "default",
                            [&] { return aclrtDestroyContext(context); }));
    EXPECT_EQ(currentContext(), context);
    const OwnedStream stream;
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtDestroyContext, NullIsRefused) {
    EXPECT_TRUE(
        refused("aclrtDestroyContext", "context", [] { return aclrtDestroyContext(nullptr); }));
}

TEST(aclrtDestroyContext, WhatIsNoLiveContextIsRefused) {
    const SetDevice session;
    forEachBadHandle<ContextHandle>([](aclrtContext bad) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_CONTEXT_NULL, "aclrtDestroyContext", "'context'",
                                [&] { return aclrtDestroyContext(bad); }));
    });
}

TEST(aclrtDestroyContext, AnyThreadMayDestroy) {
    const SetDevice session;
    aclrtContext context = makeContext().release();
    onThreadWithoutContext([&] { EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS); });
}

TEST(aclrtDestroyContext, OfManyThreadsOneSucceeds) {
    const SetDevice session;
    for (int round = 0; round < 20; ++round) {
        aclrtContext context = makeContext().release();
        std::atomic<int> succeeded{0};
        onThreads(8, [&](size_t) {
            const aclError result = aclrtDestroyContext(context);
            succeeded += result == ACL_SUCCESS ? 1 : 0;
            EXPECT_TRUE(result == ACL_SUCCESS || result == ACL_ERROR_RT_CONTEXT_NULL) << result;
        });
        EXPECT_EQ(succeeded, 1);
    }
}

TEST(aclrtDestroyContext, ThreadsThatUseItGetErrors) {
    const SetDevice session;
    raceDestroyAgainst<ContextHandle>([](aclrtContext context) {
        if (aclrtSetCurrentContext(context) != ACL_SUCCESS) {
            return;
        }
        aclrtStream stream = nullptr;
        aclrtEvent event = nullptr;
        if (aclrtCreateStream(&stream) == ACL_SUCCESS) {
            aclrtSynchronizeStream(stream);
        }
        if (aclrtCreateEvent(&event) == ACL_SUCCESS) {
            aclrtRecordEvent(event, nullptr);
            EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclrtDestroyContext_test
