// Public functions for copies whose addresses, or all about which, lie in device memory.
#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/copy_checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "runtime/sdma_tasks.h"

using belay::Code;
using belay::Context;
using belay::describeCopy;
using belay::Device;
using belay::IndirectCopy;
using belay::kDescriptionBytes;
using belay::kMostDescribedBytes;
using belay::kMostOffset;
using belay::Status;
using belay::Stream;
using belay::submitDescribed;
using belay::submitIndirectCopy;
using belay::useDevice;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::entryWithoutHandles;
using belay::api::requireDeviceBlock;
using belay::api::requireFits;
using belay::api::requireInnerDevice;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;

namespace {

// Where an address lies that the device reads.
Status requirePlace(Device& device, const void* place, const char* name) {
    BELAY_TRY(requireNotNull(place, name, Code::kRtParamInvalid));
    return requireDeviceBlock(device.driver().pointerInfo(place), place, sizeof(void*), name);
}

Status requireOffset(size_t offset, size_t count, const char* name) {
    return offset <= kMostOffset && count <= kMostOffset - offset
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid,
                               "argument '{}' is {}; with 'count' it must be at most {}", name,
                               offset, kMostOffset);
}

Status copyWithOffsets(Stream& stream, const IndirectCopy& copy, size_t most) {
    BELAY_TRY(requirePlace(stream.device(), copy.targetPlace, "dst"));
    BELAY_TRY(requirePlace(stream.device(), copy.sourcePlace, "src"));
    BELAY_TRY(requireFits(copy.bytes, most, "destMax"));
    BELAY_TRY(requireOffset(copy.targetOffset, copy.bytes, "dstDataOffset"));
    BELAY_TRY(requireOffset(copy.sourceOffset, copy.bytes, "srcDataOffset"));
    return submitIndirectCopy(stream, copy);
}

}  // namespace

aclError aclrtMemcpyAsyncWithOffset(void** dst, size_t destMax, size_t dstDataOffset,
                                    const void** src, size_t count, size_t srcDataOffset,
                                    aclrtMemcpyKind kind, aclrtStream stream) {
    return entry(BELAY_CALL(dst, destMax, dstDataOffset, src, count, srcDataOffset, kind, stream),
                 [&](Session&) -> Status {
                     BELAY_TRY(requireInnerDevice(kind));
                     BELAY_ASSIGN(Stream * target, streamOfContext(stream));
                     if (count == 0) {
                         return Status::ok();
                     }
                     return copyWithOffsets(*target,
                                            {.targetPlace = dst,
                                             .targetOffset = dstDataOffset,
                                             .sourcePlace = src,
                                             .sourceOffset = srcDataOffset,
                                             .bytes = count},
                                            destMax);
                 });
}

aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind kind, size_t* descSize) {
    return entryWithoutHandles(BELAY_CALL(kind, descSize), [&]() -> Status {
        BELAY_TRY(requireNotNull(descSize, "descSize"));
        BELAY_TRY(requireInnerDevice(kind));
        *descSize = kDescriptionBytes;
        return Status::ok();
    });
}

aclError aclrtSetMemcpyDesc(void* desc, aclrtMemcpyKind kind, void* srcAddr, void* dstAddr,
                            size_t count, void* config) {
    return entryWithoutHandles(
        BELAY_CALL(desc, kind, srcAddr, dstAddr, count, config), [&]() -> Status {
            BELAY_TRY(requireNotNull(desc, "desc"));
            BELAY_TRY(requireNotNull(srcAddr, "srcAddr"));
            BELAY_TRY(requireNotNull(dstAddr, "dstAddr"));
            BELAY_TRY(requireInnerDevice(kind));
            if (config != nullptr) {
                return Status::error(Code::kInvalidParam,
                                     "argument 'config' is {}; it is reserved and must be null",
                                     config);
            }
            if (count > kMostDescribedBytes) {
                return Status::error(
                    Code::kRtParamInvalid,
                    "argument 'count' is {}; a description is for at most {} bytes", count,
                    kMostDescribedBytes);
            }
            BELAY_ASSIGN(const Context* context, currentContext());
            Device& device = context->device();
            BELAY_TRY(requireDeviceBlock(device.driver().pointerInfo(desc), desc, kDescriptionBytes,
                                         "desc"));
            return useDevice(device,
                             [&] { return describeCopy(device, desc, srcAddr, dstAddr, count); });
        });
}

aclError aclrtMemcpyAsyncWithDesc(void* desc, aclrtMemcpyKind kind, aclrtStream stream) {
    return entry(BELAY_CALL(desc, kind, stream), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(desc, "desc"));
        BELAY_TRY(requireInnerDevice(kind));
        BELAY_ASSIGN(Stream * target, streamOfContext(stream));
        BELAY_TRY(requireDeviceBlock(target->device().driver().pointerInfo(desc), desc,
                                     kDescriptionBytes, "desc"));
        return submitDescribed(*target, desc);
    });
}
