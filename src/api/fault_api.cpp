// Public functions about faults of devices and their repair.
#include <algorithm>
#include <array>
#include <vector>

#include "acl/acl_mdl.h"
#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"

using belay::Code;
using belay::Device;
using belay::Devices;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::api::deviceThatIsSet;
using belay::api::entry;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::driver::DeviceFault;
using belay::driver::DeviceState;
using belay::driver::FaultKind;
using belay::driver::MemoryRange;

namespace {

Status requireArraySize(size_t size, size_t most, const char* name) {
    return size > 0 && size <= most
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid, "argument '{}' is {}; it must be 1 to {}",
                               name, size, most);
}

// Fills in as many as there is room for; how many.
size_t giveRanges(const std::vector<MemoryRange>& ranges, aclrtMemUceInfo* infos, size_t room) {
    const size_t count = std::min(ranges.size(), room);
    for (size_t i = 0; i < count; ++i) {
        infos[i] = {.addr = ranges[i].start, .len = ranges[i].bytes, .reserved = {}};
    }
    return count;
}

Status repairRanges(Device& device, const aclrtMemUceInfo* infos, size_t count) {
    std::vector<MemoryRange> ranges;
    for (size_t i = 0; i < count; ++i) {
        ranges.push_back({.start = infos[i].addr, .bytes = infos[i].len});
    }
    return device.driver().repair(device.driverNumber(), ranges);
}

aclrtErrorType errorTypeOf(FaultKind kind) {
    switch (kind) {
        case FaultKind::kNone:
            return ACL_RT_NO_ERROR;
        case FaultKind::kMemory:
            return ACL_RT_ERROR_MEMORY;
        case FaultKind::kCache:
            return ACL_RT_ERROR_L2;
        case FaultKind::kCore:
            return ACL_RT_ERROR_AICORE;
        case FaultKind::kLink:
            return ACL_RT_ERROR_LINK;
        case FaultKind::kOther:
            break;
    }
    return ACL_RT_ERROR_OTHERS;
}

aclrtErrorInfo errorInfoOf(const DeviceFault& fault) {
    aclrtErrorInfo info{};
    info.errorType = errorTypeOf(fault.kind);
    info.tryRepair = fault.canRepair ? 1 : 0;
    if (fault.kind == FaultKind::kMemory) {
        info.hasDetail = 1;
        aclrtMemUceInfoArray& array = info.detail.uceInfo;
        array.arraySize = giveRanges(fault.ranges, std::begin(array.memUceInfoArray),
                                     ACL_RT_MEM_UCE_INFO_MAX_NUM);
    } else if (fault.kind == FaultKind::kCore) {
        info.hasDetail = 1;
        info.detail.aicoreErrType = ACL_RT_AICORE_ERROR_UNKNOWN;
    }
    return info;
}

Status repairMemory(Device& device, const aclrtErrorInfo& info) {
    const aclrtMemUceInfoArray& array = info.detail.uceInfo;
    if (info.hasDetail != 1) {
        return Status::error(
            Code::kRtParamInvalid,
            "argument 'errorInfo' is about memory, but says with hasDetail {} that "
            "it does not tell which",
            info.hasDetail);
    }
    BELAY_TRY(requireArraySize(array.arraySize, ACL_RT_MEM_UCE_INFO_MAX_NUM,
                               "errorInfo->detail.uceInfo.arraySize"));
    return repairRanges(device, std::begin(array.memUceInfoArray), array.arraySize);
}

Status repair(Device& device, const aclrtErrorInfo& info) {
    switch (info.errorType) {
        case ACL_RT_ERROR_MEMORY:
            return repairMemory(device, info);
        case ACL_RT_ERROR_L2:
            return device.driver().repair(device.driverNumber(), {});
        case ACL_RT_ERROR_AICORE:
        case ACL_RT_ERROR_LINK:
        case ACL_RT_ERROR_L3_PORT:
        case ACL_RT_ERROR_OTHERS:
            return Status::error(
                Code::kRtFeatureNotSupport,
                "argument 'errorInfo' is about a fault of type {}, whose repair is "
                "not supported; aclrtResetDeviceForce brings the device back",
                static_cast<unsigned>(info.errorType));
        case ACL_RT_NO_ERROR:
            break;
    }
    return Status::error(Code::kRtParamInvalid,
                         "argument 'errorInfo' has errorType {}, which is no fault",
                         static_cast<unsigned>(info.errorType));
}

}  // namespace

aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo* errorInfo) {
    return entry(BELAY_CALL(deviceId, errorInfo), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(errorInfo, "errorInfo"));
        session.leaveGuard();
        BELAY_ASSIGN(const Ref<Device> device, deviceThatIsSet(deviceId));
        BELAY_ASSIGN(const DeviceState state, device->state());
        *errorInfo = errorInfoOf(state.fault);
        return Status::ok();
    });
}

aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo* errorInfo) {
    return entry(BELAY_CALL(deviceId, errorInfo), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(errorInfo, "errorInfo"));
        session.leaveGuard();
        BELAY_ASSIGN(const Ref<Device> device, deviceThatIsSet(deviceId));
        return useDevice(*device, [&] { return repair(*device, *errorInfo); });
    });
}

aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray, size_t arraySize,
                            size_t* retSize) {
    return entry(
        BELAY_CALL(deviceId, memUceInfoArray, arraySize, retSize), [&](Session& session) -> Status {
            BELAY_TRY(requireNotNull(memUceInfoArray, "memUceInfoArray"));
            BELAY_TRY(requireNotNull(retSize, "retSize"));
            BELAY_TRY(requireArraySize(arraySize, MAX_MEM_UCE_INFO_ARRAY_SIZE, "arraySize"));
            session.leaveGuard();
            BELAY_ASSIGN(const Ref<Device> device, deviceThatIsSet(deviceId));
            BELAY_ASSIGN(const DeviceState state, device->state());
            *retSize = giveRanges(state.fault.ranges, memUceInfoArray, arraySize);
            return Status::ok();
        });
}

aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray, size_t arraySize) {
    return entry(BELAY_CALL(deviceId, memUceInfoArray, arraySize), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(memUceInfoArray, "memUceInfoArray"));
        BELAY_TRY(requireArraySize(arraySize, MAX_MEM_UCE_INFO_ARRAY_SIZE, "arraySize"));
        session.leaveGuard();
        BELAY_ASSIGN(const Ref<Device> device, deviceThatIsSet(deviceId));
        return useDevice(*device,
                         [&] { return repairRanges(*device, memUceInfoArray, arraySize); });
    });
}

aclError aclRecoverAllHcclTasks(int32_t deviceId) {
    return entry(BELAY_CALL(deviceId), [&](Session&) -> Status {
        // Tasks of collective communication are not among what streams take.
        return deviceThatIsSet(deviceId).takeStatus();
    });
}
