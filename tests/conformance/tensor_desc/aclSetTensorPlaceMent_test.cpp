#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclSetTensorPlaceMent_test {
namespace {

TEST(aclSetTensorPlaceMent, EveryKindOfMemoryIsAccepted) {
    const OwnedDesc desc = makeDesc();
    forgetErrors();
    for (const aclMemType kind :
         {ACL_MEMTYPE_DEVICE, ACL_MEMTYPE_HOST, ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT}) {
        EXPECT_EQ(aclSetTensorPlaceMent(desc.get(), kind), ACL_SUCCESS);
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorPlaceMent, UnknownKindsOfMemoryAreRefused) {
    const OwnedDesc desc = makeDesc();
    for (const int kind : {3, 100, -1}) {
        EXPECT_TRUE(refused("aclSetTensorPlaceMent", "memType", [&] {
            return aclSetTensorPlaceMent(desc.get(), enumOf<aclMemType>(kind));
        }));
    }
}

TEST(aclSetTensorPlaceMent, NullDescriptionIsRefused) {
    EXPECT_TRUE(refused("aclSetTensorPlaceMent", "desc",
                        [&] { return aclSetTensorPlaceMent(nullptr, ACL_MEMTYPE_HOST); }));
}

TEST(aclSetTensorPlaceMent, WhatIsNoLiveDescriptionIsRefused) {
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclSetTensorPlaceMent", "desc",
                            [&] { return aclSetTensorPlaceMent(bad, ACL_MEMTYPE_HOST); }));
    });
}

TEST(aclSetTensorPlaceMent, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclSetTensorPlaceMent(desc, ACL_MEMTYPE_HOST); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorPlaceMent_test
