#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetTensorDescAddress_test {
namespace {

TEST(aclGetTensorDescAddress, DescriptionOfTheApplicationHasNone) {
    const OwnedDesc desc = makeDesc();
    int32_t value = 1;
    aclSetTensorConst(desc.get(), &value, sizeof(value));
    forgetErrors();
    EXPECT_EQ(aclGetTensorDescAddress(desc.get()), nullptr);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetTensorDescAddress, NullDescriptionGivesTheFallback) {
    EXPECT_TRUE(refusedGiving(static_cast<void*>(nullptr), "aclGetTensorDescAddress", "desc",
                              [] { return aclGetTensorDescAddress(nullptr); }));
}

TEST(aclGetTensorDescAddress, WhatIsNoLiveDescriptionGivesTheFallback) {
    forEachBadHandle<aclTensorDesc>([](aclTensorDesc* bad) {
        EXPECT_TRUE(refusedGiving(static_cast<void*>(nullptr), "aclGetTensorDescAddress", "desc",
                                  [&] { return aclGetTensorDescAddress(bad); }));
    });
}

TEST(aclGetTensorDescAddress, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>([](aclTensorDesc* desc) { aclGetTensorDescAddress(desc); });
}

}  // namespace
}  // namespace belay::test::aclGetTensorDescAddress_test
