// Public functions about floating-point overflow: what it gives, and whether it has occurred.
#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"

using belay::Code;
using belay::Context;
using belay::Device;
using belay::OverflowMode;
using belay::OverflowStatus;
using belay::Ref;
using belay::Status;
using belay::Stream;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::isAtMost;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::driver::PointerInfo;
using belay::driver::PointerKind;

namespace {

Status requireStatusBuffer(Device& device, const void* address, uint64_t bytes) {
    BELAY_TRY(requireNotNull(address, "outputAddr"));
    if (bytes != OverflowStatus::kBytes) {
        return Status::error(Code::kRtParamInvalid, "argument 'outputSize' is {}; it must be {}",
                             bytes, OverflowStatus::kBytes);
    }
    const PointerInfo info = device.driver().pointerInfo(address);
    const auto offset = static_cast<uint64_t>(static_cast<const char*>(address) -
                                              static_cast<const char*>(info.start));
    if (info.kind != PointerKind::kDevice || info.bytes < bytes || offset > info.bytes - bytes) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'outputAddr' is {}; it must have {} bytes of device memory",
                             address, bytes);
    }
    return Status::ok();
}

// Kernels note an overflow in one place, whichever of the three ways they are asked.

Status submitRead(Session& session, void* target, uint64_t bytes, aclrtStream stream) {
    BELAY_ASSIGN(Stream * found, streamOfContext(stream));
    BELAY_TRY(requireStatusBuffer(found->device(), target, bytes));
    const Ref<Stream> kept(found);
    session.leaveGuard();
    return kept->device().overflowStatus().submitRead(*kept, target);
}

Status submitReset(Session& session, aclrtStream stream) {
    BELAY_ASSIGN(Stream * found, streamOfContext(stream));
    const Ref<Stream> kept(found);
    session.leaveGuard();
    return kept->device().overflowStatus().submitReset(*kept);
}

Status requireMode(uint32_t checkMode) {
    return checkMode == 0 ? Status::ok()
                          : Status::error(Code::kRtParamInvalid,
                                          "argument 'checkMode' is {}; it must be 0", checkMode);
}

}  // namespace

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) {
    return entry(BELAY_CALL(mode), [&](Session&) -> Status {
        if (!isAtMost(mode, ACL_RT_OVERFLOW_MODE_INFNAN)) {
            return Status::error(
                Code::kRtParamInvalid,
                "argument 'mode' is {}; it must be ACL_RT_OVERFLOW_MODE_SATURATION "
                "(0) or ACL_RT_OVERFLOW_MODE_INFNAN (1)",
                static_cast<unsigned>(mode));
        }
        BELAY_ASSIGN(Context * context, currentContext());
        Device& device = context->device();
        const bool saturates = mode == ACL_RT_OVERFLOW_MODE_SATURATION;
        const auto& architecture = *device.info().architecture;
        if (!(saturates ? architecture.canSaturate : architecture.canGiveInfinity)) {
            return Status::error(Code::kRtFeatureNotSupport,
                                 "argument 'mode' is {}, which is not supported on {}",
                                 static_cast<unsigned>(mode), device.info().socName);
        }
        device.settings().setOverflowMode(saturates ? OverflowMode::kSaturation
                                                    : OverflowMode::kInfinity);
        return Status::ok();
    });
}

aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode) {
    return entry(BELAY_CALL(mode), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(mode, "mode"));
        BELAY_ASSIGN(Context * context, currentContext());
        *mode = context->device().settings().overflowMode() == OverflowMode::kSaturation
                    ? ACL_RT_OVERFLOW_MODE_SATURATION
                    : ACL_RT_OVERFLOW_MODE_INFNAN;
        return Status::ok();
    });
}

aclError aclrtCtxGetFloatOverflowAddr(void** overflowAddr) {
    return entry(BELAY_CALL(overflowAddr), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(overflowAddr, "overflowAddr"));
        BELAY_ASSIGN(const Context* context, currentContext());
        const Ref<Device> device(&context->device());
        session.leaveGuard();
        BELAY_ASSIGN(*overflowAddr, device->overflowStatus().address(*device));
        return Status::ok();
    });
}

aclError aclrtGetOverflowStatus(void* outputAddr, size_t outputSize, aclrtStream stream) {
    return entry(BELAY_CALL(outputAddr, outputSize, stream), [&](Session& session) {
        return submitRead(session, outputAddr, outputSize, stream);
    });
}

aclError aclrtResetOverflowStatus(aclrtStream stream) {
    return entry(BELAY_CALL(stream),
                 [&](Session& session) { return submitReset(session, stream); });
}

aclError aclrtGetFloatOverflowStatus(void* outputAddr, uint64_t outputSize, aclrtStream stream) {
    return entry(BELAY_CALL(outputAddr, outputSize, stream), [&](Session& session) {
        return submitRead(session, outputAddr, outputSize, stream);
    });
}

aclError aclrtResetFloatOverflowStatus(aclrtStream stream) {
    return entry(BELAY_CALL(stream),
                 [&](Session& session) { return submitReset(session, stream); });
}

aclError aclrtNpuGetFloatOverFlowStatus(void* outputAddr, uint64_t outputSize, uint32_t checkMode,
                                        aclrtStream stream) {
    return entry(BELAY_CALL(outputAddr, outputSize, checkMode, stream),
                 [&](Session& session) -> Status {
                     BELAY_TRY(requireMode(checkMode));
                     return submitRead(session, outputAddr, outputSize, stream);
                 });
}

aclError aclrtNpuClearFloatOverFlowStatus(uint32_t checkMode, aclrtStream stream) {
    return entry(BELAY_CALL(checkMode, stream), [&](Session& session) -> Status {
        BELAY_TRY(requireMode(checkMode));
        return submitReset(session, stream);
    });
}
