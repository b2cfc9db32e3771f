#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"
#include "support/threads.h"

namespace belay::test::aclrtStreamGetId_test {
namespace {

constexpr const char* kName = "aclrtStreamGetId";

TEST(aclrtStreamGetId, IsTheSameEachTimeAndDifferentForEachStream) {
    const SetDevice session;
    const OwnedStream first;
    const OwnedStream second;
    int32_t id = -1;
    int32_t again = -2;
    int32_t other = -3;
    EXPECT_EQ(aclrtStreamGetId(first.get(), &id), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamGetId(first.get(), &again), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamGetId(second.get(), &other), ACL_SUCCESS);
    EXPECT_GE(id, 0);
    EXPECT_EQ(id, again);
    EXPECT_NE(id, other);
}

TEST(aclrtStreamGetId, MayRaceWithDestroy) {
    const SetDevice session;
    aclrtContext context = currentContext();
    for (int round = 0; round < 200; ++round) {
        aclrtStream stream = OwnedStream().release();
        onThreads(2, [&](size_t thread) {
            ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
            if (thread == 0) {
                EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
            }
            int32_t id = -1;
            while (thread == 1 && aclrtStreamGetId(stream, &id) == ACL_SUCCESS) {
                EXPECT_GE(id, 0);
            }
        });
    }
}

TEST(aclrtStreamGetId, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedStream stream;
    onThreadWithoutContext([&] {
        int32_t value{};
        EXPECT_EQ(aclrtStreamGetId(stream.get(), &value), ACL_SUCCESS);
    });
}

TEST(aclrtStreamGetId, NullForTheAnswerIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "streamId", [] { return aclrtStreamGetId(nullptr, nullptr); }));
}

TEST(aclrtStreamGetId, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, [](aclrtStream stream) {
        auto value = static_cast<int32_t>(42);
        const aclError result = aclrtStreamGetId(stream, &value);
        EXPECT_EQ(static_cast<int>(value), 42);
        return result;
    });
}

TEST(aclrtStreamGetId, NullNeedsAContext) {
    expectNeedsContext(kName, [] {
        int32_t value{};
        return aclrtStreamGetId(nullptr, &value);
    });
}

}  // namespace
}  // namespace belay::test::aclrtStreamGetId_test
