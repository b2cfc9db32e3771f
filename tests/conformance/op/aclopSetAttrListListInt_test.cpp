#include <gtest/gtest.h>

#include <array>
#include <climits>

#include "support/bad_handles.h"

namespace belay::test::aclopSetAttrListListInt_test {
namespace {

// Two lists, of two numbers and of none.
struct Lists {
    std::array<int64_t, 2> first = {1, -1};
    std::array<int64_t, 1> second = {7};
    std::array<int, 2> counts = {2, 0};
    std::array<const int64_t*, 2> arrays = {first.data(), second.data()};
};

TEST(aclopSetAttrListListInt, ListsAreTakenAndLeftAlone) {
    const OwnedAttr attr = makeAttr();
    const Lists lists;
    forgetErrors();
    EXPECT_EQ(
        aclopSetAttrListListInt(attr.get(), "axes", 2, lists.counts.data(), lists.arrays.data()),
        ACL_SUCCESS);
    EXPECT_TRUE(nothingFailed());
    EXPECT_EQ(lists.first[1], -1);
    EXPECT_EQ(lists.counts[0], 2);
}

TEST(aclopSetAttrListListInt, NegativeCountOfAListMakesItEmpty) {
    const OwnedAttr attr = makeAttr();
    Lists lists;
    lists.counts = {-1, INT_MIN};
    EXPECT_EQ(
        aclopSetAttrListListInt(attr.get(), "axes", 2, lists.counts.data(), lists.arrays.data()),
        ACL_SUCCESS);
}

TEST(aclopSetAttrListListInt, NoListsAreAcceptedWhateverTheArray) {
    const OwnedAttr attr = makeAttr();
    const Lists lists;
    forgetErrors();
    for (const int count : {0, -1, INT_MIN}) {
        EXPECT_EQ(aclopSetAttrListListInt(attr.get(), "axes", count, lists.counts.data(), nullptr),
                  ACL_SUCCESS);
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclopSetAttrListListInt, ReplacesAnAttributeOfAnotherType) {
    const OwnedAttr attr = makeAttr();
    const Lists lists;
    ASSERT_EQ(aclopSetAttrBool(attr.get(), "axes", 1), ACL_SUCCESS);
    EXPECT_EQ(
        aclopSetAttrListListInt(attr.get(), "axes", 1, lists.counts.data(), lists.arrays.data()),
        ACL_SUCCESS);
    EXPECT_EQ(aclopSetAttrInt(attr.get(), "axes", 1), ACL_SUCCESS);
}

TEST(aclopSetAttrListListInt, MissingCountsAreRefused) {
    const OwnedAttr attr = makeAttr();
    const Lists lists;
    for (const int count : {2, 0}) {
        EXPECT_TRUE(refused("aclopSetAttrListListInt", "numValues", [&] {
            return aclopSetAttrListListInt(attr.get(), "axes", count, nullptr, lists.arrays.data());
        }));
    }
}

TEST(aclopSetAttrListListInt, MissingArrayIsRefused) {
    const OwnedAttr attr = makeAttr();
    const Lists lists;
    EXPECT_TRUE(refused("aclopSetAttrListListInt", "values", [&] {
        return aclopSetAttrListListInt(attr.get(), "axes", 2, lists.counts.data(), nullptr);
    }));
}

TEST(aclopSetAttrListListInt, NullListIsRefusedByItsPlaceEvenWithoutNumbers) {
    const OwnedAttr attr = makeAttr();
    Lists lists;
    lists.arrays[1] = nullptr;
    EXPECT_TRUE(refused("aclopSetAttrListListInt", "values[1]", [&] {
        return aclopSetAttrListListInt(attr.get(), "axes", 2, lists.counts.data(),
                                       lists.arrays.data());
    }));
}

TEST(aclopSetAttrListListInt, NullNameIsRefused) {
    const OwnedAttr attr = makeAttr();
    const Lists lists;
    EXPECT_TRUE(refused("aclopSetAttrListListInt", "attrName", [&] {
        return aclopSetAttrListListInt(attr.get(), nullptr, 2, lists.counts.data(),
                                       lists.arrays.data());
    }));
}

TEST(aclopSetAttrListListInt, NullSetIsRefused) {
    const Lists lists;
    EXPECT_TRUE(refused("aclopSetAttrListListInt", "attr", [&] {
        return aclopSetAttrListListInt(nullptr, "axis", 2, lists.counts.data(),
                                       lists.arrays.data());
    }));
}

TEST(aclopSetAttrListListInt, WhatIsNoLiveSetIsRefused) {
    const Lists lists;
    forEachBadHandle<aclopAttr>([&](aclopAttr* bad) {
        EXPECT_TRUE(refused("aclopSetAttrListListInt", "attr", [&] {
            return aclopSetAttrListListInt(bad, "axis", 2, lists.counts.data(),
                                           lists.arrays.data());
        }));
    });
}

TEST(aclopSetAttrListListInt, RacingDestroyIsHarmless) {
    const Lists lists;
    raceDestroyAgainst<aclopAttr>([&](aclopAttr* attr) {
        aclopSetAttrListListInt(attr, "axis", 2, lists.counts.data(), lists.arrays.data());
    });
}

TEST(aclopSetAttrListListInt, ManyThreadsSetTheirOwn) {
    const Lists lists;
    onThreads(8, [&](size_t) {
        for (int i = 0; i < 200; ++i) {
            const OwnedAttr attr = makeAttr();
            ASSERT_EQ(aclopSetAttrListListInt(attr.get(), "axis", 2, lists.counts.data(),
                                              lists.arrays.data()),
                      ACL_SUCCESS);
        }
    });
}

}  // namespace
}  // namespace belay::test::aclopSetAttrListListInt_test
