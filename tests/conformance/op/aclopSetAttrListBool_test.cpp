#include <gtest/gtest.h>

#include <array>
#include <climits>

#include "support/bad_handles.h"

namespace belay::test::aclopSetAttrListBool_test {
namespace {

TEST(aclopSetAttrListBool, ListIsTakenAndLeftAlone) {
    const OwnedAttr attr = makeAttr();
    const std::array<uint8_t, 3> values = {0, 1, 255};
    const auto before = values;
    forgetErrors();
    EXPECT_EQ(aclopSetAttrListBool(attr.get(), "axes", 3, values.data()), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrListBool(attr.get(), "axes", 1, values.data()), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
    EXPECT_EQ(values, before);
}

TEST(aclopSetAttrListBool, ListWithoutEntriesIsAcceptedWhateverTheArray) {
    const OwnedAttr attr = makeAttr();
    auto* nowhere = reinterpret_cast<const uint8_t*>(0x1234);
    forgetErrors();
    for (const int count : {0, -1, INT_MIN}) {
        EXPECT_EQ(aclopSetAttrListBool(attr.get(), "axes", count, nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclopSetAttrListBool(attr.get(), "axes", count, nowhere), ACL_SUCCESS);
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopSetAttrListBool, ReplacesAnAttributeOfAnotherType) {
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrBool(attr.get(), "axes", 1), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrListBool(attr.get(), "axes", 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "axes", 1), ACL_SUCCESS);
}

TEST(aclopSetAttrListBool, MissingArrayIsRefused) {
    const OwnedAttr attr = makeAttr();
    for (const int count : {1, INT_MAX}) {
        EXPECT_TRUE(refused("aclopSetAttrListBool", "values", [&] {
            return aclopSetAttrListBool(attr.get(), "axes", count, nullptr);
        }));
    }
}

TEST(aclopSetAttrListBool, NullNameIsRefused) {
    const OwnedAttr attr = makeAttr();
    const std::array<uint8_t, 3> values = {0, 1, 255};
    EXPECT_TRUE(refused("aclopSetAttrListBool", "attrName", [&] {
        return aclopSetAttrListBool(attr.get(), nullptr, 3, values.data());
    }));
}

TEST(aclopSetAttrListBool, NullSetIsRefused) {
    const std::array<uint8_t, 3> values = {0, 1, 255};
    EXPECT_TRUE(refused("aclopSetAttrListBool", "attr",
                        [&] { return aclopSetAttrListBool(nullptr, "axis", 3, values.data()); }));
}

TEST(aclopSetAttrListBool, WhatIsNoLiveSetIsRefused) {
    const std::array<uint8_t, 3> values = {0, 1, 255};
    forEachBadHandle<aclopAttr>([&](aclopAttr* bad) {
        EXPECT_TRUE(refused("aclopSetAttrListBool", "attr",
                            [&] { return aclopSetAttrListBool(bad, "axis", 3, values.data()); }));
    });
}

TEST(aclopSetAttrListBool, RacingDestroyIsHarmless) {
    const std::array<uint8_t, 3> values = {0, 1, 255};
    raceDestroyAgainst<aclopAttr>(
        [&](aclopAttr* attr) { aclopSetAttrListBool(attr, "axis", 3, values.data()); });
}

TEST(aclopSetAttrListBool, ManyThreadsSetTheirOwn) {
    const std::array<uint8_t, 3> values = {0, 1, 255};
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 200; ++i) {
            const OwnedAttr attr = makeAttr();
            ASSERT_EQ(aclopSetAttrListBool(attr.get(), "axis", 3, values.data()), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopSetAttrListBool_test
