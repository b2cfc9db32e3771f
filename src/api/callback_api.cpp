// Public functions about host functions and callbacks of streams, and about callbacks that are told
// what becomes of devices and streams.
#include <pthread.h>

#include <cstdint>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "runtime/host_task.h"
#include "runtime/state_callbacks.h"
#include "runtime/subscriptions.h"

using belay::AbortPhase;
using belay::Code;
using belay::Context;
using belay::Deadline;
using belay::DevicePhase;
using belay::Devices;
using belay::HostTask;
using belay::makeRef;
using belay::Ref;
using belay::StateCallbacks;
using belay::Status;
using belay::Stream;
using belay::StreamPhase;
using belay::Subscription;
using belay::Subscriptions;
using belay::api::currentContext;
using belay::api::deadlineOf;
using belay::api::entry;
using belay::api::isAtMost;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::api::streamOrDefault;

namespace {

Status requireFunction(const void* function) {
    return requireNotNull(function, "fn");
}

// Host functions on threads of the application are for models that run on the host's processor.
Status refuseHostFuncSubscription() {
    BELAY_TRY(currentContext().takeStatus());
    return Status::error(Code::kRtFeatureNotSupport,
                         "no device has host functions on threads of the application; "
                         "aclrtLaunchHostFunc needs no subscription, aclrtLaunchCallback takes one "
                         "of aclrtSubscribeReport");
}

Status requireName(const char* name) {
    BELAY_TRY(requireNotNull(name, "regName"));
    return *name != '\0'
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid,
                               "argument 'regName' is empty; a registration needs a name");
}

// Registers what `wrap` makes of the callback, or removes the name for a null callback.
template <typename List, typename Callback, typename Wrap>
Status setNamed(List& list, const char* name, Callback callback, Wrap wrap) {
    BELAY_TRY(requireName(name));
    return callback == nullptr ? list.remove(name) : list.add(name, wrap);
}

}  // namespace

// ---- callbacks on threads of the application ----

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) {
    return entry(BELAY_CALL(threadId, stream), [&](Session&) -> Status {
        BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
        return found->subscribe(threadId);
    });
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) {
    return entry(BELAY_CALL(threadId, stream), [&](Session& session) -> Status {
        BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
        const Ref<Stream> kept(found);
        session.leaveGuard();
        return kept->unsubscribe(threadId);
    });
}

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                             aclrtStream stream) {
    return entry(BELAY_CALL(fn, userData, blockType, stream), [&](Session&) -> Status {
        BELAY_TRY(requireFunction(reinterpret_cast<const void*>(fn)));
        if (!isAtMost(blockType, ACL_CALLBACK_BLOCK)) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'blockType' is {}; it must be ACL_CALLBACK_NO_BLOCK (0) "
                                 "or ACL_CALLBACK_BLOCK (1)",
                                 static_cast<unsigned>(blockType));
        }
        BELAY_ASSIGN(Stream * target, streamOfContext(stream));
        BELAY_ASSIGN(Ref<Subscription> subscription, target->subscription());
        return target->launch(
            makeRef<HostTask>(HostTask::Setup{fn, userData, blockType == ACL_CALLBACK_BLOCK},
                              std::move(subscription)));
    });
}

aclError aclrtProcessReport(int32_t timeout) {
    return entry(BELAY_CALL(timeout), [&](Session& session) -> Status {
        if (timeout == 0) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'timeout' is 0 ms; it must be -1, for no limit, or "
                                 "above 0");
        }
        BELAY_ASSIGN(const Deadline deadline, deadlineOf(timeout));
        BELAY_TRY(Devices::requireNotForked());
        session.leaveGuard();
        return Subscriptions::instance().process(static_cast<uint64_t>(::pthread_self()), deadline);
    });
}

aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream) {
    return entry(BELAY_CALL(hostFuncThreadId, exeStream), [&](Session&) -> Status {
        BELAY_TRY(streamOrDefault(exeStream).takeStatus());
        return refuseHostFuncSubscription();
    });
}

aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream) {
    return entry(BELAY_CALL(hostFuncThreadId, exeStream), [&](Session&) -> Status {
        BELAY_TRY(streamOrDefault(exeStream).takeStatus());
        return refuseHostFuncSubscription();
    });
}

aclError aclrtProcessHostFunc(int32_t timeout) {
    return entry(BELAY_CALL(timeout), [&](Session&) -> Status {
        BELAY_TRY(deadlineOf(timeout).takeStatus());
        return refuseHostFuncSubscription();
    });
}

// ---- functions on threads of the library ----

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args) {
    return entry(BELAY_CALL(stream, fn, args), [&](Session&) -> Status {
        BELAY_TRY(requireFunction(reinterpret_cast<const void*>(fn)));
        BELAY_ASSIGN(Stream * target, streamOfContext(stream));
        return target->launch(
            makeRef<HostTask>(HostTask::Setup{fn, args, /*isBlocking=*/true}, nullptr));
    });
}

// ---- callbacks about devices and streams ----

aclError aclrtRegStreamStateCallback(const char* regName, aclrtStreamStateCallback callback,
                                     void* args) {
    return entry(BELAY_CALL(regName, callback, args), [&](Session&) {
        return setNamed(StateCallbacks::instance().streams(), regName, callback,
                        [=](void* stream, StreamPhase phase) {
                            callback(stream, static_cast<aclrtStreamState>(phase), args);
                            return 0;
                        });
    });
}

aclError aclrtRegDeviceStateCallback(const char* regName, aclrtDeviceStateCallback callback,
                                     void* args) {
    return entry(BELAY_CALL(regName, callback, args), [&](Session&) {
        return setNamed(StateCallbacks::instance().devices(), regName, callback,
                        [=](uint32_t device, DevicePhase phase) {
                            callback(static_cast<int32_t>(device),
                                     static_cast<aclrtDeviceState>(phase), args);
                            return 0;
                        });
    });
}

aclError aclrtSetDeviceTaskAbortCallback(const char* regName, aclrtDeviceTaskAbortCallback callback,
                                         void* args) {
    return entry(BELAY_CALL(regName, callback, args), [&](Session&) {
        return setNamed(StateCallbacks::instance().aborts(), regName, callback,
                        [=](uint32_t device, AbortPhase phase, uint32_t timeoutMs) {
                            return callback(static_cast<int32_t>(device),
                                            static_cast<aclrtDeviceTaskAbortStage>(phase),
                                            timeoutMs, args);
                        });
    });
}
