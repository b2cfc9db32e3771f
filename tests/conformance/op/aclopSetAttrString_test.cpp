#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclopSetAttrString_test {
namespace {

TEST(aclopSetAttrString, EveryTextIsAccepted) {
    const OwnedAttr attr = makeAttr();
    forgetErrors();
    EXPECT_EQ(aclopSetAttrString(attr.get(), "axis", "ND"), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrString(attr.get(), "axis", ""), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrString(attr.get(), "axis", std::string(100'000, 't').c_str()),
              ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopSetAttrString, ReplacesAnAttributeOfAnotherType) {
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrListInt(attr.get(), "axis", 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrString(attr.get(), "axis", "ND"), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrString(attr.get(), "axis", "text"), ACL_SUCCESS);
}

TEST(aclopSetAttrString, AnyNameIsAccepted) {
    const OwnedAttr attr = makeAttr();
    EXPECT_EQ(aclopSetAttrString(attr.get(), "", "ND"), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrString(attr.get(), std::string(10'000, 'n').c_str(), "ND"), ACL_SUCCESS);
}

TEST(aclopSetAttrString, NullTextIsRefused) {
    const OwnedAttr attr = makeAttr();
    EXPECT_TRUE(refused("aclopSetAttrString", "attrValue",
                        [&] { return aclopSetAttrString(attr.get(), "axis", nullptr); }));
}

TEST(aclopSetAttrString, NullNameIsRefused) {
    const OwnedAttr attr = makeAttr();
    EXPECT_TRUE(refused("aclopSetAttrString", "attrName",
                        [&] { return aclopSetAttrString(attr.get(), nullptr, "ND"); }));
}

TEST(aclopSetAttrString, NullSetIsRefused) {
    EXPECT_TRUE(refused("aclopSetAttrString", "attr",
                        [&] { return aclopSetAttrString(nullptr, "axis", "ND"); }));
}

TEST(aclopSetAttrString, WhatIsNoLiveSetIsRefused) {
    forEachBadHandle<aclopAttr>([&](aclopAttr* bad) {
        EXPECT_TRUE(refused("aclopSetAttrString", "attr",
                            [&] { return aclopSetAttrString(bad, "axis", "ND"); }));
    });
}

TEST(aclopSetAttrString, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclopAttr>([&](aclopAttr* attr) { aclopSetAttrString(attr, "axis", "ND"); });
}

TEST(aclopSetAttrString, ManyThreadsSetTheirOwn) {
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 200; ++i) {
            const OwnedAttr attr = makeAttr();
            ASSERT_EQ(aclopSetAttrString(attr.get(), "axis", "ND"), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopSetAttrString_test
