// Public functions that limit what kernels may use of a device: cores and buffers.
#include <array>
#include <optional>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "runtime/process.h"
#include "runtime/thread_state.h"

using belay::Code;
using belay::Config;
using belay::Context;
using belay::CoreKind;
using belay::CoreLimits;
using belay::coresOf;
using belay::Device;
using belay::Devices;
using belay::effectiveSize;
using belay::KernelBuffer;
using belay::Process;
using belay::Ref;
using belay::Result;
using belay::ruleOf;
using belay::Status;
using belay::Stream;
using belay::ThreadState;
using belay::threadState;
using belay::api::currentContext;
using belay::api::deviceThatIsSet;
using belay::api::entry;
using belay::api::isAtMost;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOrDefault;

namespace {

Result<CoreKind> coreKindOf(aclrtDevResLimitType type) {
    if (!isAtMost(type, ACL_RT_DEV_RES_VECTOR_CORE)) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'type' is {}; it must be ACL_RT_DEV_RES_CUBE_CORE (0) or "
                             "ACL_RT_DEV_RES_VECTOR_CORE (1)",
                             static_cast<unsigned>(type));
    }
    return type == ACL_RT_DEV_RES_CUBE_CORE ? CoreKind::kCube : CoreKind::kVector;
}

Status requireCores(uint32_t value, const belay::driver::DeviceInfo& info, CoreKind kind) {
    const uint32_t most = coresOf(info, kind);
    return value > 0 && value <= most
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid,
                               "argument 'value' is {}; the device has {} cores of this kind, and "
                               "at least one must be allowed",
                               value, most);
}

uint32_t limitOf(Device& device, CoreKind kind) {
    const uint32_t limit = device.settings().coreLimits().of(kind);
    return limit != 0 ? limit : coresOf(device.info(), kind);
}

// A limit of the stream comes first.
uint32_t limitOf(Stream& stream, CoreKind kind) {
    const uint32_t limit = stream.coreLimits().of(kind);
    return limit != 0 ? limit : limitOf(stream.device(), kind);
}

// --- buffers ---

Result<KernelBuffer> bufferOf(aclrtDeviceLimit limit, const belay::driver::DeviceInfo& info) {
    constexpr std::array kBuffers = {KernelBuffer::kSimtStack, KernelBuffer::kSimtDivergenceStack,
                                     KernelBuffer::kAicoreStack, KernelBuffer::kSimdPrintfFifo,
                                     KernelBuffer::kSimtPrintfFifo};
    if (!isAtMost(limit, ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE)) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'limit' is {}; it must be one of aclrtDeviceLimit, 0 to 4",
                             static_cast<unsigned>(limit));
    }
    const KernelBuffer buffer = kBuffers[static_cast<size_t>(limit)];
    if (isForThreads(buffer) && info.architecture->warpSize == 0) {
        return Status::error(Code::kRtFeatureNotSupport,
                             "argument 'limit' is {}, which concerns kernels with threads; {} runs "
                             "none, this is not supported there",
                             static_cast<unsigned>(limit), info.socName);
    }
    return buffer;
}

uint64_t configuredBytes(const Config& config, KernelBuffer buffer) {
    switch (buffer) {
        case KernelBuffer::kAicoreStack:
            return config.aicoreStackSize;
        case KernelBuffer::kSimtStack:
            return config.simtStackSize;
        case KernelBuffer::kSimtDivergenceStack:
            return config.simtDivergenceStackSize;
        case KernelBuffer::kSimdPrintfFifo:
            return config.simdPrintfFifoSize;
        case KernelBuffer::kSimtPrintfFifo:
            break;
    }
    return config.simtPrintfFifoSize;
}

}  // namespace

// --- cores of a device ---

aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t* value) {
    return entry(BELAY_CALL(deviceId, type, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(const CoreKind kind, coreKindOf(type));
        BELAY_ASSIGN(const auto info, Devices::instance().info(deviceId));
        const Ref<Device> device = Devices::instance().find(deviceId);
        *value = device ? limitOf(*device, kind) : coresOf(info, kind);
        return Status::ok();
    });
}

aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t value) {
    return entry(BELAY_CALL(deviceId, type, value), [&](Session&) -> Status {
        BELAY_ASSIGN(const CoreKind kind, coreKindOf(type));
        BELAY_ASSIGN(const Ref<Device> device, deviceThatIsSet(deviceId));
        BELAY_TRY(requireCores(value, device->info(), kind));
        device->settings().coreLimits().set(kind, value);
        return Status::ok();
    });
}

aclError aclrtResetDeviceResLimit(int32_t deviceId) {
    return entry(BELAY_CALL(deviceId), [&](Session&) -> Status {
        BELAY_ASSIGN(const Ref<Device> device, deviceThatIsSet(deviceId));
        device->settings().coreLimits().reset();
        return Status::ok();
    });
}

// --- cores of a stream and of a thread ---

aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t* value) {
    return entry(BELAY_CALL(stream, type, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(const CoreKind kind, coreKindOf(type));
        BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
        *value = limitOf(*found, kind);
        return Status::ok();
    });
}

aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value) {
    return entry(BELAY_CALL(stream, type, value), [&](Session&) -> Status {
        BELAY_ASSIGN(const CoreKind kind, coreKindOf(type));
        BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
        BELAY_TRY(requireCores(value, found->device().info(), kind));
        found->coreLimits().set(kind, value);
        return Status::ok();
    });
}

aclError aclrtResetStreamResLimit(aclrtStream stream) {
    return entry(BELAY_CALL(stream), [&](Session&) -> Status {
        BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
        found->coreLimits().reset();
        return Status::ok();
    });
}

aclError aclrtUseStreamResInCurrentThread(aclrtStream stream) {
    return entry(BELAY_CALL(stream), [&](Session&) -> Status {
        BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
        threadState().limitsOf = Ref<Stream>(found);
        return Status::ok();
    });
}

aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream) {
    return entry(BELAY_CALL(stream), [&](Session&) -> Status {
        BELAY_ASSIGN(const Stream* found, streamOrDefault(stream));
        ThreadState& thread = threadState();
        if (thread.limitsOf.get() == found) {
            thread.limitsOf = nullptr;
        }
        return Status::ok();
    });
}

aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t* value) {
    return entry(BELAY_CALL(type, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(const CoreKind kind, coreKindOf(type));
        BELAY_ASSIGN(Context * context, currentContext());
        Stream* stream = threadState().limitsOf.get();
        // Limits of a stream that has been destroyed, or of another device, hold no more.
        const bool holds =
            stream != nullptr && &stream->device() == &context->device() && !stream->isDestroyed();
        *value = holds ? limitOf(*stream, kind) : limitOf(context->device(), kind);
        return Status::ok();
    });
}

// --- buffers ---

aclError aclrtDeviceSetLimit(aclrtDeviceLimit limit, size_t value) {
    return entry(BELAY_CALL(limit, value), [&](Session&) -> Status {
        BELAY_ASSIGN(Context * context, currentContext());
        Device& device = context->device();
        BELAY_ASSIGN(const KernelBuffer buffer, bufferOf(limit, device.info()));
        const std::optional<uint64_t> bytes = effectiveSize(buffer, value);
        if (!bytes) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'value' is {}; it must be from 1 to {} bytes", value,
                                 ruleOf(buffer).mostBytes);
        }
        device.settings().setKernelBufferBytes(buffer, *bytes);
        return Status::ok();
    });
}

aclError aclrtDeviceGetLimit(aclrtDeviceLimit limit, size_t* value) {
    return entry(BELAY_CALL(limit, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_ASSIGN(Context * context, currentContext());
        Device& device = context->device();
        BELAY_ASSIGN(const KernelBuffer buffer, bufferOf(limit, device.info()));
        const uint64_t bytes = device.settings().kernelBufferBytes(buffer);
        *value = bytes != 0 ? bytes : configuredBytes(Process::instance().config(), buffer);
        return Status::ok();
    });
}
