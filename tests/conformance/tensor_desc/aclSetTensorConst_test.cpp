#include <gtest/gtest.h>

#include "support/bad_handles.h"
#include "support/sanitizers.h"

namespace belay::test::aclSetTensorConst_test {
namespace {

TEST(aclSetTensorConst, ValueIsTakenAndLeftAlone) {
    const OwnedDesc desc = makeDesc({2}, ACL_INT32);
    std::vector<int32_t> value = {1, 2};
    forgetErrors();
    EXPECT_EQ(aclSetTensorConst(desc.get(), value.data(), sizeof(int32_t) * 2), ACL_SUCCESS);
    EXPECT_EQ(value, (std::vector<int32_t>{1, 2}));
    EXPECT_EQ(aclSetTensorConst(desc.get(), value.data(), 1), ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetTensorConst, LengthIsNotComparedWithTheShape) {
    const OwnedDesc desc = makeDesc({2}, ACL_INT32);
    std::vector<char> value(1000);
    EXPECT_EQ(aclSetTensorConst(desc.get(), value.data(), value.size()), ACL_SUCCESS);
}

TEST(aclSetTensorConst, NullValueIsRefused) {
    const OwnedDesc desc = makeDesc();
    EXPECT_TRUE(refused("aclSetTensorConst", "dataBuffer",
                        [&] { return aclSetTensorConst(desc.get(), nullptr, 4); }));
}

TEST(aclSetTensorConst, EmptyValueIsRefused) {
    const OwnedDesc desc = makeDesc();
    int32_t value = 1;
    EXPECT_TRUE(refused("aclSetTensorConst", "length",
                        [&] { return aclSetTensorConst(desc.get(), &value, 0); }));
}

TEST(aclSetTensorConst, ValueThatNoMemoryHoldsIsRefused) {
    const OwnedDesc desc = makeDesc();
    int32_t value = 1;
    std::vector<size_t> lengths = {SIZE_MAX};
    if (!kIsSanitized) {
        lengths.push_back(size_t{1} << 60);
        lengths.push_back(SIZE_MAX / 2);
    }
    for (const size_t length : lengths) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_BAD_ALLOC, "aclSetTensorConst", "memory",
                                [&] { return aclSetTensorConst(desc.get(), &value, length); }));
    }
}

TEST(aclSetTensorConst, NullDescriptionIsRefused) {
    int32_t value = 1;
    EXPECT_TRUE(refused("aclSetTensorConst", "desc",
                        [&] { return aclSetTensorConst(nullptr, &value, sizeof(value)); }));
}

TEST(aclSetTensorConst, WhatIsNoLiveDescriptionIsRefused) {
    int32_t value = 1;
    forEachBadHandle<aclTensorDesc>([&](aclTensorDesc* bad) {
        EXPECT_TRUE(refused("aclSetTensorConst", "desc",
                            [&] { return aclSetTensorConst(bad, &value, sizeof(value)); }));
    });
}

TEST(aclSetTensorConst, RacingDestroyIsHarmless) {
    int32_t value = 1;
    raceDestroyAgainst<aclTensorDesc>(
        [&](aclTensorDesc* desc) { aclSetTensorConst(desc, &value, sizeof(value)); });
}

}  // namespace
}  // namespace belay::test::aclSetTensorConst_test
