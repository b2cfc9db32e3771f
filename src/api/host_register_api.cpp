// Public functions that let devices use ordinary memory of the process.
#include <algorithm>
#include <cstdint>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"

using belay::Code;
using belay::Context;
using belay::Device;
using belay::Devices;
using belay::Result;
using belay::Status;
using belay::api::currentContext;
using belay::api::entryWithoutHandles;
using belay::api::isAtMost;
using belay::api::requireNotNull;
using belay::driver::Access;
using belay::driver::PointerInfo;
using belay::driver::PointerKind;
using belay::driver::Unit;

namespace {

Status requireSize(uint64_t size) {
    return size != 0
               ? Status::ok()
               : Status::error(Code::kInvalidParam, "argument 'size' is 0; it must be at least 1");
}

Status requireType(aclrtHostRegisterType type) {
    switch (static_cast<unsigned>(type)) {
        case ACL_HOST_REGISTER_MAPPED:
            return Status::ok();
        case ACL_HOST_REGISTER_IOMEMORY:
        case ACL_HOST_REGISTER_READONLY:
            return Status::error(Code::kRtFeatureNotSupport,
                                 "argument 'type' is {}; only ACL_HOST_REGISTER_MAPPED is "
                                 "supported",
                                 static_cast<unsigned>(type));
        default:
            return Status::error(Code::kInvalidParam,
                                 "argument 'type' is {}, which is no value of "
                                 "aclrtHostRegisterType",
                                 static_cast<unsigned>(type));
    }
}

Status requireFlags(uint32_t flags) {
    constexpr uint32_t kBuilt = ACL_HOST_REG_MAPPED | ACL_HOST_REG_PINNED;
    constexpr uint32_t kKnown = kBuilt | ACL_HOST_REG_IOMEMORY | ACL_HOST_REG_READONLY;
    if (flags == 0 || (flags & ~kKnown) != 0) {
        return Status::error(Code::kInvalidParam,
                             "argument 'flag' is {:#x}; it must be a combination of ACL_HOST_REG "
                             "flags",
                             flags);
    }
    if ((flags & ~kBuilt) != 0) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "argument 'flag' is {:#x}; ACL_HOST_REG_IOMEMORY and "
                             "ACL_HOST_REG_READONLY are not supported",
                             flags);
    }
    return Status::ok();
}

Unit unitOf(aclrtHacType type) {
    switch (type) {
        case ACL_RT_HAC_TYPE_STARS:
            return Unit::kScheduler;
        case ACL_RT_HAC_TYPE_AICPU:
            return Unit::kAicpu;
        case ACL_RT_HAC_TYPE_AIC:
            return Unit::kCube;
        case ACL_RT_HAC_TYPE_AIV:
            return Unit::kVector;
        case ACL_RT_HAC_TYPE_PCIEDMA:
            return Unit::kPcieDma;
        case ACL_RT_HAC_TYPE_RDMA:
            return Unit::kRdma;
        case ACL_RT_HAC_TYPE_SDMA:
            return Unit::kSdma;
        case ACL_RT_HAC_TYPE_DVPP:
            return Unit::kMedia;
        case ACL_RT_HAC_TYPE_UDMA:
            return Unit::kUdma;
        case ACL_RT_HAC_TYPE_CCU:
            break;
    }
    return Unit::kCollective;
}

Result<void*> registerMemory(void* start, uint64_t size) {
    BELAY_ASSIGN(const Context* context, currentContext());
    const Device& device = context->device();
    return device.driver().registerHost(device.driverNumber(), start, size, Access::kReadWrite);
}

}  // namespace

aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type, void** devPtr) {
    return entryWithoutHandles(BELAY_CALL(ptr, size, type, devPtr), [&]() -> Status {
        BELAY_TRY(requireNotNull(ptr, "ptr"));
        BELAY_TRY(requireNotNull(devPtr, "devPtr"));
        BELAY_TRY(requireSize(size));
        BELAY_TRY(requireType(type));
        BELAY_ASSIGN(*devPtr, registerMemory(ptr, size));
        return Status::ok();
    });
}

aclError aclrtHostRegisterV2(void* ptr, uint64_t size, uint32_t flag) {
    return entryWithoutHandles(BELAY_CALL(ptr, size, flag), [&]() -> Status {
        BELAY_TRY(requireNotNull(ptr, "ptr"));
        BELAY_TRY(requireSize(size));
        BELAY_TRY(requireFlags(flag));
        return registerMemory(ptr, size).takeStatus();
    });
}

aclError aclrtHostGetDevicePointer(void* pHost, void** pDevice, uint32_t flag) {
    return entryWithoutHandles(BELAY_CALL(pHost, pDevice, flag), [&]() -> Status {
        BELAY_TRY(requireNotNull(pHost, "pHost"));
        BELAY_TRY(requireNotNull(pDevice, "pDevice"));
        if (flag != 0) {
            return Status::error(Code::kInvalidParam, "argument 'flag' is {}; it must be 0", flag);
        }
        BELAY_ASSIGN(const Context* context, currentContext());
        const PointerInfo info = context->device().driver().pointerInfo(pHost);
        if (info.kind != PointerKind::kHostMapped && info.kind != PointerKind::kHostPinned) {
            return Status::error(Code::kHostMemoryNotRegistered,
                                 "argument 'pHost' is {}, which is neither registered nor pinned "
                                 "memory",
                                 pHost);
        }
        // Devices reach memory of the host at its own address.
        *pDevice = pHost;
        return Status::ok();
    });
}

aclError aclrtHostUnregister(void* ptr) {
    return entryWithoutHandles(BELAY_CALL(ptr), [&]() -> Status {
        BELAY_TRY(requireNotNull(ptr, "ptr"));
        BELAY_ASSIGN(const Context* context, currentContext());
        return context->device().driver().unregisterHost(ptr);
    });
}

aclError aclrtMemGetAddressRange(void* ptr, void** pbase, size_t* psize) {
    return entryWithoutHandles(BELAY_CALL(ptr, pbase, psize), [&]() -> Status {
        BELAY_TRY(requireNotNull(ptr, "ptr"));
        BELAY_ASSIGN(const Context* context, currentContext());
        const PointerInfo info = context->device().driver().pointerInfo(ptr);
        if (info.kind == PointerKind::kUnknown) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'ptr' is {}, which lies in no block of a device, of "
                                 "pinned or of registered memory",
                                 ptr);
        }
        if (pbase != nullptr) {
            *pbase = info.start;
        }
        if (psize != nullptr) {
            *psize = info.bytes;
        }
        return Status::ok();
    });
}

aclError aclrtHostMemMapCapabilities(uint32_t deviceId, aclrtHacType hacType,
                                     aclrtHostMemMapCapability* capabilities) {
    return entryWithoutHandles(BELAY_CALL(deviceId, hacType, capabilities), [&]() -> Status {
        BELAY_TRY(requireNotNull(capabilities, "capabilities"));
        if (!isAtMost(hacType, ACL_RT_HAC_TYPE_CCU)) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'hacType' is {}, which is no value of aclrtHacType",
                                 static_cast<unsigned>(hacType));
        }
        // A number above all that an int holds is that of no device either.
        const auto number = static_cast<int32_t>(std::min<uint32_t>(deviceId, INT32_MAX));
        BELAY_ASSIGN(const belay::driver::DeviceInfo info, Devices::instance().info(number));
        const uint32_t unit = 1U << static_cast<unsigned>(unitOf(hacType));
        *capabilities = (info.unitsReachingHost & unit) != 0 ? ACL_RT_HOST_MEM_MAP_SUPPORTED
                                                             : ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED;
        return Status::ok();
    });
}
