#include <gtest/gtest.h>

#include <limits>

#include "support/bad_handles.h"

namespace belay::test::aclopSetAttrFloat_test {
namespace {

TEST(aclopSetAttrFloat, EveryNumberIsAccepted) {
    const OwnedAttr attr = makeAttr();
    forgetErrors();
    EXPECT_EQ(aclopSetAttrFloat(attr.get(), "axis", 0.5F), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrFloat(attr.get(), "axis", std::numeric_limits<float>::infinity()),
              ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrFloat(attr.get(), "axis", std::numeric_limits<float>::quiet_NaN()),
              ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrFloat(attr.get(), "axis", std::numeric_limits<float>::denorm_min()),
              ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopSetAttrFloat, ReplacesAnAttributeOfAnotherType) {
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrListInt(attr.get(), "axis", 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrFloat(attr.get(), "axis", 0.5F), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrString(attr.get(), "axis", "text"), ACL_SUCCESS);
}

TEST(aclopSetAttrFloat, AnyNameIsAccepted) {
    const OwnedAttr attr = makeAttr();
    EXPECT_EQ(aclopSetAttrFloat(attr.get(), "", 0.5F), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrFloat(attr.get(), std::string(10'000, 'n').c_str(), 0.5F), ACL_SUCCESS);
}

TEST(aclopSetAttrFloat, NullNameIsRefused) {
    const OwnedAttr attr = makeAttr();
    EXPECT_TRUE(refused("aclopSetAttrFloat", "attrName",
                        [&] { return aclopSetAttrFloat(attr.get(), nullptr, 0.5F); }));
}

TEST(aclopSetAttrFloat, NullSetIsRefused) {
    EXPECT_TRUE(refused("aclopSetAttrFloat", "attr",
                        [&] { return aclopSetAttrFloat(nullptr, "axis", 0.5F); }));
}

TEST(aclopSetAttrFloat, WhatIsNoLiveSetIsRefused) {
    forEachBadHandle<aclopAttr>([&](aclopAttr* bad) {
        EXPECT_TRUE(refused("aclopSetAttrFloat", "attr",
                            [&] { return aclopSetAttrFloat(bad, "axis", 0.5F); }));
    });
}

TEST(aclopSetAttrFloat, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclopAttr>([&](aclopAttr* attr) { aclopSetAttrFloat(attr, "axis", 0.5F); });
}

TEST(aclopSetAttrFloat, ManyThreadsSetTheirOwn) {
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 200; ++i) {
            const OwnedAttr attr = makeAttr();
            ASSERT_EQ(aclopSetAttrFloat(attr.get(), "axis", 0.5F), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopSetAttrFloat_test
