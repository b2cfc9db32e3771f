#include <algorithm>
#include <array>

#include "support/device.h"
#include "support/fresh_process.h"
#include "support/managed.h"

namespace belay::test::aclrtMemManagedGetAttr_test {
namespace {

TEST(aclrtMemManagedGetAttr, WhatHoldsForAllOfARangeOnly) {
    const SetDevice device;
    const Managed managed(4);
    advise(managed.get(), 2 * kManagedPage, ACL_MEM_ADVISE_SET_PREFERRED_LOCATION,
           locationOf(ACL_MEM_LOCATIONTYPE_HOST));
    advise(managed.page(2), 2 * kManagedPage, ACL_MEM_ADVISE_SET_PREFERRED_LOCATION,
           locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 0));
    const auto preferred = [&](size_t page, size_t pages) {
        return attributeOf(managed.page(page), pages * kManagedPage,
                           ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION);
    };
    EXPECT_EQ(preferred(0, 2), -1);
    EXPECT_EQ(preferred(2, 2), 0);
    EXPECT_EQ(preferred(1, 2), -2);
    EXPECT_EQ(attributeOf(managed.page(1), 2 * kManagedPage,
                          ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE),
              ACL_MEM_LOCATIONTYPE_INVALID);
    EXPECT_EQ(attributeOf(managed.page(1) - 1, 2, ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION), -1)
        << "any number of bytes may be asked about";
}

TEST(aclrtMemManagedGetAttr, WhoAccessesItIsAList) {
    expectEndsWell(
        [] {
            const SetDevice device;
            const Managed managed(1);
            for (const auto& location :
                 {locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 1), locationOf(ACL_MEM_LOCATIONTYPE_HOST),
                  locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 0),
                  locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 1)}) {
                advise(managed.get(), kManagedPage, ACL_MEM_ADVISE_SET_ACCESSED_BY, location);
            }
            std::array<int32_t, 5> all{};
            ASSERT_EQ(aclrtMemManagedGetAttr(ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, managed.get(), 1,
                                             all.data(), sizeof all),
                      ACL_SUCCESS);
            std::sort(all.begin(), all.end());
            EXPECT_EQ(all, (std::array<int32_t, 5>{-2, -2, -1, 0, 1}));
        },
        {.environment = {{"BELAY_SIM_DEVICES", "2"}}});
}

TEST(aclrtMemManagedGetAttr, TheLastPrefetch) {
    const SetDevice device;
    const OwnedStream stream;
    const Managed managed(1);
    const auto asked = [&](aclrtMemManagedRangeAttribute attribute) {
        return attributeOf(managed.get(), kManagedPage, attribute);
    };
    EXPECT_EQ(asked(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION), -2);
    EXPECT_EQ(asked(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE),
              ACL_MEM_LOCATIONTYPE_INVALID);
    ASSERT_EQ(
        aclrtMemManagedPrefetchAsync(managed.get(), kManagedPage,
                                     locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 0), 0, stream.get()),
        ACL_SUCCESS);
    EXPECT_EQ(asked(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION), 0);
    EXPECT_EQ(asked(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID), 0);
    EXPECT_EQ(asked(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE),
              ACL_MEM_LOCATIONTYPE_DEVICE);
}

TEST(aclrtMemManagedGetAttr, BadArgumentsAreRefused) {
    const SetDevice device;
    const Managed managed(1);
    std::array<int32_t, 2> value{77, 77};
    const auto refusedFor = [&](aclError code, const char* subject, int attribute,
                                const void* start, size_t bytes, void* data, size_t dataBytes) {
        return refusedWith(code, "aclrtMemManagedGetAttr", subject, [&] {
            return aclrtMemManagedGetAttr(enumOf<aclrtMemManagedRangeAttribute>(attribute), start,
                                          bytes, data, dataBytes);
        });
    };
    constexpr aclError kInvalid = ACL_ERROR_INVALID_PARAM;
    constexpr int kMostly = ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY;
    constexpr int kAccessed = ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY;
    for (const int attribute : {0, 9, -1}) {
        EXPECT_TRUE(refusedFor(kInvalid, "'attribute'", attribute, managed.get(), 1, &value, 4));
    }
    EXPECT_TRUE(refusedFor(kInvalid, "'ptr'", kMostly, nullptr, 1, &value, 4));
    EXPECT_TRUE(refusedFor(kInvalid, "'size'", kMostly, managed.get(), 0, &value, 4));
    EXPECT_TRUE(refusedFor(kInvalid, "'data'", kMostly, managed.get(), 1, nullptr, 4));
    for (const size_t bytes : {size_t{0}, size_t{3}, size_t{8}}) {
        EXPECT_TRUE(refusedFor(kInvalid, "'dataSize'", kMostly, managed.get(), 1, &value, bytes));
    }
    for (const size_t bytes : {size_t{0}, size_t{7}}) {
        EXPECT_TRUE(refusedFor(kInvalid, "'dataSize'", kAccessed, managed.get(), 1, &value, bytes));
    }
    EXPECT_TRUE(
        refusedFor(ACL_ERROR_RT_PARAM_INVALID, "managed memory", kMostly, &value, 4, &value, 4));
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_PARAM_INVALID, "managed memory", kMostly, managed.get(),
                           SIZE_MAX, &value, 4));
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedFor(ACL_ERROR_RT_CONTEXT_NULL, "no context", kMostly, managed.get(), 1,
                               &value, 4));
    });
    EXPECT_EQ(value[0], 77) << "untouched";
}

}  // namespace
}  // namespace belay::test::aclrtMemManagedGetAttr_test
