// Public functions about managed memory, which host and devices use under one address.
#include <sched.h>

#include <cstring>
#include <vector>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/copy_checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "runtime/managed_memory.h"
#include "runtime/sdma_tasks.h"

using belay::Code;
using belay::Context;
using belay::Device;
using belay::Devices;
using belay::ManagedMemory;
using belay::Place;
using belay::PlaceType;
using belay::RangeFacts;
using belay::Result;
using belay::Status;
using belay::Stream;
using belay::submitPrefetch;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::entryWithoutHandles;
using belay::api::isAtMost;
using belay::api::requireFirsts;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::driver::MemoryKind;

namespace {

// Of all managed memory of a process, as documented.
constexpr uint64_t kMostManaged = uint64_t{3} << 40;

// What numbers stand for a place in an attribute.
constexpr int32_t kHostPlace = -1;
constexpr int32_t kNoPlace = -2;

Status requireSize(uint64_t size) {
    return size != 0
               ? Status::ok()
               : Status::error(Code::kInvalidParam, "argument 'size' is 0; it must be at least 1");
}

Status requirePages(const void* start, uint64_t size, const char* name) {
    BELAY_TRY(requireNotNull(start, "ptr"));
    BELAY_TRY(requireSize(size));
    return size % ManagedMemory::kPageBytes == 0
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid,
                               "argument '{}' is {}; it must be a multiple of {}", name, size,
                               ManagedMemory::kPageBytes);
}

Result<void*> allocateManaged(uint64_t size) {
    if (size > kMostManaged) {
        return Status::error(Code::kRtMemoryAllocation,
                             "argument 'size' is {}; there are at most {} bytes of managed memory",
                             size, kMostManaged);
    }
    constexpr uint64_t kPage = ManagedMemory::kPageBytes;
    const uint64_t bytes = (size + kPage - 1) / kPage * kPage;
    BELAY_ASSIGN(const Context* context, currentContext());
    const Device& device = context->device();
    BELAY_ASSIGN(void* start,
                 device.driver().allocate(device.driverNumber(), bytes, MemoryKind::kManaged));
    ManagedMemory::instance().add(start, bytes);
    return start;
}

int32_t nodeOfThread() {
    unsigned processor = 0;
    unsigned node = 0;
    return ::getcpu(&processor, &node) == 0 ? static_cast<int32_t>(node) : 0;
}

Result<Place> placeOf(const aclrtMemManagedLocation& location, const char* name) {
    switch (location.type) {
        case ACL_MEM_LOCATIONTYPE_DEVICE:
            BELAY_TRY(Devices::instance().info(location.id).takeStatus());
            return Place{PlaceType::kDevice, location.id};
        case ACL_MEM_LOCATIONTYPE_HOST:
            return Place{PlaceType::kHost, 0};
        case ACL_MEM_LOCATIONTYPE_HOST_NUMA:
            if (location.id < 0) {
                return Status::error(Code::kRtParamInvalid,
                                     "argument '{}' names node {} of the host; nodes are numbered "
                                     "from 0",
                                     name, location.id);
            }
            return Place{PlaceType::kHostNode, location.id};
        case ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT:
            return Place{PlaceType::kHostNode, nodeOfThread()};
        case ACL_MEM_LOCATIONTYPE_INVALID:
            break;
    }
    return Status::error(Code::kRtParamInvalid,
                         "argument '{}' has type {}, which is no place for memory", name,
                         static_cast<unsigned>(location.type));
}

Status advise(const void* start, uint64_t size, aclrtMemManagedAdviseType advice,
              const aclrtMemManagedLocation& location) {
    ManagedMemory& memory = ManagedMemory::instance();
    switch (advice) {
        case ACL_MEM_ADVISE_SET_READ_MOSTLY:
        case ACL_MEM_ADVISE_UNSET_READ_MOSTLY:
            return memory.setReadMostly(start, size, advice == ACL_MEM_ADVISE_SET_READ_MOSTLY);
        case ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
            return memory.setPreferred(start, size, Place{});
        case ACL_MEM_ADVISE_SET_PREFERRED_LOCATION: {
            BELAY_ASSIGN(const Place place, placeOf(location, "location"));
            return memory.setPreferred(start, size, place);
        }
        case ACL_MEM_ADVISE_SET_ACCESSED_BY:
        case ACL_MEM_ADVISE_UNSET_ACCESSED_BY:
            break;
    }
    BELAY_ASSIGN(const Place place, placeOf(location, "location"));
    return memory.setAccessedBy(start, size, place, advice == ACL_MEM_ADVISE_SET_ACCESSED_BY);
}

// ---- attributes ----

int32_t numberOf(const Place& place) {
    switch (place.type) {
        case PlaceType::kDevice:
        case PlaceType::kHostNode:
            return place.id;
        case PlaceType::kHost:
            return kHostPlace;
        case PlaceType::kNone:
            break;
    }
    return kNoPlace;
}

int32_t typeOf(const Place& place) {
    switch (place.type) {
        case PlaceType::kDevice:
            return ACL_MEM_LOCATIONTYPE_DEVICE;
        case PlaceType::kHost:
            return ACL_MEM_LOCATIONTYPE_HOST;
        case PlaceType::kHostNode:
            return ACL_MEM_LOCATIONTYPE_HOST_NUMA;
        case PlaceType::kNone:
            break;
    }
    return ACL_MEM_LOCATIONTYPE_INVALID;
}

int32_t valueOf(const RangeFacts& facts, aclrtMemManagedRangeAttribute attribute) {
    switch (attribute) {
        case ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
            return facts.isReadMostly ? 1 : 0;
        case ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
        case ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID:
            return numberOf(facts.preferred);
        case ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE:
            return typeOf(facts.preferred);
        case ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
        case ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID:
            return numberOf(facts.prefetched);
        case ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
            return typeOf(facts.prefetched);
        case ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
            break;
    }
    return kNoPlace;
}

Status requireAttribute(aclrtMemManagedRangeAttribute attribute, const void* data, size_t bytes) {
    if (attribute < ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY ||
        !isAtMost(attribute, ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID)) {
        return Status::error(Code::kInvalidParam,
                             "argument 'attribute' is {}, which is no value of "
                             "aclrtMemManagedRangeAttribute",
                             static_cast<unsigned>(attribute));
    }
    BELAY_TRY(requireNotNull(data, "data"));
    const bool isList = attribute == ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY;
    const bool fits =
        isList ? bytes != 0 && bytes % sizeof(int32_t) == 0 : bytes == sizeof(int32_t);
    return fits ? Status::ok()
                : Status::error(Code::kInvalidParam,
                                "argument 'dataSize' is {}; it must be {} for attribute {}", bytes,
                                isList ? "a multiple of 4 above 0" : "4",
                                static_cast<unsigned>(attribute));
}

// With a list of places, as many as there is room for; what is left over says that there are no
// more.
void writeAttribute(const RangeFacts& facts, aclrtMemManagedRangeAttribute attribute, void* data,
                    size_t bytes) {
    std::vector<int32_t> values(bytes / sizeof(int32_t), kNoPlace);
    if (attribute == ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY) {
        for (size_t i = 0; i < values.size() && i < facts.accessedBy.size(); ++i) {
            values[i] = numberOf(facts.accessedBy[i]);
        }
    } else {
        values[0] = valueOf(facts, attribute);
    }
    std::memcpy(data, values.data(), bytes);
}

// ---- prefetching ----

Status requireNoFlags(uint64_t flags) {
    return flags == 0
               ? Status::ok()
               : Status::error(Code::kInvalidParam,
                               "argument 'flags' is {:#x}; it is reserved and must be 0", flags);
}

Status prefetch(Stream& stream, const void* start, uint64_t size, Place place) {
    BELAY_TRY(ManagedMemory::instance().setPrefetched(start, size, place));
    return submitPrefetch(stream, start, size);
}

struct PrefetchBatch {
    const void* const* starts;
    const size_t* sizes;
    size_t count;
    const aclrtMemManagedLocation* locations;
    const size_t* firsts;
    size_t locationCount;
};

Status requireBatch(const PrefetchBatch& batch) {
    BELAY_TRY(requireNotNull(batch.starts, "ptrs"));
    BELAY_TRY(requireNotNull(batch.sizes, "sizes"));
    BELAY_TRY(requireNotNull(batch.locations, "prefetchLocs"));
    BELAY_TRY(requireNotNull(batch.firsts, "prefetchLocIdxs"));
    if (batch.count == 0) {
        return Status::error(Code::kRtParamInvalid, "argument 'count' is 0; it must be at least 1");
    }
    return requireFirsts(batch.firsts, batch.locationCount, batch.count,
                         {"prefetchLocIdxs", "numPrefetchLocs", "count"});
}

// Where each range goes; all of them are checked.
Result<std::vector<Place>> placesOf(const PrefetchBatch& batch) {
    BELAY_TRY(requireBatch(batch));
    std::vector<Place> places;
    places.reserve(batch.count);
    for (size_t i = 0, location = 0; i < batch.count; ++i) {
        location += location + 1 < batch.locationCount && batch.firsts[location + 1] == i ? 1 : 0;
        BELAY_TRY(requirePages(batch.starts[i], batch.sizes[i], "sizes"));
        BELAY_TRY(ManagedMemory::instance().requireRange(batch.starts[i], batch.sizes[i]));
        BELAY_ASSIGN(const Place place, placeOf(batch.locations[location], "prefetchLocs"));
        places.push_back(place);
    }
    return places;
}

}  // namespace

aclError aclrtMemAllocManaged(void** ptr, uint64_t size, uint32_t flag) {
    return entryWithoutHandles(BELAY_CALL(ptr, size, flag), [&]() -> Status {
        BELAY_TRY(requireNotNull(ptr, "ptr"));
        BELAY_TRY(requireSize(size));
        if (flag != ACL_RT_MEM_ATTACH_GLOBAL) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'flag' is {:#x}; it must be ACL_RT_MEM_ATTACH_GLOBAL",
                                 flag);
        }
        BELAY_ASSIGN(*ptr, allocateManaged(size));
        return Status::ok();
    });
}

aclError aclrtMemManagedAdvise(const void* const ptr, uint64_t size,
                               aclrtMemManagedAdviseType advise, aclrtMemManagedLocation location) {
    return entryWithoutHandles(BELAY_CALL(ptr, size, advise, location), [&]() -> Status {
        BELAY_TRY(requirePages(ptr, size, "size"));
        if (!isAtMost(advise, ACL_MEM_ADVISE_UNSET_ACCESSED_BY)) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'advise' is {}, which is no value of "
                                 "aclrtMemManagedAdviseType",
                                 static_cast<unsigned>(advise));
        }
        BELAY_TRY(currentContext().takeStatus());
        return ::advise(ptr, size, advise, location);
    });
}

aclError aclrtMemManagedGetAttr(aclrtMemManagedRangeAttribute attribute, const void* ptr,
                                size_t size, void* data, size_t dataSize) {
    return entryWithoutHandles(BELAY_CALL(attribute, ptr, size, data, dataSize), [&]() -> Status {
        BELAY_TRY(requireNotNull(ptr, "ptr"));
        BELAY_TRY(requireSize(size));
        BELAY_TRY(requireAttribute(attribute, data, dataSize));
        BELAY_TRY(currentContext().takeStatus());
        BELAY_ASSIGN(const RangeFacts facts, ManagedMemory::instance().factsOf(ptr, size));
        writeAttribute(facts, attribute, data, dataSize);
        return Status::ok();
    });
}

aclError aclrtMemManagedGetAttrs(aclrtMemManagedRangeAttribute* attributes, size_t numAttributes,
                                 const void* ptr, size_t size, void** data, size_t* dataSizes) {
    return entryWithoutHandles(
        BELAY_CALL(attributes, numAttributes, ptr, size, data, dataSizes), [&]() -> Status {
            BELAY_TRY(requireNotNull(attributes, "attributes"));
            BELAY_TRY(requireNotNull(data, "data"));
            BELAY_TRY(requireNotNull(dataSizes, "dataSizes"));
            BELAY_TRY(requireNotNull(ptr, "ptr"));
            BELAY_TRY(requireSize(size));
            if (numAttributes == 0) {
                return Status::error(Code::kInvalidParam,
                                     "argument 'numAttributes' is 0; it must be at least 1");
            }
            for (size_t i = 0; i < numAttributes; ++i) {
                BELAY_TRY(requireAttribute(attributes[i], data[i], dataSizes[i]));
            }
            BELAY_TRY(currentContext().takeStatus());
            BELAY_ASSIGN(const RangeFacts facts, ManagedMemory::instance().factsOf(ptr, size));
            for (size_t i = 0; i < numAttributes; ++i) {
                writeAttribute(facts, attributes[i], data[i], dataSizes[i]);
            }
            return Status::ok();
        });
}

aclError aclrtMemManagedPrefetchAsync(const void* ptr, size_t size,
                                      aclrtMemManagedLocation location, uint32_t flags,
                                      aclrtStream stream) {
    return entry(BELAY_CALL(ptr, size, location, flags, stream), [&](Session&) -> Status {
        BELAY_TRY(requirePages(ptr, size, "size"));
        BELAY_TRY(requireNoFlags(flags));
        BELAY_ASSIGN(Stream * target, streamOfContext(stream));
        BELAY_ASSIGN(const Place place, placeOf(location, "location"));
        return prefetch(*target, ptr, size, place);
    });
}

aclError aclrtMemManagedPrefetchBatchAsync(const void** ptrs, size_t* sizes, size_t count,
                                           aclrtMemManagedLocation* prefetchLocs,
                                           size_t* prefetchLocIdxs, size_t numPrefetchLocs,
                                           uint64_t flags, aclrtStream stream) {
    return entry(BELAY_CALL(ptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs,
                            flags, stream),
                 [&](Session&) -> Status {
                     const PrefetchBatch batch{ptrs,         sizes,           count,
                                               prefetchLocs, prefetchLocIdxs, numPrefetchLocs};
                     BELAY_TRY(requireNoFlags(flags));
                     BELAY_ASSIGN(Stream * target, streamOfContext(stream));
                     BELAY_ASSIGN(const std::vector<Place> places, placesOf(batch));
                     for (size_t i = 0; i < count; ++i) {
                         BELAY_TRY(prefetch(*target, ptrs[i], sizes[i], places[i]));
                     }
                     return Status::ok();
                 });
}
