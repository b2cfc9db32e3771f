// Public functions about lists of kernel arguments.
#include <span>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/kernel_objects.h"

using belay::ArgsList;
using belay::Code;
using belay::Function;
using belay::KernelArgs;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::api::entry;
using belay::api::fromHandle;
using belay::api::kernelArgsOf;
using belay::api::requireNotNull;
using belay::api::Session;

namespace {

Status requireSize(size_t size, const char* argument) {
    return size != 0 ? Status::ok()
                     : Status::error(Code::kRtParamInvalid,
                                     "argument '{}' is 0; it must be above 0", argument);
}

ArgsList::ParamId idOf(aclrtParamHandle param) {
    return reinterpret_cast<ArgsList::ParamId>(param);
}

aclrtParamHandle handleOf(ArgsList::ParamId id) {
    // A number, as opaque as a pointer.
    return reinterpret_cast<aclrtParamHandle>(id);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace

aclError aclrtKernelArgsGetHandleMemSize(aclrtFuncHandle funcHandle, size_t* memSize) {
    return entry(BELAY_CALL(funcHandle, memSize), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(memSize, "memSize", Code::kRtParamInvalid));
        BELAY_TRY(fromHandle<Function>(funcHandle, "funcHandle").takeStatus());
        *memSize = KernelArgs::kPlaceBytes;
        return Status::ok();
    });
}

aclError aclrtKernelArgsGetMemSize(aclrtFuncHandle funcHandle, size_t userArgsSize,
                                   size_t* actualArgsSize) {
    return entry(BELAY_CALL(funcHandle, userArgsSize, actualArgsSize), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(actualArgsSize, "actualArgsSize", Code::kRtParamInvalid));
        BELAY_TRY(fromHandle<Function>(funcHandle, "funcHandle").takeStatus());
        if (userArgsSize > ArgsList::kMaxBytes) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'userArgsSize' is {}; all arguments together have at "
                                 "most {} bytes",
                                 userArgsSize, ArgsList::kMaxBytes);
        }
        *actualArgsSize = ArgsList::memoryFor(userArgsSize);
        return Status::ok();
    });
}

aclError aclrtKernelArgsInit(aclrtFuncHandle funcHandle, aclrtArgsHandle* argsHandle) {
    return entry(BELAY_CALL(funcHandle, argsHandle), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(argsHandle, "argsHandle", Code::kRtParamInvalid));
        BELAY_ASSIGN(Function * function, fromHandle<Function>(funcHandle, "funcHandle"));
        BELAY_ASSIGN(const Ref<KernelArgs> args, KernelArgs::create(*function));
        *argsHandle = args->handle();
        return Status::ok();
    });
}

aclError aclrtKernelArgsInitByUserMem(aclrtFuncHandle funcHandle, aclrtArgsHandle argsHandle,
                                      void* userHostMem, size_t actualArgsSize) {
    return entry(
        BELAY_CALL(funcHandle, argsHandle, userHostMem, actualArgsSize), [&](Session&) -> Status {
            BELAY_TRY(requireNotNull(argsHandle, "argsHandle", Code::kRtParamInvalid));
            BELAY_TRY(requireNotNull(userHostMem, "userHostMem", Code::kRtParamInvalid));
            BELAY_ASSIGN(Function * function, fromHandle<Function>(funcHandle, "funcHandle"));
            if (actualArgsSize < ArgsList::memoryFor(0)) {
                return Status::error(Code::kRtParamInvalid,
                                     "argument 'actualArgsSize' is {}; it must be what "
                                     "aclrtKernelArgsGetMemSize() gives, at least {}",
                                     actualArgsSize, ArgsList::memoryFor(0));
            }
            auto* memory = static_cast<std::byte*>(userHostMem);
            KernelArgs::createAt(argsHandle, *function, std::span(memory, actualArgsSize));
            return Status::ok();
        });
}

aclError aclrtKernelArgsAppend(aclrtArgsHandle argsHandle, void* param, size_t paramSize,
                               aclrtParamHandle* paramHandle) {
    return entry(BELAY_CALL(argsHandle, param, paramSize, paramHandle), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(param, "param", Code::kRtParamInvalid));
        BELAY_TRY(requireSize(paramSize, "paramSize"));
        BELAY_TRY(requireNotNull(paramHandle, "paramHandle", Code::kRtParamInvalid));
        BELAY_ASSIGN(const Ref<KernelArgs> args, kernelArgsOf(argsHandle));
        BELAY_ASSIGN(const ArgsList::ParamId id,
                     args->use([&](ArgsList& list) { return list.append(param, paramSize); }));
        *paramHandle = handleOf(id);
        return Status::ok();
    });
}

aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle argsHandle,
                                          aclrtParamHandle* paramHandle) {
    return entry(BELAY_CALL(argsHandle, paramHandle), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(paramHandle, "paramHandle", Code::kRtParamInvalid));
        BELAY_ASSIGN(const Ref<KernelArgs> args, kernelArgsOf(argsHandle));
        BELAY_ASSIGN(const ArgsList::ParamId id,
                     args->use([](ArgsList& list) { return list.appendPlaceholder(); }));
        *paramHandle = handleOf(id);
        return Status::ok();
    });
}

aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle argsHandle,
                                             aclrtParamHandle paramHandle, size_t dataSize,
                                             void** bufferAddr) {
    return entry(BELAY_CALL(argsHandle, paramHandle, dataSize, bufferAddr),
                 [&](Session&) -> Status {
                     BELAY_TRY(requireSize(dataSize, "dataSize"));
                     BELAY_TRY(requireNotNull(bufferAddr, "bufferAddr", Code::kRtParamInvalid));
                     BELAY_ASSIGN(const Ref<KernelArgs> args, kernelArgsOf(argsHandle));
                     BELAY_ASSIGN(*bufferAddr, args->use([&](ArgsList& list) {
                         return list.placeholderBuffer(idOf(paramHandle), dataSize);
                     }));
                     return Status::ok();
                 });
}

aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle argsHandle, aclrtParamHandle paramHandle,
                                   void* param, size_t paramSize) {
    return entry(BELAY_CALL(argsHandle, paramHandle, param, paramSize), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(param, "param", Code::kRtParamInvalid));
        BELAY_ASSIGN(const Ref<KernelArgs> args, kernelArgsOf(argsHandle));
        return args->use(
            [&](ArgsList& list) { return list.update(idOf(paramHandle), param, paramSize); });
    });
}

aclError aclrtKernelArgsFinalize(aclrtArgsHandle argsHandle) {
    return entry(BELAY_CALL(argsHandle), [&](Session&) -> Status {
        BELAY_ASSIGN(const Ref<KernelArgs> args, kernelArgsOf(argsHandle));
        return args->use([](ArgsList& list) { return list.finish(); });
    });
}
