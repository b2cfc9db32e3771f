// Public functions that copy and set memory.
#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/copy_checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "runtime/memory_manager.h"

using belay::Code;
using belay::Context;
using belay::CopyPlan;
using belay::Device;
using belay::fillNow;
using belay::FillPlan;
using belay::patternOf;
using belay::planCopy;
using belay::planFill;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::Stream;
using belay::submitCopy;
using belay::submitFill;
using belay::useDevice;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::entryWithoutHandles;
using belay::api::kindOf;
using belay::api::requireBlock;
using belay::api::requireFits;
using belay::api::requireKind;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::api::submitTo;
using belay::driver::Driver;
using belay::driver::PointerKind;

namespace {

Status requireCopy(const void* target, size_t most, const void* source, size_t count) {
    BELAY_TRY(requireNotNull(target, "dst", Code::kRtParamInvalid));
    BELAY_TRY(requireNotNull(source, "src", Code::kRtParamInvalid));
    return requireFits(count, most, "destMax");
}

Status requireFill(const void* target, size_t most, size_t count) {
    BELAY_TRY(requireNotNull(target, "devPtr", Code::kRtParamInvalid));
    return requireFits(count, most, "maxCount");
}

// Of memory that the runtime knows: what ordinary memory holds is not the devices' business.
Result<FillPlan> planWords(Driver& driver, void* start, size_t bytesThere, uint32_t value,
                           size_t count) {
    BELAY_TRY(requireNotNull(start, "ptr", Code::kRtParamInvalid));
    if (count > bytesThere / sizeof value) {
        return Status::error(
            Code::kRtParamInvalid,
            "argument 'N' is {}; 4 bytes each must fit into 'memSize', which is {}", count,
            bytesThere);
    }
    const uint64_t bytes = count * sizeof value;
    BELAY_TRY(requireBlock(driver.pointerInfo(start), start, bytes, "ptr"));
    return FillPlan{.target = start, .bytes = bytes, .pattern = value};
}

Status fillWordsNow(Device& device, void* start, size_t bytesThere, uint32_t value, size_t count) {
    BELAY_ASSIGN(const FillPlan plan, planWords(device.driver(), start, bytesThere, value, count));
    return useDevice(device, [&] { return fillNow(device.driver(), plan); });
}

bool isOfHost(Driver& driver, const void* start) {
    const PointerKind kind = driver.pointerInfo(start).kind;
    return kind == PointerKind::kHostPinned || kind == PointerKind::kHostMapped;
}

Status copyAsync(Session& session, void* target, size_t most, const void* source, size_t count,
                 aclrtMemcpyKind kind, aclrtStream handle) {
    BELAY_TRY(requireKind(kind));
    BELAY_ASSIGN(Stream * stream, streamOfContext(handle));
    if (count == 0) {
        return Status::ok();
    }
    BELAY_TRY(requireCopy(target, most, source, count));
    BELAY_ASSIGN(const CopyPlan plan,
                 planCopy(stream->device().driver(), target, source, count, kindOf(kind)));
    return submitTo(session, *stream, plan.mustWait,
                    [&](Stream& queue) { return submitCopy(queue, plan); });
}

}  // namespace

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                     aclrtMemcpyKind kind) {
    return entryWithoutHandles(BELAY_CALL(dst, destMax, src, count, kind), [&]() -> Status {
        if (count == 0) {
            return Status::ok();
        }
        BELAY_TRY(requireKind(kind));
        BELAY_TRY(requireCopy(dst, destMax, src, count));
        BELAY_ASSIGN(const Context* context, currentContext());
        Device& device = context->device();
        return useDevice(device, [&] { return device.driver().copy(dst, src, count); });
    });
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
    return entryWithoutHandles(BELAY_CALL(devPtr, maxCount, value, count), [&]() -> Status {
        if (count == 0) {
            return Status::ok();
        }
        BELAY_TRY(requireFill(devPtr, maxCount, count));
        BELAY_ASSIGN(const Context* context, currentContext());
        Device& device = context->device();
        return useDevice(device, [&] {
            return device.driver().fill(devPtr, static_cast<uint8_t>(value), count);
        });
    });
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream) {
    return entry(BELAY_CALL(dst, destMax, src, count, kind, stream), [&](Session& session) {
        return copyAsync(session, dst, destMax, src, count, kind, stream);
    });
}

aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t destMax, const void* src, size_t count,
                                       aclrtMemcpyKind kind, aclrtStream stream) {
    return entry(BELAY_CALL(dst, destMax, src, count, kind, stream), [&](Session& session) {
        return copyAsync(session, dst, destMax, src, count, kind, stream);
    });
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                          aclrtStream stream) {
    return entry(BELAY_CALL(devPtr, maxCount, value, count, stream),
                 [&](Session& session) -> Status {
                     BELAY_ASSIGN(Stream * target, streamOfContext(stream));
                     if (count == 0) {
                         return Status::ok();
                     }
                     BELAY_TRY(requireFill(devPtr, maxCount, count));
                     const FillPlan plan = planFill(target->device().driver(), devPtr,
                                                    patternOf(static_cast<uint8_t>(value)), count);
                     return submitTo(session, *target, plan.mustWait,
                                     [&](Stream& queue) { return submitFill(queue, plan); });
                 });
}

// N is the interface's name for how many numbers there are.
// NOLINTBEGIN(readability-identifier-naming)

aclError aclrtMemsetD32(void* ptr, size_t memSize, uint32_t value, size_t N) {
    return entryWithoutHandles(BELAY_CALL(ptr, memSize, value, N), [&]() -> Status {
        if (N == 0) {
            return Status::ok();
        }
        BELAY_ASSIGN(const Context* context, currentContext());
        return fillWordsNow(context->device(), ptr, memSize, value, N);
    });
}

aclError aclrtMemsetD32Async(void* ptr, size_t memSize, uint32_t value, size_t N,
                             aclrtStream stream) {
    return entry(BELAY_CALL(ptr, memSize, value, N, stream), [&](Session& session) -> Status {
        BELAY_ASSIGN(Stream * target, streamOfContext(stream));
        if (N == 0) {
            return Status::ok();
        }
        Device& device = target->device();
        // Memory of the host is set at once: what the documents say of this function.
        if (isOfHost(device.driver(), ptr)) {
            const Ref<Device> kept(&device);
            session.leaveGuard();
            return fillWordsNow(*kept, ptr, memSize, value, N);
        }
        BELAY_ASSIGN(const FillPlan plan, planWords(device.driver(), ptr, memSize, value, N));
        return submitFill(*target, plan);
    });
}

// NOLINTEND(readability-identifier-naming)
