// Public functions about kernels and variables that are linked into the program.
#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/copy_checks.h"
#include "api/entry.h"
#include "api/kernel_objects.h"
#include "api/objects.h"
#include "kernel/linked_kernels.h"

using belay::BinaryGlobal;
using belay::Code;
using belay::Context;
using belay::CopyPlan;
using belay::Device;
using belay::Function;
using belay::planCopy;
using belay::ProgramKernels;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::Stream;
using belay::submitCopy;
using belay::useDevice;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::kindOf;
using belay::api::requireFits;
using belay::api::requireKind;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;

namespace {

// Part of a variable, as the application names it.
struct VariablePart {
    const void* symbol;
    size_t count;
    size_t offset;
};

Status requireSymbol(const void* symbol) {
    return requireNotNull(symbol, "symbol", Code::kRtParamInvalid);
}

// Looking for what is linked into the program may load it: without the guard.
Result<Ref<Device>> leaveForCurrentDevice(Session& session) {
    BELAY_ASSIGN(const Context* context, currentContext());
    Ref<Device> device(&context->device());
    session.leaveGuard();
    return device;
}

Status requireDirection(aclrtMemcpyKind kind, aclrtMemcpyKind allowed, const char* name) {
    BELAY_TRY(requireKind(kind));
    return kind == allowed || kind == ACL_MEMCPY_DEFAULT
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid,
                               "argument 'kind' is {}; it must be {} ({}) or ACL_MEMCPY_DEFAULT",
                               static_cast<int>(kind), name, static_cast<int>(allowed));
}

Result<std::byte*> placeOf(Device& device, const VariablePart& part) {
    BELAY_ASSIGN(const BinaryGlobal variable,
                 ProgramKernels::instance().findVariable(device, part.symbol));
    if (part.offset > variable.bytes || part.count > variable.bytes - part.offset) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'count' is {} and 'offset' {}; the variable has {} bytes",
                             part.count, part.offset, variable.bytes);
    }
    return variable.address + part.offset;
}

Status requireTo(const VariablePart& part, const void* source, aclrtMemcpyKind kind) {
    BELAY_TRY(requireSymbol(part.symbol));
    BELAY_TRY(requireNotNull(source, "src", Code::kRtParamInvalid));
    return requireDirection(kind, ACL_MEMCPY_HOST_TO_DEVICE, "ACL_MEMCPY_HOST_TO_DEVICE");
}

Status requireFrom(const VariablePart& part, const void* target, size_t most,
                   aclrtMemcpyKind kind) {
    BELAY_TRY(requireNotNull(target, "dst", Code::kRtParamInvalid));
    BELAY_TRY(requireSymbol(part.symbol));
    BELAY_TRY(requireFits(part.count, most, "dstMax"));
    return requireDirection(kind, ACL_MEMCPY_DEVICE_TO_HOST, "ACL_MEMCPY_DEVICE_TO_HOST");
}

// `copy(place)` copies to or from the place of the variable's part.
template <typename Copy>
Status copyNow(Session& session, const VariablePart& part, Copy copy) {
    BELAY_ASSIGN(const Ref<Device> device, leaveForCurrentDevice(session));
    BELAY_ASSIGN(std::byte * place, placeOf(*device, part));
    return part.count == 0 ? Status::ok()
                           : useDevice(*device, [&] { return copy(device->driver(), place); });
}

// `plan(place)` says what to copy.
template <typename Plan>
Status copyAsync(Session& session, const VariablePart& part, aclrtStream handle, Plan plan) {
    BELAY_ASSIGN(Stream * found, streamOfContext(handle));
    const Ref<Stream> stream(found);
    session.leaveGuard();
    BELAY_ASSIGN(std::byte * place, placeOf(stream->device(), part));
    if (part.count == 0) {
        return Status::ok();
    }
    BELAY_ASSIGN(const CopyPlan copy, plan(stream->device().driver(), place));
    return submitCopy(*stream, copy);
}

}  // namespace

aclError aclrtGetFuncBySymbol(const void* symbol, aclrtFuncHandle* funcHandle) {
    return entry(BELAY_CALL(symbol, funcHandle), [&](Session& session) -> Status {
        BELAY_TRY(requireSymbol(symbol));
        BELAY_TRY(requireNotNull(funcHandle, "funcHandle", Code::kRtParamInvalid));
        BELAY_ASSIGN(const Ref<Device> device, leaveForCurrentDevice(session));
        BELAY_ASSIGN(const Ref<Function> function,
                     ProgramKernels::instance().findFunction(*device, symbol));
        *funcHandle = function->handle();
        return Status::ok();
    });
}

aclError aclrtGetSymbolAddress(const void* symbol, void** devPtr) {
    return entry(BELAY_CALL(symbol, devPtr), [&](Session& session) -> Status {
        BELAY_TRY(requireSymbol(symbol));
        BELAY_TRY(requireNotNull(devPtr, "devPtr", Code::kRtParamInvalid));
        BELAY_ASSIGN(const Ref<Device> device, leaveForCurrentDevice(session));
        BELAY_ASSIGN(const BinaryGlobal variable,
                     ProgramKernels::instance().findVariable(*device, symbol));
        *devPtr = variable.address;
        return Status::ok();
    });
}

aclError aclrtGetSymbolSize(const void* symbol, size_t* size) {
    return entry(BELAY_CALL(symbol, size), [&](Session&) -> Status {
        BELAY_TRY(requireSymbol(symbol));
        BELAY_TRY(requireNotNull(size, "size", Code::kRtParamInvalid));
        BELAY_ASSIGN(const uint64_t bytes, ProgramKernels::sizeOfVariable(symbol));
        *size = static_cast<size_t>(bytes);
        return Status::ok();
    });
}

aclError aclrtMemcpyFromSymbol(void* dst, size_t dstMax, const void* symbol, size_t count,
                               size_t offset, aclrtMemcpyKind kind) {
    return entry(BELAY_CALL(dst, dstMax, symbol, count, offset, kind),
                 [&](Session& session) -> Status {
                     const VariablePart part{symbol, count, offset};
                     BELAY_TRY(requireFrom(part, dst, dstMax, kind));
                     return copyNow(session, part, [&](auto& driver, const std::byte* place) {
                         return driver.copy(dst, place, count);
                     });
                 });
}

aclError aclrtMemcpyFromSymbolAsync(void* dst, size_t dstMax, const void* symbol, size_t count,
                                    size_t offset, aclrtMemcpyKind kind, aclrtStream stream) {
    return entry(BELAY_CALL(dst, dstMax, symbol, count, offset, kind, stream),
                 [&](Session& session) -> Status {
                     const VariablePart part{symbol, count, offset};
                     BELAY_TRY(requireFrom(part, dst, dstMax, kind));
                     return copyAsync(session, part, stream,
                                      [&](auto& driver, const std::byte* place) {
                                          return planCopy(driver, dst, place, count, kindOf(kind));
                                      });
                 });
}

aclError aclrtMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset,
                             aclrtMemcpyKind kind) {
    return entry(BELAY_CALL(symbol, src, count, offset, kind), [&](Session& session) -> Status {
        const VariablePart part{symbol, count, offset};
        BELAY_TRY(requireTo(part, src, kind));
        return copyNow(session, part, [&](auto& driver, std::byte* place) {
            return driver.copy(place, src, count);
        });
    });
}

aclError aclrtMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count, size_t offset,
                                  aclrtMemcpyKind kind, aclrtStream stream) {
    return entry(BELAY_CALL(symbol, src, count, offset, kind, stream),
                 [&](Session& session) -> Status {
                     const VariablePart part{symbol, count, offset};
                     BELAY_TRY(requireTo(part, src, kind));
                     return copyAsync(session, part, stream, [&](auto& driver, std::byte* place) {
                         return planCopy(driver, place, src, count, kindOf(kind));
                     });
                 });
}
