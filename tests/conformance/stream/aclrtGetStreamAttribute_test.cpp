#include <gtest/gtest.h>

#include <cstring>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtGetStreamAttribute_test {
namespace {

constexpr const char* kName = "aclrtGetStreamAttribute";

TEST(aclrtGetStreamAttribute, WritesTheMemberOfThePropertyOnly) {
    const SetDevice session;
    aclrtStream made = nullptr;
    ASSERT_EQ(aclrtCreateStreamWithConfig(&made, 6, 0), ACL_SUCCESS);
    const OwnedStream stream(made);
    aclrtStreamAttrValue value;
    std::memset(&value, 0x5A, sizeof value);
    ASSERT_EQ(aclrtGetStreamAttribute(stream.get(), ACL_STREAM_ATTR_PRIORITY, &value), ACL_SUCCESS);
    EXPECT_EQ(value.streamPriority, 6U);
    EXPECT_EQ(value.reserve[1], 0x5A5A5A5AU);
    EXPECT_EQ(value.reserve[3], 0x5A5A5A5AU);
    ASSERT_EQ(aclrtGetStreamAttribute(stream.get(), ACL_STREAM_ATTR_FAILURE_MODE, &value),
              ACL_SUCCESS);
    EXPECT_EQ(value.failureMode, ACL_CONTINUE_ON_FAILURE);
    ASSERT_EQ(aclrtSetStreamFailureMode(stream.get(), ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    ASSERT_EQ(aclrtGetStreamAttribute(stream.get(), ACL_STREAM_ATTR_FAILURE_MODE, &value),
              ACL_SUCCESS);
    EXPECT_EQ(value.failureMode, ACL_STOP_ON_FAILURE);
}

TEST(aclrtGetStreamAttribute, WorksForStreamsOfAnyContext) {
    const SetDevice session;
    const OwnedStream stream;
    onThreadWithoutContext([&] {
        aclrtStreamAttrValue value{};
        value.userCustomTag = 7;
        EXPECT_EQ(aclrtGetStreamAttribute(stream.get(), ACL_STREAM_ATTR_USER_CUSTOM_TAG, &value),
                  ACL_SUCCESS);
        EXPECT_EQ(value.userCustomTag, 0U);
    });
}

TEST(aclrtGetStreamAttribute, NumbersWithoutAPropertyAreRefused) {
    const SetDevice session;
    aclrtStreamAttrValue value{};
    value.failureMode = 7;
    for (const int number : {0, 6, -1}) {
        EXPECT_TRUE(refused(kName, "stmAttrType", [&] {
            return aclrtGetStreamAttribute(nullptr, enumOf<aclrtStreamAttr>(number), &value);
        }));
    }
    EXPECT_EQ(value.failureMode, 7U);
}

TEST(aclrtGetStreamAttribute, NullValueIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "value", [] {
        return aclrtGetStreamAttribute(nullptr, ACL_STREAM_ATTR_PRIORITY, nullptr);
    }));
}

TEST(aclrtGetStreamAttribute, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    aclrtStreamAttrValue value{};
    expectNeedsStream(kName, [&](aclrtStream stream) {
        return aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, &value);
    });
}

TEST(aclrtGetStreamAttribute, NullStreamNeedsAContext) {
    aclrtStreamAttrValue value{};
    expectNeedsContext(
        kName, [&] { return aclrtGetStreamAttribute(nullptr, ACL_STREAM_ATTR_PRIORITY, &value); });
}

}  // namespace
}  // namespace belay::test::aclrtGetStreamAttribute_test
