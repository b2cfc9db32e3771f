#include <gtest/gtest.h>

#include <array>
#include <climits>

#include "support/bad_handles.h"

namespace belay::test::aclopSetAttrListFloat_test {
namespace {

TEST(aclopSetAttrListFloat, ListIsTakenAndLeftAlone) {
    const OwnedAttr attr = makeAttr();
    const std::array<float, 3> values = {0.5F, -2.0F, 0.0F};
    const auto before = values;
    forgetErrors();
    EXPECT_EQ(aclopSetAttrListFloat(attr.get(), "axes", 3, values.data()), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrListFloat(attr.get(), "axes", 1, values.data()), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
    EXPECT_EQ(values, before);
}

TEST(aclopSetAttrListFloat, ListWithoutEntriesIsAcceptedWhateverTheArray) {
    const OwnedAttr attr = makeAttr();
    auto* nowhere = reinterpret_cast<const float*>(0x1234);
    forgetErrors();
    for (const int count : {0, -1, INT_MIN}) {
        EXPECT_EQ(aclopSetAttrListFloat(attr.get(), "axes", count, nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclopSetAttrListFloat(attr.get(), "axes", count, nowhere), ACL_SUCCESS);
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopSetAttrListFloat, ReplacesAnAttributeOfAnotherType) {
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrBool(attr.get(), "axes", 1), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrListFloat(attr.get(), "axes", 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "axes", 1), ACL_SUCCESS);
}

TEST(aclopSetAttrListFloat, MissingArrayIsRefused) {
    const OwnedAttr attr = makeAttr();
    for (const int count : {1, INT_MAX}) {
        EXPECT_TRUE(refused("aclopSetAttrListFloat", "values", [&] {
            return aclopSetAttrListFloat(attr.get(), "axes", count, nullptr);
        }));
    }
}

TEST(aclopSetAttrListFloat, NullNameIsRefused) {
    const OwnedAttr attr = makeAttr();
    const std::array<float, 3> values = {0.5F, -2.0F, 0.0F};
    EXPECT_TRUE(refused("aclopSetAttrListFloat", "attrName", [&] {
        return aclopSetAttrListFloat(attr.get(), nullptr, 3, values.data());
    }));
}

TEST(aclopSetAttrListFloat, NullSetIsRefused) {
    const std::array<float, 3> values = {0.5F, -2.0F, 0.0F};
    EXPECT_TRUE(refused("aclopSetAttrListFloat", "attr",
                        [&] { return aclopSetAttrListFloat(nullptr, "axis", 3, values.data()); }));
}

TEST(aclopSetAttrListFloat, WhatIsNoLiveSetIsRefused) {
    const std::array<float, 3> values = {0.5F, -2.0F, 0.0F};
    forEachBadHandle<aclopAttr>([&](aclopAttr* bad) {
        EXPECT_TRUE(refused("aclopSetAttrListFloat", "attr",
                            [&] { return aclopSetAttrListFloat(bad, "axis", 3, values.data()); }));
    });
}

TEST(aclopSetAttrListFloat, RacingDestroyIsHarmless) {
    const std::array<float, 3> values = {0.5F, -2.0F, 0.0F};
    raceDestroyAgainst<aclopAttr>(
        [&](aclopAttr* attr) { aclopSetAttrListFloat(attr, "axis", 3, values.data()); });
}

TEST(aclopSetAttrListFloat, ManyThreadsSetTheirOwn) {
    const std::array<float, 3> values = {0.5F, -2.0F, 0.0F};
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 200; ++i) {
            const OwnedAttr attr = makeAttr();
            ASSERT_EQ(aclopSetAttrListFloat(attr.get(), "axis", 3, values.data()), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopSetAttrListFloat_test
