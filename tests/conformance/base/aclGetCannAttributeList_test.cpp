#include <gtest/gtest.h>

#include <vector>

#include "support/refusal.h"
#include "support/threads.h"

namespace belay::test::aclGetCannAttributeList_test {
namespace {

TEST(aclGetCannAttributeList, ListsEveryFeature) {
    const aclCannAttr* list = nullptr;
    size_t count = 0;
    ASSERT_EQ(aclGetCannAttributeList(&list, &count), ACL_SUCCESS);
    EXPECT_EQ(std::vector<aclCannAttr>(list, list + count),
              (std::vector<aclCannAttr>{ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16,
                                        ACL_CANN_ATTR_JIT_COMPILE}));
}

TEST(aclGetCannAttributeList, WhatIsListedIsOffered) {
    const aclCannAttr* list = nullptr;
    size_t count = 0;
    ASSERT_EQ(aclGetCannAttributeList(&list, &count), ACL_SUCCESS);
    for (size_t i = 0; i < count; ++i) {
        int32_t value = 0;
        EXPECT_EQ(aclGetCannAttribute(list[i], &value), ACL_SUCCESS);
        EXPECT_EQ(value, 1);
    }
}

TEST(aclGetCannAttributeList, ListStaysWhereItIs) {
    const aclCannAttr* first = nullptr;
    const aclCannAttr* second = nullptr;
    size_t count = 0;
    ASSERT_EQ(aclGetCannAttributeList(&first, &count), ACL_SUCCESS);
    ASSERT_EQ(aclGetCannAttributeList(&second, &count), ACL_SUCCESS);
    EXPECT_EQ(first, second);
}

TEST(aclGetCannAttributeList, NullListIsRefused) {
    size_t count = 77;
    EXPECT_TRUE(refused("aclGetCannAttributeList", "cannAttrList",
                        [&] { return aclGetCannAttributeList(nullptr, &count); }));
    EXPECT_EQ(count, 77U);
}

TEST(aclGetCannAttributeList, NullCountIsRefused) {
    const auto* const untouched = reinterpret_cast<const aclCannAttr*>(0x5A5A);
    const aclCannAttr* list = untouched;
    EXPECT_TRUE(refused("aclGetCannAttributeList", "num",
                        [&] { return aclGetCannAttributeList(&list, nullptr); }));
    EXPECT_EQ(list, untouched);
}

TEST(aclGetCannAttributeList, ManyThreadsMayAskAtOnce) {
    onThreads(8, [](size_t) {
        for (int i = 0; i < 500; ++i) {
            const aclCannAttr* list = nullptr;
            size_t count = 0;
            ASSERT_EQ(aclGetCannAttributeList(&list, &count), ACL_SUCCESS);
            ASSERT_EQ(count, 3U);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclGetCannAttributeList_test
