#include <gtest/gtest.h>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclGetCannAttribute_test {
namespace {

TEST(aclGetCannAttribute, EveryFeatureIsOffered) {
    for (const aclCannAttr feature :
         {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16, ACL_CANN_ATTR_JIT_COMPILE}) {
        int32_t value = -7;
        EXPECT_EQ(aclGetCannAttribute(feature, &value), ACL_SUCCESS);
        EXPECT_EQ(value, 1);
    }
}

TEST(aclGetCannAttribute, WhatNamesNoFeatureIsRefused) {
    int32_t value = -7;
    for (const int number : {-1, 3, -2, 1000}) {
        EXPECT_TRUE(refused("aclGetCannAttribute", "cannAttr", [&] {
            return aclGetCannAttribute(enumOf<aclCannAttr>(number), &value);
        }));
    }
    EXPECT_EQ(value, -7);
}

TEST(aclGetCannAttribute, NullResultIsRefused) {
    EXPECT_TRUE(refused("aclGetCannAttribute", "value",
                        [] { return aclGetCannAttribute(ACL_CANN_ATTR_BF16, nullptr); }));
}

TEST(aclGetCannAttribute, ManyThreadsMayAskAtOnce) {
    onThreads(8, [](size_t) {
        for (int i = 0; i < 500; ++i) {
            int32_t value = 0;
            ASSERT_EQ(aclGetCannAttribute(ACL_CANN_ATTR_INF_NAN, &value), ACL_SUCCESS);
            ASSERT_EQ(value, 1);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclGetCannAttribute_test
