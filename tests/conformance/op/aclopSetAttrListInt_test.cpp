#include <gtest/gtest.h>

#include <array>
#include <climits>

#include "support/bad_handles.h"

namespace belay::test::aclopSetAttrListInt_test {
namespace {

TEST(aclopSetAttrListInt, ListIsTakenAndLeftAlone) {
    const OwnedAttr attr = makeAttr();
    const std::array<int64_t, 3> values = {1, -1, INT64_MAX};
    const auto before = values;
    forgetErrors();
    EXPECT_EQ(aclopSetAttrListInt(attr.get(), "axes", 3, values.data()), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrListInt(attr.get(), "axes", 1, values.data()), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
    EXPECT_EQ(values, before);
}

TEST(aclopSetAttrListInt, ListWithoutEntriesIsAcceptedWhateverTheArray) {
    const OwnedAttr attr = makeAttr();
    auto* nowhere = reinterpret_cast<const int64_t*>(0x1234);
    forgetErrors();
    for (const int count : {0, -1, INT_MIN}) {
        EXPECT_EQ(aclopSetAttrListInt(attr.get(), "axes", count, nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclopSetAttrListInt(attr.get(), "axes", count, nowhere), ACL_SUCCESS);
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopSetAttrListInt, ReplacesAnAttributeOfAnotherType) {
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrBool(attr.get(), "axes", 1), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrListInt(attr.get(), "axes", 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "axes", 1), ACL_SUCCESS);
}

TEST(aclopSetAttrListInt, MissingArrayIsRefused) {
    const OwnedAttr attr = makeAttr();
    for (const int count : {1, INT_MAX}) {
        EXPECT_TRUE(refused("aclopSetAttrListInt", "values", [&] {
            return aclopSetAttrListInt(attr.get(), "axes", count, nullptr);
        }));
    }
}

TEST(aclopSetAttrListInt, NullNameIsRefused) {
    const OwnedAttr attr = makeAttr();
    const std::array<int64_t, 3> values = {1, -1, INT64_MAX};
    EXPECT_TRUE(refused("aclopSetAttrListInt", "attrName", [&] {
        return aclopSetAttrListInt(attr.get(), nullptr, 3, values.data());
    }));
}

TEST(aclopSetAttrListInt, NullSetIsRefused) {
    const std::array<int64_t, 3> values = {1, -1, INT64_MAX};
    EXPECT_TRUE(refused("aclopSetAttrListInt", "attr",
                        [&] { return aclopSetAttrListInt(nullptr, "axis", 3, values.data()); }));
}

TEST(aclopSetAttrListInt, WhatIsNoLiveSetIsRefused) {
    const std::array<int64_t, 3> values = {1, -1, INT64_MAX};
    forEachBadHandle<aclopAttr>([&](aclopAttr* bad) {
        EXPECT_TRUE(refused("aclopSetAttrListInt", "attr",
                            [&] { return aclopSetAttrListInt(bad, "axis", 3, values.data()); }));
    });
}

TEST(aclopSetAttrListInt, RacingDestroyIsHarmless) {
    const std::array<int64_t, 3> values = {1, -1, INT64_MAX};
    raceDestroyAgainst<aclopAttr>(
        [&](aclopAttr* attr) { aclopSetAttrListInt(attr, "axis", 3, values.data()); });
}

TEST(aclopSetAttrListInt, ManyThreadsSetTheirOwn) {
    const std::array<int64_t, 3> values = {1, -1, INT64_MAX};
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 200; ++i) {
            const OwnedAttr attr = makeAttr();
            ASSERT_EQ(aclopSetAttrListInt(attr.get(), "axis", 3, values.data()), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopSetAttrListInt_test
