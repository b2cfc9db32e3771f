#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetTensorDescType_test {
namespace {

TEST(aclGetTensorDescType, GivesWhatTheDescriptionWasMadeWith) {
    forgetErrors();
    for (const aclDataType type : {ACL_FLOAT, ACL_STRING, ACL_FLOAT4_E1M2, ACL_DT_UNDEFINED}) {
        EXPECT_EQ(aclGetTensorDescType(makeDesc({1}, type).get()), type);
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetTensorDescType, NullDescriptionGivesTheFallback) {
    EXPECT_TRUE(refusedGiving(ACL_DT_UNDEFINED, "aclGetTensorDescType", "desc",
                              [] { return aclGetTensorDescType(nullptr); }));
}

TEST(aclGetTensorDescType, WhatIsNoLiveDescriptionGivesTheFallback) {
    forEachBadHandle<aclTensorDesc>([](aclTensorDesc* bad) {
        EXPECT_TRUE(refusedGiving(ACL_DT_UNDEFINED, "aclGetTensorDescType", "desc",
                                  [&] { return aclGetTensorDescType(bad); }));
    });
}

TEST(aclGetTensorDescType, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>([](aclTensorDesc* desc) { aclGetTensorDescType(desc); });
}

}  // namespace
}  // namespace belay::test::aclGetTensorDescType_test
