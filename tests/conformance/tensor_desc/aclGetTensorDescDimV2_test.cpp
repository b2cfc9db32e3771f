#include <gtest/gtest.h>

#include "support/bad_handles.h"

namespace belay::test::aclGetTensorDescDimV2_test {
namespace {

constexpr int64_t kUntouched = 0x5A5A;

TEST(aclGetTensorDescDimV2, GivesEveryDimension) {
    const OwnedDesc desc = makeDesc({7, 0, -1});
    const std::vector<int64_t> expected = {7, 0, -1};
    for (size_t i = 0; i < expected.size(); ++i) {
        int64_t size = kUntouched;
        EXPECT_EQ(aclGetTensorDescDimV2(desc.get(), i, &size), ACL_SUCCESS);
        EXPECT_EQ(size, expected[i]);
    }
}

TEST(aclGetTensorDescDimV2, IndexOutOfRangeIsRefused) {
    const OwnedDesc desc = makeDesc({7, 8});
    int64_t size = kUntouched;
    for (const size_t index : {size_t{2}, SIZE_MAX}) {
        EXPECT_TRUE(refused("aclGetTensorDescDimV2", "index",
                            [&] { return aclGetTensorDescDimV2(desc.get(), index, &size); }));
    }
    EXPECT_EQ(size, kUntouched);
}

TEST(aclGetTensorDescDimV2, ScalarHasNoDimension) {
    const OwnedDesc desc = makeDesc({});
    int64_t size = kUntouched;
    EXPECT_TRUE(refused("aclGetTensorDescDimV2", "index",
                        [&] { return aclGetTensorDescDimV2(desc.get(), 0, &size); }));
    EXPECT_EQ(size, kUntouched);
}

TEST(aclGetTensorDescDimV2, UnknownRankIsRefused) {
    const OwnedDesc desc = makeDesc({-2});
    int64_t size = kUntouched;
    EXPECT_TRUE(refused("aclGetTensorDescDimV2", "desc",
                        [&] { return aclGetTensorDescDimV2(desc.get(), 0, &size); }));
    EXPECT_EQ(size, kUntouched);
}

TEST(aclGetTensorDescDimV2, NullResultIsRefused) {
    const OwnedDesc desc = makeDesc();
    EXPECT_TRUE(refused("aclGetTensorDescDimV2", "dimSize",
                        [&] { return aclGetTensorDescDimV2(desc.get(), 0, nullptr); }));
}

TEST(aclGetTensorDescDimV2, NullDescriptionIsRefused) {
    int64_t size = kUntouched;
    EXPECT_TRUE(refused("aclGetTensorDescDimV2", "desc",
                        [&] { return aclGetTensorDescDimV2(nullptr, 0, &size); }));
}

TEST(aclGetTensorDescDimV2, WhatIsNoLiveDescriptionIsRefused) {
    int64_t size = kUntouched;
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclGetTensorDescDimV2", "desc",
                            [&] { return aclGetTensorDescDimV2(bad, 0, &size); }));
    });
}

TEST(aclGetTensorDescDimV2, RacingDestroyIsHarmless) {
    int64_t size = kUntouched;
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclGetTensorDescDimV2(desc, 0, &size); });
}

TEST(aclGetTensorDescDimV2, RefusalLeavesTheResultAlone) {
    int64_t size = kUntouched;
    aclGetTensorDescDimV2(nullptr, 0, &size);
    EXPECT_EQ(size, kUntouched);
}

}  // namespace
}  // namespace belay::test::aclGetTensorDescDimV2_test
