#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclopSetAttrDataType_test {
namespace {

TEST(aclopSetAttrDataType, EveryNumberIsAccepted) {
    const OwnedAttr attr = makeAttr();
    forgetErrors();
    EXPECT_EQ(aclopSetAttrDataType(attr.get(), "axis", ACL_FLOAT16), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrDataType(attr.get(), "axis", ACL_DT_UNDEFINED), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrDataType(attr.get(), "axis", enumOf<aclDataType>(28)), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrDataType(attr.get(), "axis", enumOf<aclDataType>(1000)), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopSetAttrDataType, ReplacesAnAttributeOfAnotherType) {
    const OwnedAttr attr = makeAttr();
    ASSERT_EQ(aclopSetAttrListInt(attr.get(), "axis", 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrDataType(attr.get(), "axis", ACL_FLOAT16), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrString(attr.get(), "axis", "text"), ACL_SUCCESS);
}

TEST(aclopSetAttrDataType, AnyNameIsAccepted) {
    const OwnedAttr attr = makeAttr();
    EXPECT_EQ(aclopSetAttrDataType(attr.get(), "", ACL_FLOAT16), ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrDataType(attr.get(), std::string(10'000, 'n').c_str(), ACL_FLOAT16),
              ACL_SUCCESS);
}

TEST(aclopSetAttrDataType, NullNameIsRefused) {
    const OwnedAttr attr = makeAttr();
    EXPECT_TRUE(refused("aclopSetAttrDataType", "attrName",
                        [&] { return aclopSetAttrDataType(attr.get(), nullptr, ACL_FLOAT16); }));
}

TEST(aclopSetAttrDataType, NullSetIsRefused) {
    EXPECT_TRUE(refused("aclopSetAttrDataType", "attr",
                        [&] { return aclopSetAttrDataType(nullptr, "axis", ACL_FLOAT16); }));
}

TEST(aclopSetAttrDataType, WhatIsNoLiveSetIsRefused) {
    forEachBadHandle<aclopAttr>([&](aclopAttr* bad) {
        EXPECT_TRUE(refused("aclopSetAttrDataType", "attr",
                            [&] { return aclopSetAttrDataType(bad, "axis", ACL_FLOAT16); }));
    });
}

TEST(aclopSetAttrDataType, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclopAttr>(
        [&](aclopAttr* attr) { aclopSetAttrDataType(attr, "axis", ACL_FLOAT16); });
}

TEST(aclopSetAttrDataType, ManyThreadsSetTheirOwn) {
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 200; ++i) {
            const OwnedAttr attr = makeAttr();
            ASSERT_EQ(aclopSetAttrDataType(attr.get(), "axis", ACL_FLOAT16), ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopSetAttrDataType_test
