#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclopSetAttrBool_test {
namespace {

TEST(aclopSetAttrBool, EveryNumberIsAccepted) {
    const OwnedAttr attr = makeAttr();
    forgetErrors();
    EXPECT_EQ(aclopSetAttrBool(attr.get(), "axis", 0), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrBool(attr.get(), "axis", 1), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrBool(attr.get(), "axis", 255), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopSetAttrBool, ReplacesAnAttributeOfAnotherType) {
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrListInt(attr.get(), "axis", 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrBool(attr.get(), "axis", 0), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrString(attr.get(), "axis", "text"), ACL_SUCCESS);
}

TEST(aclopSetAttrBool, AnyNameIsAccepted) {
    const OwnedAttr attr = makeAttr();
    EXPECT_EQ(aclopSetAttrBool(attr.get(), "", 0), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrBool(attr.get(), std::string(10'000, 'n').c_str(), 0), ACL_SUCCESS);
}

TEST(aclopSetAttrBool, NullNameIsRefused) {
    const OwnedAttr attr = makeAttr();
    EXPECT_TRUE(refused("aclopSetAttrBool", "attrName",
                        [&] { return aclopSetAttrBool(attr.get(), nullptr, 1); }));
}

TEST(aclopSetAttrBool, NullSetIsRefused) {
    EXPECT_TRUE(
        refused("aclopSetAttrBool", "attr", [&] { return aclopSetAttrBool(nullptr, "axis", 1); }));
}

TEST(aclopSetAttrBool, WhatIsNoLiveSetIsRefused) {
    forEachBadHandle<aclopAttr>([&](aclopAttr* bad) {
        EXPECT_TRUE(
            refused("aclopSetAttrBool", "attr", [&] { return aclopSetAttrBool(bad, "axis", 1); }));
    });
}

TEST(aclopSetAttrBool, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclopAttr>([&](aclopAttr* attr) { aclopSetAttrBool(attr, "axis", 1); });
}

TEST(aclopSetAttrBool, ManyThreadsSetTheirOwn) {
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 200; ++i) {
            const OwnedAttr attr = makeAttr();
            ASSERT_EQ(aclopSetAttrBool(attr.get(), "axis", 1), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopSetAttrBool_test
