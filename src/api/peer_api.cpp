// Public functions about access between devices.
#include <algorithm>
#include <span>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"

using belay::Code;
using belay::Context;
using belay::Device;
using belay::DeviceNumbers;
using belay::Devices;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::requireArray;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::driver::Link;

namespace {

// The link from one device to another one that must be there.
Result<Link> linkBetween(int32_t device, const char* deviceName, int32_t peer,
                         const char* peerName) {
    Devices& devices = Devices::instance();
    BELAY_ASSIGN(const belay::driver::DeviceInfo info, devices.info(device, deviceName));
    BELAY_ASSIGN(const DeviceNumbers other, devices.numbers(&DeviceNumbers::user, peer, peerName));
    if (device == peer) {
        return Status::error(Code::kRtParamInvalid,
                             "argument '{}' is {}, the device itself; it must be another one",
                             peerName, peer);
    }
    return info.links[other.logical];
}

// What the current device does with the memory of device `peer` from now on.
Status changeAccess(int32_t peer, bool isAllowed) {
    BELAY_ASSIGN(Context * context, currentContext());
    Device& device = context->device();
    BELAY_ASSIGN(const Link link, linkBetween(static_cast<int32_t>(device.number()), "deviceId",
                                              peer, "peerDeviceId"));
    if (isAllowed && link == Link::kNone) {
        return Status::error(
            Code::kRtLinkTypeNotSupported,
            "argument 'peerDeviceId' is {}, a device that device {} has no link to", peer,
            device.number());
    }
    device.settings().setAccess(static_cast<uint32_t>(peer), isAllowed);
    return Status::ok();
}

bool isOperation(aclrtAtomicOperation operation) {
    switch (operation) {
        case ACL_RT_ATOMIC_OPERATION_INTEGER_ADD:
        case ACL_RT_ATOMIC_OPERATION_INTEGER_MIN:
        case ACL_RT_ATOMIC_OPERATION_INTEGER_MAX:
        case ACL_RT_ATOMIC_OPERATION_INTEGER_INCREMENT:
        case ACL_RT_ATOMIC_OPERATION_INTEGER_DECREMENT:
        case ACL_RT_ATOMIC_OPERATION_AND:
        case ACL_RT_ATOMIC_OPERATION_OR:
        case ACL_RT_ATOMIC_OPERATION_XOR:
        case ACL_RT_ATOMIC_OPERATION_EXCHANGE:
        case ACL_RT_ATOMIC_OPERATION_CAS:
        case ACL_RT_ATOMIC_OPERATION_FLOAT_ADD:
        case ACL_RT_ATOMIC_OPERATION_FLOAT_MIN:
        case ACL_RT_ATOMIC_OPERATION_FLOAT_MAX:
        case ACL_RT_ATOMIC_OPERATION_DMA_ADD:
        case ACL_RT_ATOMIC_OPERATION_DMA_MIN:
        case ACL_RT_ATOMIC_OPERATION_DMA_MAX:
        case ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD:
        case ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MIN:
        case ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MAX:
        case ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_CAS:
        case ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH:
            return true;
    }
    return false;
}

bool isOfCopyEngine(aclrtAtomicOperation operation) {
    return operation == ACL_RT_ATOMIC_OPERATION_DMA_ADD ||
           operation == ACL_RT_ATOMIC_OPERATION_DMA_MIN ||
           operation == ACL_RT_ATOMIC_OPERATION_DMA_MAX;
}

// What copy engines reduce in the memory of another device: numbers with a sign of 8, 16 and 32
// bits, floating-point ones among them.
constexpr uint32_t kCopyEngine =
    ACL_RT_ATOMIC_CAPABILITY_SIGNED | ACL_RT_ATOMIC_CAPABILITY_REDUCTION |
    ACL_RT_ATOMIC_CAPABILITY_SCALAR8 | ACL_RT_ATOMIC_CAPABILITY_SCALAR16 |
    ACL_RT_ATOMIC_CAPABILITY_SCALAR32;

Status requireOperations(const uint32_t* capabilities, const aclrtAtomicOperation* operations,
                         uint32_t count) {
    if (count == 0) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'count' is 0; at least one operation must be asked for");
    }
    BELAY_TRY(requireArray(capabilities, count, "capabilities", "count"));
    BELAY_TRY(requireArray(operations, count, "operations", "count"));
    for (size_t i = 0; i < count; ++i) {
        if (!isOperation(operations[i])) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'operations' has {} at {}, which is no value of "
                                 "aclrtAtomicOperation",
                                 static_cast<int>(operations[i]), i);
        }
    }
    return Status::ok();
}

}  // namespace

aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId) {
    return entry(BELAY_CALL(canAccessPeer, deviceId, peerDeviceId), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(canAccessPeer, "canAccessPeer"));
        BELAY_ASSIGN(const Link link,
                     linkBetween(deviceId, "deviceId", peerDeviceId, "peerDeviceId"));
        *canAccessPeer = link != Link::kNone ? 1 : 0;
        return Status::ok();
    });
}

aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags) {
    return entry(BELAY_CALL(peerDeviceId, flags), [&](Session&) -> Status {
        if (flags != 0) {
            return Status::error(Code::kInvalidParam, "argument 'flags' is {}; it must be 0",
                                 flags);
        }
        return changeAccess(peerDeviceId, true);
    });
}

aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId) {
    return entry(BELAY_CALL(peerDeviceId),
                 [&](Session&) -> Status { return changeAccess(peerDeviceId, false); });
}

aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId, int32_t* status) {
    return entry(BELAY_CALL(deviceId, peerDeviceId, status), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(status, "status"));
        BELAY_TRY(linkBetween(deviceId, "deviceId", peerDeviceId, "peerDeviceId").takeStatus());
        const Ref<Device> device = Devices::instance().find(deviceId);
        const bool mayAccess =
            device && device->settings().mayAccess(static_cast<uint32_t>(peerDeviceId));
        *status = mayAccess ? 1 : 0;
        return Status::ok();
    });
}

aclError aclrtDeviceGetHostAtomicCapabilities(uint32_t* capabilities,
                                              const aclrtAtomicOperation* operations,
                                              const uint32_t count, int32_t deviceId) {
    return entry(BELAY_CALL(capabilities, operations, count, deviceId), [&](Session&) -> Status {
        BELAY_TRY(requireOperations(capabilities, operations, count));
        BELAY_TRY(Devices::instance().info(deviceId).takeStatus());
        // What goes over PCIe is only copied.
        std::ranges::fill(std::span(capabilities, count), 0U);
        return Status::ok();
    });
}

aclError aclrtDeviceGetP2PAtomicCapabilities(uint32_t* capabilities,
                                             const aclrtAtomicOperation* operations,
                                             const uint32_t count, int32_t srcDeviceId,
                                             int32_t dstDeviceId) {
    return entry(
        BELAY_CALL(capabilities, operations, count, srcDeviceId, dstDeviceId),
        [&](Session&) -> Status {
            BELAY_TRY(requireOperations(capabilities, operations, count));
            BELAY_ASSIGN(const Link link,
                         linkBetween(srcDeviceId, "srcDeviceId", dstDeviceId, "dstDeviceId"));
            const bool reducesThere =
                link == Link::kHccs || link == Link::kHccsSwitch || link == Link::kPackage;
            for (size_t i = 0; i < count; ++i) {
                capabilities[i] = reducesThere && isOfCopyEngine(operations[i]) ? kCopyEngine : 0;
            }
            return Status::ok();
        });
}
