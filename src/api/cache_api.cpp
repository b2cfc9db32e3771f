// Public functions about caches. All memory is coherent on the chips that there are, so what these
// do cannot be seen; what they are asked is checked as if it could.
#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/copy_checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "runtime/sdma_tasks.h"

using belay::Code;
using belay::Context;
using belay::describePrefetch;
using belay::Device;
using belay::kDescriptionBytes;
using belay::kMostDescribedBytes;
using belay::Status;
using belay::Stream;
using belay::submitDescribed;
using belay::submitPrefetch;
using belay::useDevice;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::entryWithoutHandles;
using belay::api::isAtMost;
using belay::api::requireBlock;
using belay::api::requireDeviceBlock;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::driver::PointerInfo;

namespace {

Status requireSize(size_t size) {
    return size != 0
               ? Status::ok()
               : Status::error(Code::kInvalidParam, "argument 'size' is 0; it must be at least 1");
}

Status requireRange(const void* start, const char* name, size_t size) {
    BELAY_TRY(requireNotNull(start, name));
    return requireSize(size);
}

Status requireOperation(aclrtCmoType type) {
    return isAtMost(type, ACL_RT_CMO_TYPE_FLUSH)
               ? Status::ok()
               : Status::error(Code::kInvalidParam,
                               "argument 'cmoType' is {}, which is no value of aclrtCmoType",
                               static_cast<unsigned>(type));
}

Status requirePrefetch(aclrtCmoType type) {
    BELAY_TRY(requireOperation(type));
    return type == ACL_RT_CMO_TYPE_PREFETCH
               ? Status::ok()
               : Status::error(Code::kRtFeatureNotSupport,
                               "argument 'cmoType' is {}; only ACL_RT_CMO_TYPE_PREFETCH is "
                               "supported",
                               static_cast<unsigned>(type));
}

// Of the cache of `device`: no other device's.
Status requireOwnMemory(const Device& device, const void* start, size_t size, const char* name) {
    const PointerInfo info = device.driver().pointerInfo(start);
    BELAY_TRY(requireDeviceBlock(info, start, size, name));
    return info.device == device.driverNumber()
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid,
                               "argument '{}' is {}, memory of another device than {}", name, start,
                               device.number());
}

Status maintainHostCache(const void* start, size_t size) {
    BELAY_TRY(requireRange(start, "devPtr", size));
    BELAY_ASSIGN(const Context* context, currentContext());
    return requireBlock(context->device().driver().pointerInfo(start), start, size, "devPtr");
}

Status noBarriers() {
    return Status::error(Code::kRtFeatureNotSupport,
                         "barriers for cache operations are not supported by this chip");
}

Status requireBarrierId(aclrtCmoType type, uint32_t barrierId) {
    const bool isInvalidate = type == ACL_RT_CMO_TYPE_INVALID;
    if (isInvalidate == (barrierId != 0)) {
        return Status::ok();
    }
    return Status::error(Code::kInvalidParam,
                         "argument 'barrierId' is {}; it must be above 0 for "
                         "ACL_RT_CMO_TYPE_INVALID, and 0 for others",
                         barrierId);
}

Status requireBarriers(const aclrtBarrierTaskInfo& info) {
    if (info.barrierNum == 0 || info.barrierNum > ACL_RT_CMO_MAX_BARRIER_NUM) {
        return Status::error(Code::kInvalidParam,
                             "argument 'taskInfo' has barrierNum {}; it must be 1 to {}",
                             info.barrierNum, ACL_RT_CMO_MAX_BARRIER_NUM);
    }
    for (size_t i = 0; i < info.barrierNum; ++i) {
        if (info.cmoInfo[i].cmoType != ACL_RT_CMO_TYPE_INVALID) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'taskInfo' has cmoType {} at index {}; it must be "
                                 "ACL_RT_CMO_TYPE_INVALID",
                                 static_cast<unsigned>(info.cmoInfo[i].cmoType), i);
        }
    }
    return Status::ok();
}

}  // namespace

aclError aclrtMemFlush(void* devPtr, size_t size) {
    return entryWithoutHandles(BELAY_CALL(devPtr, size),
                               [&] { return maintainHostCache(devPtr, size); });
}

aclError aclrtMemInvalidate(void* devPtr, size_t size) {
    return entryWithoutHandles(BELAY_CALL(devPtr, size),
                               [&] { return maintainHostCache(devPtr, size); });
}

aclError aclrtCmoAsync(void* src, size_t size, aclrtCmoType cmoType, aclrtStream stream) {
    return entry(BELAY_CALL(src, size, cmoType, stream), [&](Session&) -> Status {
        BELAY_TRY(requireRange(src, "src", size));
        BELAY_TRY(requirePrefetch(cmoType));
        BELAY_ASSIGN(Stream * target, streamOfContext(stream));
        BELAY_TRY(requireOwnMemory(target->device(), src, size, "src"));
        return submitPrefetch(*target, src, size);
    });
}

aclError aclrtCmoGetDescSize(size_t* size) {
    return entryWithoutHandles(BELAY_CALL(size), [&]() -> Status {
        BELAY_TRY(requireNotNull(size, "size"));
        *size = kDescriptionBytes;
        return Status::ok();
    });
}

aclError aclrtCmoSetDesc(void* cmoDesc, void* src, size_t size) {
    return entryWithoutHandles(BELAY_CALL(cmoDesc, src, size), [&]() -> Status {
        BELAY_TRY(requireNotNull(cmoDesc, "cmoDesc"));
        BELAY_TRY(requireRange(src, "src", size));
        if (size > kMostDescribedBytes) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'size' is {}; a description is for at most {} bytes",
                                 size, kMostDescribedBytes);
        }
        BELAY_ASSIGN(const Context* context, currentContext());
        Device& device = context->device();
        BELAY_TRY(requireOwnMemory(device, cmoDesc, kDescriptionBytes, "cmoDesc"));
        return useDevice(device, [&] { return describePrefetch(device, cmoDesc, src, size); });
    });
}

aclError aclrtCmoAsyncWithDesc(void* cmoDesc, aclrtCmoType cmoType, aclrtStream stream,
                               const void* reserve) {
    return entry(BELAY_CALL(cmoDesc, cmoType, stream, reserve), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(cmoDesc, "cmoDesc"));
        BELAY_TRY(requirePrefetch(cmoType));
        if (reserve != nullptr) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'reserve' is {}; it is reserved and must be null",
                                 reserve);
        }
        BELAY_ASSIGN(Stream * target, streamOfContext(stream));
        BELAY_TRY(requireOwnMemory(target->device(), cmoDesc, kDescriptionBytes, "cmoDesc"));
        return submitDescribed(*target, cmoDesc);
    });
}

// ---- not on this chip ----

aclError aclrtCmoAsyncWithBarrier(void* src, size_t size, aclrtCmoType cmoType, uint32_t barrierId,
                                  aclrtStream stream) {
    return entryWithoutHandles(BELAY_CALL(src, size, cmoType, barrierId, stream), [&]() -> Status {
        BELAY_TRY(requireRange(src, "src", size));
        BELAY_TRY(requireOperation(cmoType));
        BELAY_TRY(requireBarrierId(cmoType, barrierId));
        return noBarriers();
    });
}

aclError aclrtCmoWaitBarrier(aclrtBarrierTaskInfo* taskInfo, aclrtStream stream, uint32_t flag) {
    return entryWithoutHandles(BELAY_CALL(taskInfo, stream, flag), [&]() -> Status {
        BELAY_TRY(requireNotNull(taskInfo, "taskInfo"));
        BELAY_TRY(requireBarriers(*taskInfo));
        if (flag != 0) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'flag' is {}; it is reserved and must be 0", flag);
        }
        return noBarriers();
    });
}
