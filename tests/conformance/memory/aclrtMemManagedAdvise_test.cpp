#include <utility>

#include "support/device.h"
#include "support/managed.h"

namespace belay::test::aclrtMemManagedAdvise_test {
namespace {

TEST(aclrtMemManagedAdvise, EachHintIsSetAndTakenBack) {
    const SetDevice device;
    const Managed managed(3);
    const size_t all = 3 * kManagedPage;
    advise(managed.get(), all, ACL_MEM_ADVISE_SET_READ_MOSTLY);
    EXPECT_EQ(attributeOf(managed.get(), all, ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY), 1);
    advise(managed.page(1), kManagedPage, ACL_MEM_ADVISE_UNSET_READ_MOSTLY);
    EXPECT_EQ(attributeOf(managed.get(), all, ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY), 0);
    EXPECT_EQ(attributeOf(managed.page(2), kManagedPage, ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY), 1);

    advise(managed.get(), all, ACL_MEM_ADVISE_SET_PREFERRED_LOCATION,
           locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 0));
    EXPECT_EQ(attributeOf(managed.get(), all, ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION), 0);
    advise(managed.get(), all, ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION);
    EXPECT_EQ(attributeOf(managed.get(), all, ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION), -2);

    advise(managed.get(), all, ACL_MEM_ADVISE_SET_ACCESSED_BY,
           locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 0));
    EXPECT_EQ(attributeOf(managed.get(), all, ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY), 0);
    advise(managed.get(), all, ACL_MEM_ADVISE_UNSET_ACCESSED_BY,
           locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 0));
    EXPECT_EQ(attributeOf(managed.get(), all, ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY), -2);
}

TEST(aclrtMemManagedAdvise, PlacesOfTheHost) {
    const SetDevice device;
    const Managed managed(1);
    const auto prefer = [&](int type, int32_t id) {
        advise(managed.get(), kManagedPage, ACL_MEM_ADVISE_SET_PREFERRED_LOCATION,
               locationOf(type, id));
        return std::pair{attributeOf(managed.get(), kManagedPage,
                                     ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE),
                         attributeOf(managed.get(), kManagedPage,
                                     ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID)};
    };
    EXPECT_EQ(prefer(ACL_MEM_LOCATIONTYPE_HOST, 5),
              (std::pair<int32_t, int32_t>{ACL_MEM_LOCATIONTYPE_HOST, -1}));
    EXPECT_EQ(prefer(ACL_MEM_LOCATIONTYPE_HOST_NUMA, 1),
              (std::pair<int32_t, int32_t>{ACL_MEM_LOCATIONTYPE_HOST_NUMA, 1}));
    EXPECT_EQ(prefer(ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT, 5).first,
              ACL_MEM_LOCATIONTYPE_HOST_NUMA);
}

TEST(aclrtMemManagedAdvise, NewMemoryHasNoHints) {
    const SetDevice device;
    for (int round = 0; round < 3; ++round) {
        const Managed managed(1);
        EXPECT_EQ(attributeOf(managed.get(), kManagedPage, ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY), 0);
        advise(managed.get(), kManagedPage, ACL_MEM_ADVISE_SET_READ_MOSTLY);
    }
}

TEST(aclrtMemManagedAdvise, BadArgumentsAreRefused) {
    const SetDevice device;
    const Managed managed(2);
    const DeviceMemory memory(kManagedPage);
    const auto refusedFor = [&](aclError code, const char* subject, const void* start, size_t bytes,
                                int advice, const aclrtMemManagedLocation& location) {
        return refusedWith(code, "aclrtMemManagedAdvise", subject, [&] {
            return aclrtMemManagedAdvise(start, bytes, enumOf<aclrtMemManagedAdviseType>(advice),
                                         location);
        });
    };
    constexpr int kPrefer = ACL_MEM_ADVISE_SET_PREFERRED_LOCATION;
    const aclrtMemManagedLocation host = locationOf(ACL_MEM_LOCATIONTYPE_HOST);
    EXPECT_TRUE(refusedFor(ACL_ERROR_INVALID_PARAM, "'ptr'", nullptr, kManagedPage, kPrefer, host));
    EXPECT_TRUE(refusedFor(ACL_ERROR_INVALID_PARAM, "'size'", managed.get(), 0, kPrefer, host));
    EXPECT_TRUE(
        refusedFor(ACL_ERROR_RT_PARAM_INVALID, "'size'", managed.get(), 4096, kPrefer, host));
    for (const int advice : {6, -1}) {
        EXPECT_TRUE(refusedFor(ACL_ERROR_INVALID_PARAM, "'advise'", managed.get(), kManagedPage,
                               advice, host));
    }
    for (const int type : {static_cast<int>(ACL_MEM_LOCATIONTYPE_INVALID), 5, -1}) {
        for (const int advice : {kPrefer, static_cast<int>(ACL_MEM_ADVISE_SET_ACCESSED_BY),
                                 static_cast<int>(ACL_MEM_ADVISE_UNSET_ACCESSED_BY)}) {
            EXPECT_TRUE(refusedFor(ACL_ERROR_RT_PARAM_INVALID, "'location'", managed.get(),
                                   kManagedPage, advice, locationOf(type)));
        }
    }
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_PARAM_INVALID, "'location'", managed.get(), kManagedPage,
                           kPrefer, locationOf(ACL_MEM_LOCATIONTYPE_HOST_NUMA, -1)));
    EXPECT_TRUE(refusedFor(ACL_ERROR_RT_INVALID_DEVICEID, "999", managed.get(), kManagedPage,
                           kPrefer, locationOf(ACL_MEM_LOCATIONTYPE_DEVICE, 999)));
    for (const void* start :
         {static_cast<const void*>(memory.get()), static_cast<const void*>(managed.page(2)),
          static_cast<const void*>(managed.get() + 1 + kManagedPage)}) {
        EXPECT_TRUE(refusedFor(ACL_ERROR_RT_PARAM_INVALID, "managed memory", start, kManagedPage,
                               kPrefer, host));
    }
    onThreadWithoutContext([&] {
        EXPECT_TRUE(refusedFor(ACL_ERROR_RT_CONTEXT_NULL, "no context", managed.get(), kManagedPage,
                               kPrefer, host));
    });
    EXPECT_EQ(attributeOf(managed.get(), kManagedPage, ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION),
              -2)
        << "no hint was taken";
}

}  // namespace
}  // namespace belay::test::aclrtMemManagedAdvise_test
