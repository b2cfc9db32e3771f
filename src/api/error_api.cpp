// Public functions about errors: last code, recent message, exceptions of tasks.
#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "runtime/exceptions.h"
#include "runtime/thread_state.h"

using belay::Code;
using belay::ExceptionCallbacks;
using belay::ExceptionInfo;
using belay::Result;
using belay::Status;
using belay::api::entry;
using belay::api::entryValue;
using belay::api::requireNotNull;
using belay::api::Session;

namespace {

Status requireThreadLevel(aclrtLastErrLevel level) {
    return level == ACL_RT_THREAD_LEVEL
               ? Status::ok()
               : Status::error(Code::kInvalidParam,
                               "argument 'level' is {}; only ACL_RT_THREAD_LEVEL (0) is supported",
                               static_cast<unsigned>(level));
}

// The calling thread's last error as a Status would lose its text, so the code is handed on as it
// is.
template <typename Call>
aclError lastError(const Call& call, aclrtLastErrLevel level, bool forget) {
    aclError last = ACL_SUCCESS;
    const aclError refused = entry(call, [&](Session&) -> Status {
        BELAY_TRY(requireThreadLevel(level));
        belay::ThreadState& thread = belay::threadState();
        last = static_cast<aclError>(thread.lastError);
        if (forget) {
            thread.lastError = Code::kOk;
        }
        return Status::ok();
    });
    return refused != ACL_SUCCESS ? refused : last;
}

// Numbers that are not there read as this.
constexpr uint32_t kNoNumber = 0xFFFFFFFF;

template <typename Call>
uint32_t exceptionNumber(const Call& call, const ExceptionInfo* info,
                         uint32_t ExceptionInfo::*number) {
    return entryValue<uint32_t>(call, kNoNumber, [&](Session&) -> Result<uint32_t> {
        BELAY_TRY(requireNotNull(info, "info"));
        return info->*number;  // NOLINT(clang-analyzer-core.NullDereference): checked above
    });
}

Status requireCallback(aclrtExceptionInfoCallback callback) {
    return requireNotNull(reinterpret_cast<const void*>(callback), "callback");
}

}  // namespace

const char* aclGetRecentErrMsg(void) {
    return entryValue<const char*>(BELAY_CALL(), nullptr, [](Session&) -> Result<const char*> {
        return belay::takeMessage();
    });
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level) {
    return lastError(BELAY_CALL(level), level, false);
}

aclError aclrtGetLastError(aclrtLastErrLevel level) {
    return lastError(BELAY_CALL(level), level, true);
}

aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback) {
    return entry(BELAY_CALL(callback), [&](Session&) {
        ExceptionCallbacks::instance().set(callback);
        return Status::ok();
    });
}

aclError aclrtExceptionInfoCallbackRegister(aclrtExceptionInfoCallback callback) {
    return entry(BELAY_CALL(callback), [&](Session&) -> Status {
        BELAY_TRY(requireCallback(callback));
        return ExceptionCallbacks::instance().add(callback);
    });
}

aclError aclrtExceptionInfoCallbackUnregister(aclrtExceptionInfoCallback callback) {
    return entry(BELAY_CALL(callback), [&](Session&) -> Status {
        BELAY_TRY(requireCallback(callback));
        return ExceptionCallbacks::instance().remove(callback);
    });
}

uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return exceptionNumber(BELAY_CALL(info), info, &ExceptionInfo::taskId);
}

uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return exceptionNumber(BELAY_CALL(info), info, &ExceptionInfo::streamId);
}

uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return exceptionNumber(BELAY_CALL(info), info, &ExceptionInfo::threadId);
}

uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return exceptionNumber(BELAY_CALL(info), info, &ExceptionInfo::deviceId);
}

uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo* info) {
    return exceptionNumber(BELAY_CALL(info), info, &ExceptionInfo::errorCode);
}

aclError aclrtGetArgsFromExceptionInfo(const aclrtExceptionInfo* info, void** devArgsPtr,
                                       uint32_t* devArgsLen) {
    return entry(BELAY_CALL(info, devArgsPtr, devArgsLen), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(info, "info"));
        BELAY_TRY(requireNotNull(devArgsPtr, "devArgsPtr"));
        BELAY_TRY(requireNotNull(devArgsLen, "devArgsLen"));
        *devArgsPtr = info->deviceArgs;
        *devArgsLen = info->deviceArgsBytes;
        return Status::ok();
    });
}

aclError aclrtGetFuncHandleFromExceptionInfo(const aclrtExceptionInfo* info,
                                             aclrtFuncHandle* func) {
    return entry(BELAY_CALL(info, func), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(info, "info"));
        BELAY_TRY(requireNotNull(func, "func"));
        *func = info->function;
        return Status::ok();
    });
}
