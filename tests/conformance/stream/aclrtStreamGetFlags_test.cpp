#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtStreamGetFlags_test {
namespace {

constexpr const char* kName = "aclrtStreamGetFlags";

TEST(aclrtStreamGetFlags, TellsTheFlagsAtCreation) {
    const SetDevice session;
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_FAST_SYNC), ACL_SUCCESS);
    const OwnedStream owned(stream);
    uint32_t flags = 42;
    EXPECT_EQ(aclrtStreamGetFlags(stream, &flags), ACL_SUCCESS);
    EXPECT_EQ(flags, ACL_STREAM_FAST_SYNC);
    EXPECT_EQ(aclrtStreamGetFlags(nullptr, &flags), ACL_SUCCESS);
    EXPECT_EQ(flags, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC);
}

TEST(aclrtStreamGetFlags, WorksWithoutAContext) {
    const SetDevice session;
    const OwnedStream stream;
    onThreadWithoutContext([&] {
        uint32_t value{};
        EXPECT_EQ(aclrtStreamGetFlags(stream.get(), &value), ACL_SUCCESS);
    });
}

TEST(aclrtStreamGetFlags, NullForTheAnswerIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "flags", [] { return aclrtStreamGetFlags(nullptr, nullptr); }));
}

TEST(aclrtStreamGetFlags, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(kName, [](aclrtStream stream) {
        auto value = static_cast<uint32_t>(42);
        const aclError result = aclrtStreamGetFlags(stream, &value);
        EXPECT_EQ(static_cast<int>(value), 42);
        return result;
    });
}

TEST(aclrtStreamGetFlags, NullNeedsAContext) {
    expectNeedsContext(kName, [] {
        uint32_t value{};
        return aclrtStreamGetFlags(nullptr, &value);
    });
}

}  // namespace
}  // namespace belay::test::aclrtStreamGetFlags_test
