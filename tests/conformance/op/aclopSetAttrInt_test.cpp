#include <gtest/gtest.h>

#include <cstdint>

#include "support/bad_handles.h"

namespace belay::test::aclopSetAttrInt_test {
namespace {

TEST(aclopSetAttrInt, EveryNumberIsAccepted) {
    const OwnedAttr attr = makeAttr();
    forgetErrors();
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "axis", 7), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "axis", INT64_MIN), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "axis", INT64_MAX), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopSetAttrInt, ReplacesAnAttributeOfAnotherType) {
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrListInt(attr.get(), "axis", 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "axis", 7), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrString(attr.get(), "axis", "text"), ACL_SUCCESS);
}

TEST(aclopSetAttrInt, AnyNameIsAccepted) {
    const OwnedAttr attr = makeAttr();
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "", 7), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrInt(attr.get(), std::string(10'000, 'n').c_str(), 7), ACL_SUCCESS);
}

TEST(aclopSetAttrInt, NullNameIsRefused) {
    const OwnedAttr attr = makeAttr();
    EXPECT_TRUE(refused("aclopSetAttrInt", "attrName",
                        [&] { return aclopSetAttrInt(attr.get(), nullptr, 7); }));
}

TEST(aclopSetAttrInt, NullSetIsRefused) {
    EXPECT_TRUE(
        refused("aclopSetAttrInt", "attr", [&] { return aclopSetAttrInt(nullptr, "axis", 7); }));
}

TEST(aclopSetAttrInt, WhatIsNoLiveSetIsRefused) {
    forEachBadHandle<aclopAttr>([&](aclopAttr* bad) {
        EXPECT_TRUE(
            refused("aclopSetAttrInt", "attr", [&] { return aclopSetAttrInt(bad, "axis", 7); }));
    });
}

TEST(aclopSetAttrInt, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclopAttr>([&](aclopAttr* attr) { aclopSetAttrInt(attr, "axis", 7); });
}

TEST(aclopSetAttrInt, ManyThreadsSetTheirOwn) {
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 200; ++i) {
            const OwnedAttr attr = makeAttr();
            ASSERT_EQ(aclopSetAttrInt(attr.get(), "axis", 7), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopSetAttrInt_test
