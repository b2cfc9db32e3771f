#include <gtest/gtest.h>

#include "support/device.h"
#include "support/device_refusals.h"

namespace belay::test::aclrtSetStreamAttribute_test {
namespace {

constexpr const char* kName = "aclrtSetStreamAttribute";

aclError set(aclrtStream stream, aclrtStreamAttr attribute, uint64_t number) {
    aclrtStreamAttrValue value{};
    value.failureMode = number;  // all members begin at the same place
    return aclrtSetStreamAttribute(stream, attribute, &value);
}

uint64_t get(aclrtStream stream, aclrtStreamAttr attribute) {
    aclrtStreamAttrValue value{};
    EXPECT_EQ(aclrtGetStreamAttribute(stream, attribute, &value), ACL_SUCCESS);
    return value.failureMode;
}

TEST(aclrtSetStreamAttribute, EachPropertyIsKeptByItself) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedStream other;
    const std::vector<std::pair<aclrtStreamAttr, uint64_t>> values = {
        {ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, 1},
        {ACL_STREAM_ATTR_USER_CUSTOM_TAG, 0xFFFF'FFFF},
        {ACL_STREAM_ATTR_CACHE_OP_INFO, 1},
        {ACL_STREAM_ATTR_PRIORITY, 5},
        {ACL_STREAM_ATTR_FAILURE_MODE, ACL_STOP_ON_FAILURE}};
    for (const auto& [attribute, value] : values) {
        EXPECT_EQ(get(stream.get(), attribute), 0U) << attribute;
    }
    for (const auto& [attribute, value] : values) {
        ASSERT_EQ(set(stream.get(), attribute, value), ACL_SUCCESS) << attribute;
    }
    for (const auto& [attribute, value] : values) {
        EXPECT_EQ(get(stream.get(), attribute), value) << attribute;
        EXPECT_EQ(get(other.get(), attribute), 0U) << attribute;
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(aclrtSetStreamAttribute, IsTheSameAsTheFunctionsForOneProperty) {
    const SetDevice session;
    const OwnedStream stream;
    ASSERT_EQ(set(stream.get(), ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, 1), ACL_SUCCESS);
    uint32_t flag = 0;
    ASSERT_EQ(aclrtGetStreamOverflowSwitch(stream.get(), &flag), ACL_SUCCESS);
    EXPECT_EQ(flag, 1U);
    ASSERT_EQ(set(stream.get(), ACL_STREAM_ATTR_PRIORITY, 3), ACL_SUCCESS);
    uint32_t priority = 0;
    ASSERT_EQ(aclrtStreamGetPriority(stream.get(), &priority), ACL_SUCCESS);
    EXPECT_EQ(priority, 3U);
}

// A failing task shows the mode.
TEST(aclrtSetStreamAttribute, AStreamStopsOnFailureAndStaysSo) {
    const SetDevice session;
    const OwnedStream stream;
    const OwnedEvent never = makeEventWithFlag(ACL_EVENT_SYNC);
    ASSERT_EQ(set(stream.get(), ACL_STREAM_ATTR_FAILURE_MODE, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "cannot be made to continue", [&] {
        return set(stream.get(), ACL_STREAM_ATTR_FAILURE_MODE, ACL_CONTINUE_ON_FAILURE);
    }));
    ASSERT_EQ(aclrtStreamWaitEventWithTimeout(stream.get(), never.get(), 1), ACL_SUCCESS);
    const aclError failed = aclrtSynchronizeStream(stream.get());
    EXPECT_NE(failed, ACL_SUCCESS);
    EXPECT_EQ(aclrtRecordEvent(never.get(), stream.get()), failed);
}

TEST(aclrtSetStreamAttribute, NullIsTheDefaultStreamWhoseFailureModeIsFixed) {
    const SetDevice session;
    ASSERT_EQ(set(nullptr, ACL_STREAM_ATTR_USER_CUSTOM_TAG, 9), ACL_SUCCESS);
    EXPECT_EQ(get(nullptr, ACL_STREAM_ATTR_USER_CUSTOM_TAG), 9U);
    ASSERT_EQ(set(nullptr, ACL_STREAM_ATTR_USER_CUSTOM_TAG, 0), ACL_SUCCESS);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'stream' is the default", [] {
        return set(nullptr, ACL_STREAM_ATTR_FAILURE_MODE, ACL_STOP_ON_FAILURE);
    }));
}

TEST(aclrtSetStreamAttribute, ImpossibleValuesAreRefused) {
    const SetDevice session;
    const OwnedStream stream;
    for (const auto& [attribute, number] : std::vector<std::pair<aclrtStreamAttr, uint64_t>>{
             {ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, 2},
             {ACL_STREAM_ATTR_CACHE_OP_INFO, 2},
             {ACL_STREAM_ATTR_PRIORITY, 8}}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "'value'",
                                [&, attribute = attribute, number = number] {
                                    return set(stream.get(), attribute, number);
                                }))
            << attribute;
        EXPECT_EQ(get(stream.get(), attribute), 0U);
    }
}

TEST(aclrtSetStreamAttribute, NumbersWithoutAPropertyAreRefused) {
    const SetDevice session;
    const OwnedStream stream;
    for (const int number : {0, 6, -1}) {
        EXPECT_TRUE(refused(kName, "stmAttrType",
                            [&] { return set(stream.get(), enumOf<aclrtStreamAttr>(number), 0); }));
    }
}

TEST(aclrtSetStreamAttribute, NullValueIsRefused) {
    const SetDevice session;
    EXPECT_TRUE(refused(kName, "value", [] {
        return aclrtSetStreamAttribute(nullptr, ACL_STREAM_ATTR_PRIORITY, nullptr);
    }));
}

TEST(aclrtSetStreamAttribute, WhatIsNoLiveStreamIsRefused) {
    const SetDevice session;
    expectNeedsStream(
        kName, [](aclrtStream stream) { return set(stream, ACL_STREAM_ATTR_USER_CUSTOM_TAG, 1); });
}

TEST(aclrtSetStreamAttribute, NullNeedsAContext) {
    expectNeedsContext(kName, [] { return set(nullptr, ACL_STREAM_ATTR_USER_CUSTOM_TAG, 1); });
}

}  // namespace
}  // namespace belay::test::aclrtSetStreamAttribute_test
