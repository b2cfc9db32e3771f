// Public functions that carry out several copies at once.
#include <cstdint>
#include <vector>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/copy_checks.h"
#include "api/entry.h"
#include "api/objects.h"

using belay::Code;
using belay::Context;
using belay::CopyKind;
using belay::CopyPlan;
using belay::Device;
using belay::Result;
using belay::Status;
using belay::Stream;
using belay::submitCopies;
using belay::useDevice;
using belay::api::currentContext;
using belay::api::deviceNumber;
using belay::api::entry;
using belay::api::entryWithoutHandles;
using belay::api::liesIn;
using belay::api::requireFirsts;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::api::submitTo;
using belay::driver::PointerInfo;
using belay::driver::PointerKind;

namespace {

constexpr size_t kMostCopies = 4096;

struct Batch {
    void* const* targets;
    const size_t* targetSizes;
    void* const* sources;
    const size_t* sizes;
    size_t count;
    const aclrtMemcpyBatchAttr* attributes;
    const size_t* firsts;  // the first copy that each attribute is for
    size_t attributeCount;
};

Status requireArrays(const Batch& batch) {
    struct Array {
        const void* start;
        const char* name;
    };

    for (const Array& array :
         {Array{batch.targets, "dsts"}, Array{batch.targetSizes, "destMaxs"},
          Array{batch.sources, "srcs"}, Array{batch.sizes, "sizes"},
          Array{batch.attributes, "attrs"}, Array{batch.firsts, "attrsIndexes"}}) {
        BELAY_TRY(requireNotNull(array.start, array.name, Code::kRtParamInvalid));
    }
    return Status::ok();
}

Status requireShape(const Batch& batch) {
    if (batch.count == 0 || batch.count > kMostCopies) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'numBatches' is {}; it must be at least 1 and at most {}",
                             batch.count, kMostCopies);
    }
    BELAY_TRY(requireArrays(batch));
    return requireFirsts(batch.firsts, batch.attributeCount, batch.count,
                         {"attrsIndexes", "numAttrs", "numBatches"});
}

// Ordinary memory is unregistered to aclrtPointerGetAttributes(), from which a location may come.
bool isOfHost(aclrtMemLocationType type) {
    return type == ACL_MEM_LOCATION_TYPE_HOST || type == ACL_MEM_LOCATION_TYPE_UNREGISTERED ||
           type == ACL_MEM_LOCATION_TYPE_HOST_NUMA;
}

Result<CopyKind> directionOf(const aclrtMemcpyBatchAttr& attribute, size_t index) {
    const auto source = attribute.srcLoc.type;
    const auto target = attribute.dstLoc.type;
    if (isOfHost(source) && target == ACL_MEM_LOCATION_TYPE_DEVICE) {
        return CopyKind::kHostToDevice;
    }
    if (source == ACL_MEM_LOCATION_TYPE_DEVICE && isOfHost(target)) {
        return CopyKind::kDeviceToHost;
    }
    return Status::error(Code::kRtParamInvalid,
                         "argument 'attrs' has srcLoc.type {} and dstLoc.type {} at index {}; one "
                         "must be ACL_MEM_LOCATION_TYPE_HOST and one ACL_MEM_LOCATION_TYPE_DEVICE",
                         static_cast<unsigned>(source), static_cast<unsigned>(target), index);
}

// What memory a copy names must be what the attribute says, and hold all of the copy as far as the
// runtime knows its bounds.
Status requireLocation(const Device& current, const PointerInfo& info,
                       const aclrtMemLocation& location, const void* start, size_t bytes,
                       const char* name, size_t index) {
    const bool isDevice = info.kind == PointerKind::kDevice;
    // Managed memory is on either side.
    if (info.kind != PointerKind::kManaged &&
        isDevice != (location.type == ACL_MEM_LOCATION_TYPE_DEVICE)) {
        return Status::error(
            Code::kRtParamInvalid,
            "argument '{}' has {} at index {}, memory of {}, but its attribute says "
            "{}",
            name, start, index, isDevice ? "a device" : "the host", isDevice ? "host" : "device");
    }
    if (isDevice && deviceNumber(info, current) != location.id) {
        return Status::error(Code::kRtParamInvalid,
                             "argument '{}' has {} at index {}, memory of device {}, but its "
                             "attribute says device {}",
                             name, start, index, deviceNumber(info, current), location.id);
    }
    if (info.kind != PointerKind::kUnknown && !liesIn(info, start, bytes)) {
        return Status::error(
            Code::kRtParamInvalid,
            "argument '{}' has {} at index {}; {} bytes from there leave the block "
            "of {} bytes from {}",
            name, start, index, bytes, info.bytes, info.start);
    }
    return Status::ok();
}

Result<CopyPlan> planOne(Device& device, const Batch& batch, size_t index,
                         const aclrtMemcpyBatchAttr& attribute, CopyKind kind) {
    void* target = batch.targets[index];
    const void* source = batch.sources[index];
    const size_t bytes = batch.sizes[index];
    if (target == nullptr || source == nullptr) {
        return Status::error(Code::kRtParamInvalid, "argument '{}' has null at index {}",
                             target == nullptr ? "dsts" : "srcs", index);
    }
    if (bytes > batch.targetSizes[index]) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'sizes' has {} at index {}; it must be at most that of "
                             "'destMaxs', which is {}",
                             bytes, index, batch.targetSizes[index]);
    }
    belay::driver::Driver& driver = device.driver();
    BELAY_TRY(requireLocation(device, driver.pointerInfo(target), attribute.dstLoc, target, bytes,
                              "dsts", index));
    BELAY_TRY(requireLocation(device, driver.pointerInfo(source), attribute.srcLoc, source, bytes,
                              "srcs", index));
    return belay::planCopy(driver, target, source, bytes, kind);
}

// All copies, or what is wrong with the first that is wrong; `failIndex` is then its index.
Result<std::vector<CopyPlan>> plan(Device& device, const Batch& batch, size_t& failIndex) {
    BELAY_TRY(requireShape(batch));
    std::vector<CopyPlan> plans;
    plans.reserve(batch.count);
    for (size_t i = 0; i < batch.attributeCount; ++i) {
        failIndex = batch.firsts[i];
        BELAY_ASSIGN(const CopyKind kind, directionOf(batch.attributes[i], i));
        const size_t end = i + 1 < batch.attributeCount ? batch.firsts[i + 1] : batch.count;
        for (; failIndex < end; ++failIndex) {
            BELAY_ASSIGN(CopyPlan planned,
                         planOne(device, batch, failIndex, batch.attributes[i], kind));
            plans.push_back(planned);
        }
    }
    failIndex = SIZE_MAX;
    return plans;
}

Status copyAll(const Batch& batch, size_t& failIndex) {
    BELAY_ASSIGN(const Context* context, currentContext());
    Device& device = context->device();
    BELAY_ASSIGN(const std::vector<CopyPlan> plans, plan(device, batch, failIndex));
    return useDevice(device, [&]() -> Status {
        for (size_t i = 0; i < plans.size(); ++i) {
            if (plans[i].bytes != 0) {
                failIndex = i;
                BELAY_TRY(device.driver().copy(plans[i].target, plans[i].source, plans[i].bytes));
            }
        }
        failIndex = SIZE_MAX;
        return Status::ok();
    });
}

Status submitBatch(Session& session, const Batch& batch, aclrtStream handle, size_t& failIndex) {
    BELAY_ASSIGN(Stream * stream, streamOfContext(handle));
    BELAY_ASSIGN(const std::vector<CopyPlan> plans, plan(stream->device(), batch, failIndex));
    bool mustWait = false;
    for (const CopyPlan& planned : plans) {
        mustWait = mustWait || planned.mustWait;
    }
    return submitTo(session, *stream, mustWait,
                    [&](Stream& queue) { return submitCopies(queue, plans); });
}

// Runs `work(index)`, which sets its argument to the copy that is to blame, and tells the caller.
template <typename Work>
Status reportingTo(size_t* failIndex, Work work) {
    size_t index = SIZE_MAX;
    Status status = work(index);
    if (failIndex != nullptr) {
        *failIndex = index;
    }
    return status;
}

}  // namespace

aclError aclrtMemcpyBatch(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                          size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                          size_t numAttrs, size_t* failIndex) {
    return entryWithoutHandles(
        BELAY_CALL(dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs,
                   failIndex),
        [&] {
            const Batch batch{dsts,       destMaxs, srcs,         sizes,
                              numBatches, attrs,    attrsIndexes, numAttrs};
            return reportingTo(failIndex, [&](size_t& index) { return copyAll(batch, index); });
        });
}

aclError aclrtMemcpyBatchV2(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                            size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                            size_t numAttrs) {
    return entryWithoutHandles(
        BELAY_CALL(dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs), [&] {
            const Batch batch{dsts,       destMaxs, srcs,         sizes,
                              numBatches, attrs,    attrsIndexes, numAttrs};
            return reportingTo(nullptr, [&](size_t& index) { return copyAll(batch, index); });
        });
}

aclError aclrtMemcpyBatchAsync(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                               size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                               size_t numAttrs, size_t* failIndex, aclrtStream stream) {
    return entry(BELAY_CALL(dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs,
                            failIndex, stream),
                 [&](Session& session) {
                     const Batch batch{dsts,       destMaxs, srcs,         sizes,
                                       numBatches, attrs,    attrsIndexes, numAttrs};
                     return reportingTo(failIndex, [&](size_t& index) {
                         return submitBatch(session, batch, stream, index);
                     });
                 });
}

aclError aclrtMemcpyBatchAsyncV2(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                                 size_t numBatches, aclrtMemcpyBatchAttr* attrs,
                                 size_t* attrsIndexes, size_t numAttrs, aclrtStream stream) {
    return entry(
        BELAY_CALL(dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs, stream),
        [&](Session& session) {
            const Batch batch{dsts,       destMaxs, srcs,         sizes,
                              numBatches, attrs,    attrsIndexes, numAttrs};
            return reportingTo(
                nullptr, [&](size_t& index) { return submitBatch(session, batch, stream, index); });
        });
}
