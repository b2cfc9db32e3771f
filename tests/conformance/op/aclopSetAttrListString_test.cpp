#include <gtest/gtest.h>

#include <array>
#include <climits>

#include "support/bad_handles.h"

namespace belay::test::aclopSetAttrListString_test {
namespace {

TEST(aclopSetAttrListString, ListIsTakenAndLeftAlone) {
    const OwnedAttr attr = makeAttr();
    std::array<const char*, 3> values = {"x", "", "y"};
    const auto before = values;
    forgetErrors();
    EXPECT_EQ(aclopSetAttrListString(attr.get(), "axes", 3, values.data()), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrListString(attr.get(), "axes", 1, values.data()), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
    EXPECT_EQ(values, before);
}

TEST(aclopSetAttrListString, ListWithoutEntriesIsAcceptedWhateverTheArray) {
    const OwnedAttr attr = makeAttr();
    auto* nowhere = reinterpret_cast<const char**>(0x1234);
    forgetErrors();
    for (const int count : {0, -1, INT_MIN}) {
        EXPECT_EQ(aclopSetAttrListString(attr.get(), "axes", count, nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclopSetAttrListString(attr.get(), "axes", count, nowhere), ACL_SUCCESS);
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopSetAttrListString, ReplacesAnAttributeOfAnotherType) {
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrBool(attr.get(), "axes", 1), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrListString(attr.get(), "axes", 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "axes", 1), ACL_SUCCESS);
}

TEST(aclopSetAttrListString, MissingArrayIsRefused) {
    const OwnedAttr attr = makeAttr();
    for (const int count : {1, INT_MAX}) {
        EXPECT_TRUE(refused("aclopSetAttrListString", "values", [&] {
            return aclopSetAttrListString(attr.get(), "axes", count, nullptr);
        }));
    }
}

TEST(aclopSetAttrListString, NullTextIsRefusedByItsPlace) {
    const OwnedAttr attr = makeAttr();
    std::array<const char*, 3> values = {"x", nullptr, "y"};
    EXPECT_TRUE(refused("aclopSetAttrListString", "values[1]", [&] {
        return aclopSetAttrListString(attr.get(), "axes", 3, values.data());
    }));
    EXPECT_EQ(aclopSetAttrListString(attr.get(), "axes", 1, values.data()), ACL_SUCCESS);
}

TEST(aclopSetAttrListString, NullNameIsRefused) {
    const OwnedAttr attr = makeAttr();
    std::array<const char*, 2> values = {"x", "y"};
    EXPECT_TRUE(refused("aclopSetAttrListString", "attrName", [&] {
        return aclopSetAttrListString(attr.get(), nullptr, 2, values.data());
    }));
}

TEST(aclopSetAttrListString, NullSetIsRefused) {
    std::array<const char*, 2> values = {"x", "y"};
    EXPECT_TRUE(refused("aclopSetAttrListString", "attr",
                        [&] { return aclopSetAttrListString(nullptr, "axis", 2, values.data()); }));
}

TEST(aclopSetAttrListString, WhatIsNoLiveSetIsRefused) {
    std::array<const char*, 2> values = {"x", "y"};
    forEachBadHandle<aclopAttr>([&](aclopAttr* bad) {
        EXPECT_TRUE(refused("aclopSetAttrListString", "attr",
                            [&] { return aclopSetAttrListString(bad, "axis", 2, values.data()); }));
    });
}

TEST(aclopSetAttrListString, RacingDestroyIsHarmless) {
    std::array<const char*, 2> values = {"x", "y"};
    raceDestroyAgainst<aclopAttr>(
        [&](aclopAttr* attr) { aclopSetAttrListString(attr, "axis", 2, values.data()); });
}

TEST(aclopSetAttrListString, ManyThreadsSetTheirOwn) {
    std::array<const char*, 2> values = {"x", "y"};
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 200; ++i) {
            const OwnedAttr attr = makeAttr();
            ASSERT_EQ(aclopSetAttrListString(attr.get(), "axis", 2, values.data()), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopSetAttrListString_test
