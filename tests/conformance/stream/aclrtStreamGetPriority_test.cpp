#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtStreamGetPriority_test {
namespace {

constexpr const char* kName = "aclrtStreamGetPriority";

TEST(aclrtStreamGetPriority, TellsThePriorityAtCreation) {
    const SetDevice session;
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 3, 0), ACL_SUCCESS);
    const OwnedStream owned(stream);
    uint32_t priority = 42;
    EXPECT_EQ(aclrtStreamGetPriority(stream, &priority), ACL_SUCCESS);
    EXPECT_EQ(priority, 3U);
    EXPECT_EQ(aclrtStreamGetPriority(nullptr, &priority), ACL_SUCCESS);
    EXPECT_EQ(priority, 0U);
}

TEST(aclrtStreamGetPriority, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedStream stream;
    onThreadWithoutContext([&] {
        uint32_t value{};
        EXPECT_EQ(aclrtStreamGetPriority(stream.get(), &value), ACL_SUCCESS);
    });
}

TEST(aclrtStreamGetPriority, NullForTheAnswerIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(
        refused(kName, "priority", [] { return aclrtStreamGetPriority(nullptr, nullptr); }));
}

TEST(aclrtStreamGetPriority, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, [](aclrtStream stream) {
        auto value = static_cast<uint32_t>(42);
        const aclError result = aclrtStreamGetPriority(stream, &value);
        EXPECT_EQ(static_cast<int>(value), 42);
        return result;
    });
}

TEST(aclrtStreamGetPriority, NullNeedsAContext) {
    expectNeedsContext(kName, [] {
        uint32_t value{};
        return aclrtStreamGetPriority(nullptr, &value);
    });
}

}  // namespace
}  // namespace belay::test::aclrtStreamGetPriority_test
