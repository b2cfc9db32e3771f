#include <vector>

#include "support/device.h"
#include "support/managed.h"
#include "support/stream_refusals.h"

namespace belay::test::aclrtMemManagedPrefetchBatchAsync_test {
namespace {

// Pages of managed memory, the first half to the host, the others to device 0.
struct Prefetches {
    explicit Prefetches(const Managed& managed) {
        for (size_t i = 0; i < 4; ++i) {
            starts.push_back(managed.page(i));
            sizes.push_back(kManagedPage);
        }
    }

    aclError submit(aclrtStream stream, uint64_t flags = 0) {
        return aclrtMemManagedPrefetchBatchAsync(starts.data(), sizes.data(), starts.size(),
                                                 locations.data(), firsts.data(), locations.size(),
                                                 flags, stream);
    }

    std::vector<const void*> starts;
    std::vector<size_t> sizes;
    std::vector<aclrtMemManagedLocation> locations{locationOf(ACL_MEM_LOCATIONTYPE_HOST),
                                                   locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 0)};
    std::vector<size_t> firsts{0, 2};
};

TEST(aclrtMemManagedPrefetchBatchAsync, EachRangeGoesToItsPlace) {
    const SetDevice device;
    const OwnedStream stream;
    const Managed managed(4);
    Prefetches prefetches(managed);
    ASSERT_EQ(prefetches.submit(stream.get()), ACL_SUCCESS) << recentMessage();
    ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    const std::vector<int32_t> expected{-1, -1, 0, 0};
    for (size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(attributeOf(managed.page(i), kManagedPage,
                              ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION),
                  expected[i]);
    }
}

TEST(aclrtMemManagedPrefetchBatchAsync, BadBatchesAreRefusedAsAWhole) {
    const SetDevice device;
    const OwnedStream stream;
    const Managed managed(4);
    const auto refusedFor = [&](aclError code, const char* subject, auto change,
                                uint64_t flags = 0) {
        Prefetches prefetches(managed);
        change(prefetches);
        return refusedWith(code, "aclrtMemManagedPrefetchBatchAsync", subject,
                           [&] { return prefetches.submit(stream.get(), flags); });
    };
    constexpr aclError kInvalid = ACL_ERROR_RT_PARAM_INVALID;
    EXPECT_TRUE(refusedFor(
        ACL_ERROR_INVALID_PARAM, "'flags'", [](Prefetches&) {}, 1));
    EXPECT_TRUE(refusedFor(kInvalid, "'numPrefetchLocs'", [](Prefetches& all) {
        all.locations.resize(5);
        all.firsts.resize(5);
    }));
    EXPECT_TRUE(
        refusedFor(kInvalid, "'prefetchLocIdxs'", [](Prefetches& all) { all.firsts[0] = 1; }));
    for (const size_t second : {size_t{0}, size_t{4}}) {
        EXPECT_TRUE(refusedFor(kInvalid, "'prefetchLocIdxs'",
                               [&](Prefetches& all) { all.firsts[1] = second; }));
    }
    EXPECT_TRUE(refusedFor(kInvalid, "'sizes'", [](Prefetches& all) { all.sizes[3] = 100; }));
    EXPECT_TRUE(refusedFor(ACL_ERROR_INVALID_PARAM, "'ptr'",
                           [](Prefetches& all) { all.starts[3] = nullptr; }));
    EXPECT_TRUE(refusedFor(kInvalid, "managed memory", [](Prefetches& all) { all.sizes[3] *= 2; }));
    EXPECT_TRUE(refusedFor(kInvalid, "'prefetchLocs'", [](Prefetches& all) {
        all.locations[1].type = ACL_MEM_LOCATIONTYPE_INVALID;
    }));
    EXPECT_EQ(attributeOf(managed.get(), 4 * kManagedPage,
                          ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION),
              -2)
        << "nothing was prefetched";
}

TEST(aclrtMemManagedPrefetchBatchAsync, NullArraysAndNoRangesAreRefused) {
    const SetDevice device;
    const Managed managed(4);
    Prefetches all(managed);
    const auto refusedFor = [&](aclError code, const char* name, const void** starts, size_t* sizes,
                                size_t count, aclrtMemManagedLocation* locations, size_t* firsts) {
        return refusedWith(code, "aclrtMemManagedPrefetchBatchAsync", name, [&] {
            return aclrtMemManagedPrefetchBatchAsync(starts, sizes, count, locations, firsts, 2, 0,
                                                     nullptr);
        });
    };
    constexpr aclError kNull = ACL_ERROR_INVALID_PARAM;
    const void** starts = all.starts.data();
    size_t* sizes = all.sizes.data();
    aclrtMemManagedLocation* locations = all.locations.data();
    size_t* firsts = all.firsts.data();
    EXPECT_TRUE(refusedFor(kNull, "'ptrs'", nullptr, sizes, 4, locations, firsts));
    EXPECT_TRUE(refusedFor(kNull, "'sizes'", starts, nullptr, 4, locations, firsts));
    EXPECT_TRUE(refusedFor(kNull, "'prefetchLocs'", starts, sizes, 4, nullptr, firsts));
    EXPECT_TRUE(refusedFor(kNull, "'prefetchLocIdxs'", starts, sizes, 4, locations, nullptr));
    EXPECT_TRUE(
        refusedFor(ACL_ERROR_RT_PARAM_INVALID, "'count'", starts, sizes, 0, locations, firsts));
}

TEST(aclrtMemManagedPrefetchBatchAsync, OnlyStreamsOfTheContext) {
    const SetDevice device;
    const Managed managed(4);
    Prefetches prefetches(managed);
    expectOnlyStreamsOfTheContext("aclrtMemManagedPrefetchBatchAsync",
                                  [&](aclrtStream stream) { return prefetches.submit(stream); });
}

}  // namespace
}  // namespace belay::test::aclrtMemManagedPrefetchBatchAsync_test
