#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetTensorDescDim_test {
namespace {

TEST(aclGetTensorDescDim, GivesEveryDimension) {
    const OwnedDesc desc = makeDesc({7, 0, -1});
    forgetErrors();
    EXPECT_EQ(aclGetTensorDescDim(desc.get(), 0), 7);
    EXPECT_EQ(aclGetTensorDescDim(desc.get(), 1), 0);
    EXPECT_EQ(aclGetTensorDescDim(desc.get(), 2), -1);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetTensorDescDim, IndexOutOfRangeGivesMinusOne) {
    const OwnedDesc desc = makeDesc({7, 8});
    for (const size_t index : {size_t{2}, size_t{3}, SIZE_MAX}) {
        EXPECT_TRUE(refusedGiving(int64_t{-1}, "aclGetTensorDescDim", "index",
                                  [&] { return aclGetTensorDescDim(desc.get(), index); }));
    }
}

TEST(aclGetTensorDescDim, ScalarHasNoDimension) {
    const OwnedDesc desc = makeDesc({});
    EXPECT_TRUE(refusedGiving(int64_t{-1}, "aclGetTensorDescDim", "index",
                              [&] { return aclGetTensorDescDim(desc.get(), 0); }));
}

TEST(aclGetTensorDescDim, NullDescriptionGivesTheFallback) {
    EXPECT_TRUE(refusedGiving(int64_t{-1}, "aclGetTensorDescDim", "desc",
                              [] { return aclGetTensorDescDim(nullptr, 0); }));
}

TEST(aclGetTensorDescDim, WhatIsNoLiveDescriptionGivesTheFallback) {
    forEachBadHandle<aclTensorDesc>([](aclTensorDesc* bad) {
        EXPECT_TRUE(refusedGiving(int64_t{-1}, "aclGetTensorDescDim", "desc",
                                  [&] { return aclGetTensorDescDim(bad, 0); }));
    });
}

TEST(aclGetTensorDescDim, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>([](aclTensorDesc* desc) { aclGetTensorDescDim(desc, 0); });
}

}  // namespace
}  // namespace belay::test::aclGetTensorDescDim_test
