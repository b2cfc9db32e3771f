// Public functions that copy rectangles.
#include <cstdint>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/copy_checks.h"
#include "api/entry.h"
#include "api/objects.h"

using belay::Code;
using belay::Context;
using belay::Device;
using belay::planRowCopy;
using belay::Result;
using belay::RowCopyPlan;
using belay::Status;
using belay::Stream;
using belay::submitRowCopy;
using belay::useDevice;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::entryWithoutHandles;
using belay::api::kindOf;
using belay::api::requireKind;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::api::submitTo;
using belay::driver::Driver;
using belay::driver::RowCopy;

namespace {

// Of an asynchronous copy, as documented.
constexpr size_t kMostRows = size_t{5} << 20;

Status requireRowKind(aclrtMemcpyKind kind) {
    BELAY_TRY(requireKind(kind));
    return kind == ACL_MEMCPY_HOST_TO_DEVICE || kind == ACL_MEMCPY_DEVICE_TO_HOST
               ? Status::ok()
               : Status::error(Code::kRtFeatureNotSupport,
                               "argument 'kind' is {}; rectangles are copied by "
                               "ACL_MEMCPY_HOST_TO_DEVICE and ACL_MEMCPY_DEVICE_TO_HOST only",
                               static_cast<unsigned>(kind));
}

// From `start` there must be addresses for all rows.
Status requirePitch(const void* start, size_t pitch, const char* pitchName, size_t width,
                    size_t height) {
    if (pitch < width) {
        return Status::error(Code::kRtParamInvalid,
                             "argument '{}' is {}; it must be at least 'width', which is {}",
                             pitchName, pitch, width);
    }
    const size_t room = UINTPTR_MAX - reinterpret_cast<uintptr_t>(start);
    if (width > room || (height - 1) > (room - width) / pitch) {
        return Status::error(
            Code::kRtParamInvalid,
            "argument 'height' is {}; so many rows, each '{}' ({}) bytes behind the "
            "one before, reach past the last address",
            height, pitchName, pitch);
    }
    return Status::ok();
}

// Of a rectangle that is not empty.
Result<RowCopyPlan> plan(Driver& driver, const RowCopy& copy, aclrtMemcpyKind kind) {
    BELAY_TRY(requireNotNull(copy.target, "dst", Code::kRtParamInvalid));
    BELAY_TRY(requireNotNull(copy.source, "src", Code::kRtParamInvalid));
    BELAY_TRY(requirePitch(copy.target, copy.targetPitch, "dpitch", copy.rowBytes, copy.rows));
    BELAY_TRY(requirePitch(copy.source, copy.sourcePitch, "spitch", copy.rowBytes, copy.rows));
    return planRowCopy(driver, copy, kindOf(kind));
}

bool isEmpty(const RowCopy& copy) {
    return copy.rowBytes == 0 || copy.rows == 0;
}

}  // namespace

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                       size_t height, aclrtMemcpyKind kind) {
    return entryWithoutHandles(
        BELAY_CALL(dst, dpitch, src, spitch, width, height, kind), [&]() -> Status {
            const RowCopy copy{.target = dst,
                               .targetPitch = dpitch,
                               .source = src,
                               .sourcePitch = spitch,
                               .rowBytes = width,
                               .rows = height};
            BELAY_TRY(requireRowKind(kind));
            if (isEmpty(copy)) {
                return Status::ok();
            }
            BELAY_ASSIGN(const Context* context, currentContext());
            Device& device = context->device();
            BELAY_TRY(plan(device.driver(), copy, kind).takeStatus());
            return useDevice(device, [&] { return device.driver().copyRows(copy); });
        });
}

aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream stream) {
    return entry(BELAY_CALL(dst, dpitch, src, spitch, width, height, kind, stream),
                 [&](Session& session) -> Status {
                     const RowCopy copy{.target = dst,
                                        .targetPitch = dpitch,
                                        .source = src,
                                        .sourcePitch = spitch,
                                        .rowBytes = width,
                                        .rows = height};
                     BELAY_TRY(requireRowKind(kind));
                     if (height > kMostRows) {
                         return Status::error(Code::kRtParamInvalid,
                                              "argument 'height' is {}; it must be at most {}",
                                              height, kMostRows);
                     }
                     BELAY_ASSIGN(Stream * target, streamOfContext(stream));
                     if (isEmpty(copy)) {
                         return Status::ok();
                     }
                     BELAY_ASSIGN(const RowCopyPlan planned,
                                  plan(target->device().driver(), copy, kind));
                     return submitTo(session, *target, planned.mustWait,
                                     [&](Stream& queue) { return submitRowCopy(queue, planned); });
                 });
}
