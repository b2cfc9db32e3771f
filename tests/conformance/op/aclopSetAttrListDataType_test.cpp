#include <gtest/gtest.h>

#include <array>
#include <climits>

#include "support/bad_handles.h"

namespace belay::test::aclopSetAttrListDataType_test {
namespace {

TEST(aclopSetAttrListDataType, ListIsTakenAndLeftAlone) {
    const OwnedAttr attr = makeAttr();
    const std::array<aclDataType, 2> values = {ACL_FLOAT16, ACL_DT_UNDEFINED};
    const auto before = values;
    forgetErrors();
    EXPECT_EQ(aclopSetAttrListDataType(attr.get(), "axes", 2, values.data()), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrListDataType(attr.get(), "axes", 1, values.data()), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
    EXPECT_EQ(values, before);
}

TEST(aclopSetAttrListDataType, ListWithoutEntriesIsAcceptedWhateverTheArray) {
    const OwnedAttr attr = makeAttr();
    auto* nowhere = reinterpret_cast<const aclDataType*>(0x1234);
    forgetErrors();
    for (const int count : {0, -1, INT_MIN}) {
        EXPECT_EQ(aclopSetAttrListDataType(attr.get(), "axes", count, nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclopSetAttrListDataType(attr.get(), "axes", count, nowhere), ACL_SUCCESS);
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopSetAttrListDataType, ReplacesAnAttributeOfAnotherType) {
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrBool(attr.get(), "axes", 1), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrListDataType(attr.get(), "axes", 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "axes", 1), ACL_SUCCESS);
}

TEST(aclopSetAttrListDataType, MissingArrayIsRefused) {
    const OwnedAttr attr = makeAttr();
    for (const int count : {1, INT_MAX}) {
        EXPECT_TRUE(refused("aclopSetAttrListDataType", "values", [&] {
            return aclopSetAttrListDataType(attr.get(), "axes", count, nullptr);
        }));
    }
}

TEST(aclopSetAttrListDataType, NullNameIsRefused) {
    const OwnedAttr attr = makeAttr();
    const std::array<aclDataType, 2> values = {ACL_FLOAT16, ACL_DT_UNDEFINED};
    EXPECT_TRUE(refused("aclopSetAttrListDataType", "attrName", [&] {
        return aclopSetAttrListDataType(attr.get(), nullptr, 2, values.data());
    }));
}

TEST(aclopSetAttrListDataType, NullSetIsRefused) {
    const std::array<aclDataType, 2> values = {ACL_FLOAT16, ACL_DT_UNDEFINED};
    EXPECT_TRUE(refused("aclopSetAttrListDataType", "attr", [&] {
        return aclopSetAttrListDataType(nullptr, "axis", 2, values.data());
    }));
}

TEST(aclopSetAttrListDataType, WhatIsNoLiveSetIsRefused) {
    const std::array<aclDataType, 2> values = {ACL_FLOAT16, ACL_DT_UNDEFINED};
    forEachBadHandle<aclopAttr>([&](aclopAttr* bad) {
        EXPECT_TRUE(refused("aclopSetAttrListDataType", "attr", [&] {
            return aclopSetAttrListDataType(bad, "axis", 2, values.data());
        }));
    });
}

TEST(aclopSetAttrListDataType, RacingDestroyIsHarmless) {
    const std::array<aclDataType, 2> values = {ACL_FLOAT16, ACL_DT_UNDEFINED};
    raceDestroyAgainst<aclopAttr>(
        [&](aclopAttr* attr) { aclopSetAttrListDataType(attr, "axis", 2, values.data()); });
}

TEST(aclopSetAttrListDataType, ManyThreadsSetTheirOwn) {
    const std::array<aclDataType, 2> values = {ACL_FLOAT16, ACL_DT_UNDEFINED};
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 200; ++i) {
            const OwnedAttr attr = makeAttr();
            ASSERT_EQ(aclopSetAttrListDataType(attr.get(), "axis", 2, values.data()), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopSetAttrListDataType_test
