#include "support/device.h"
#include "support/managed.h"
#include "support/stream_refusals.h"

namespace belay::test::aclrtMemManagedPrefetchAsync_test {
namespace {

aclError prefetch(const void* start, size_t bytes, const aclrtMemManagedLocation& location,
                  aclrtStream stream, uint32_t flags = 0) {
    return aclrtMemManagedPrefetchAsync(start, bytes, location, flags, stream);
}

TEST(aclrtMemManagedPrefetchAsync, HasItsPlaceInTheStreamAndLeavesTheDataAlone) {
    const SetDevice device;
    const Managed managed(2);
    std::memcpy(managed.get(), "0123456789", 10);
    HeldStream held;
    for (const auto& location :
         {locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 0), locationOf(ACL_MEM_LOCATIONTYPE_HOST),
          locationOf(ACL_MEM_LOCATIONTYPE_HOST_NUMA, 0),
          locationOf(ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT)}) {
        ASSERT_EQ(prefetch(managed.get(), 2 * kManagedPage, location, held.get()), ACL_SUCCESS)
            << recentMessage();
    }
    aclrtStreamStatus status{};
    ASSERT_EQ(aclrtStreamQuery(held.get(), &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
    held.open();
    held.synchronize();
    EXPECT_EQ(std::string(managed.get(), 10), "0123456789");
}

TEST(aclrtMemManagedPrefetchAsync, BadArgumentsAreRefused) {
    const SetDevice device;
    const OwnedStream stream;
    const Managed managed(2);
    const DeviceMemory memory(kManagedPage);
    const aclrtMemManagedLocation host = locationOf(ACL_MEM_LOCATIONTYPE_HOST);
    const auto refusedFor = [&](aclError code, const char* subject, const void* start, size_t bytes,
                                const aclrtMemManagedLocation& location, uint32_t flags) {
        return refusedWith(code, "aclrtMemManagedPrefetchAsync", subject,
                           [&] { return prefetch(start, bytes, location, stream.get(), flags); });
    };
    EXPECT_TRUE(refusedFor(ACL_ERROR_INVALID_PARAM, "'ptr'", nullptr, kManagedPage, host, 0));
    EXPECT_TRUE(refusedFor(ACL_ERROR_INVALID_PARAM, "'size'", managed.get(), 0, host, 0));
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_PARAM_INVALID, "'size'", managed.get(), 4096, host, 0));
    EXPECT_TRUE(
        refusedFor(ACL_ERROR_INVALID_PARAM, "'flags'", managed.get(), kManagedPage, host, 1));
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_PARAM_INVALID, "'location'", managed.get(), kManagedPage,
                           locationOf(ACL_MEM_LOCATIONTYPE_INVALID), 0));
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_INVALID_DEVICEID, "999", managed.get(), kManagedPage,
                           locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 999), 0));
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_PARAM_INVALID, "managed memory", managed.page(1),
                           2 * kManagedPage, host, 0));
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_PARAM_INVALID, "managed memory", memory.get(), kManagedPage,
                           host, 0));
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS) << "nothing was submitted";
}

TEST(aclrtMemManagedPrefetchAsync, OnlyStreamsOfTheContext) {
    const SetDevice device;
    const Managed managed(1);
    expectOnlyStreamsOfTheContext("aclrtMemManagedPrefetchAsync", [&](aclrtStream stream) {
        return prefetch(managed.get(), kManagedPage, locationOf(ACL_MEM_LOCATIONTYPE_HOST), stream);
    });
}

}  // namespace
}  // namespace belay::test::aclrtMemManagedPrefetchAsync_test
