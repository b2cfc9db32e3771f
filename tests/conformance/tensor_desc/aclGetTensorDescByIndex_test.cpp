#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetTensorDescByIndex_test {
namespace {

TEST(aclGetTensorDescByIndex, SingleDescriptionIsAnArrayOfOne) {
    const OwnedDesc desc = makeDesc();
    forgetErrors();
    EXPECT_EQ(aclGetTensorDescByIndex(desc.get(), 0), desc.get());
    EXPECT_TRUE(nothingFailed());
}

TEST(aclGetTensorDescByIndex, IndexOutOfRangeGivesNull) {
    const OwnedDesc desc = makeDesc();
    for (const size_t index : {size_t{1}, SIZE_MAX}) {
        EXPECT_TRUE(refusedGiving<aclTensorDesc*>(nullptr, "aclGetTensorDescByIndex", "index", [&] {
            return aclGetTensorDescByIndex(desc.get(), index);
        }));
    }
}

TEST(aclGetTensorDescByIndex, NullDescriptionGivesTheFallback) {
    EXPECT_TRUE(refusedGiving(static_cast<aclTensorDesc*>(nullptr), "aclGetTensorDescByIndex",
                              "desc", [] { return aclGetTensorDescByIndex(nullptr, 0); }));
}

TEST(aclGetTensorDescByIndex, WhatIsNoLiveDescriptionGivesTheFallback) {
    forEachBadHandle<aclTensorDesc>([](aclTensorDesc* bad) {
        EXPECT_TRUE(refusedGiving(static_cast<aclTensorDesc*>(nullptr), "aclGetTensorDescByIndex",
                                  "desc", [&] { return aclGetTensorDescByIndex(bad, 0); }));
    });
}

TEST(aclGetTensorDescByIndex, RacingDestroyIsHarmless) {
    raceDestroyAgainst<aclTensorDesc>(
        [](aclTensorDesc* desc) { aclGetTensorDescByIndex(desc, 0); });
}

}  // namespace
}  // namespace belay::test::aclGetTensorDescByIndex_test
