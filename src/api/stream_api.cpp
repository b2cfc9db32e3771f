// Public functions about streams.
#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <set>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "base/fork.h"
#include "base/mutex.h"
#include "base/never_destroyed.h"

using belay::Code;
using belay::Context;
using belay::Deadline;
using belay::ForkLock;
using belay::Lock;
using belay::LockRank;
using belay::Mutex;
using belay::NeverDestroyed;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::Stream;
using belay::StreamSetup;
using belay::api::currentContext;
using belay::api::deadlineOf;
using belay::api::entry;
using belay::api::entryValue;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::api::streamOrDefault;

namespace {

constexpr uint32_t kAllFlags = ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC |
                               ACL_STREAM_PERSISTENT | ACL_STREAM_HUGE | ACL_STREAM_CPU_SCHEDULE |
                               ACL_STREAM_DEVICE_USE_ONLY;

// What a thread that has submitted nothing reads as its last task.
constexpr uint32_t kNoTask = 0xFFFFFFFF;

// Priorities beyond the least count as it, unknown flags are dropped.
StreamSetup setupOf(uint32_t priority, uint64_t flags) {
    return {.priority = std::min(priority, StreamSetup::kLeastPriority),
            .flags = static_cast<uint32_t>(flags) & kAllFlags};
}

Status createStream(Session& session, aclrtStream* stream, const StreamSetup& setup) {
    BELAY_ASSIGN(Context * context, currentContext());
    const Ref<Context> kept(context);
    session.leaveGuard();
    BELAY_ASSIGN(const Ref<Stream> made, kept->createStream(setup));
    *stream = static_cast<aclrtStream>(made->handle());
    return Status::ok();
}

Status destroyStream(Session& session, aclrtStream stream, Deadline deadline) {
    BELAY_TRY(requireNotNull(stream, "stream"));
    BELAY_ASSIGN(Stream * found, streamOfContext(stream));
    if (found->isDefault()) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'stream' is {}, the default stream of its context, which "
                             "goes with the context",
                             static_cast<void*>(stream));
    }
    const Ref<Stream> kept(found);
    session.leaveGuard();
    kept->announceEnd();
    Result<bool> isFirst = kept->shutDown(deadline);
    if (isFirst.isOk() && !isFirst.value()) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'stream' is {}, a stream that another thread destroys",
                             static_cast<void*>(stream));
    }
    kept->context().forget(*kept);
    return isFirst.takeStatus();
}

Status synchronizeStream(Session& session, aclrtStream stream, Deadline deadline) {
    BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
    const Ref<Stream> kept(found);
    session.leaveGuard();
    return kept->synchronize(deadline);
}

// The properties that were made and not destroyed: the C interface shows the structure itself, so
// these are no handles.
class ConfigHandles {
  public:
    static ConfigHandles& instance() {
        static NeverDestroyed<ConfigHandles> handles;
        return handles.get();
    }

    aclrtStreamConfigHandle* add() {
        auto made = std::make_unique<aclrtStreamConfigHandle>();
        const Lock lock(mutex_);
        live_.insert(made.get());
        return made.release();
    }

    bool remove(aclrtStreamConfigHandle* handle) {
        const Lock lock(mutex_);
        if (live_.erase(handle) == 0) {
            return false;
        }
        const std::unique_ptr<aclrtStreamConfigHandle> owned(handle);
        return true;
    }

    Mutex& mutex() { return mutex_; }

  private:
    Mutex mutex_{LockRank::kObject, "stream properties"};
    std::set<aclrtStreamConfigHandle*> live_ BELAY_GUARDED_BY(mutex_);
};

ForkLock configForkLock(LockRank::kObject, [] { return &ConfigHandles::instance().mutex(); });

// Copies the value of one property after checking its size.
template <typename T>
Status setOption(T& option, const void* value, size_t bytes) {
    if (bytes != sizeof(T)) {
        return Status::error(Code::kInvalidParam,
                             "argument 'valueSize' is {}; this property takes {} bytes", bytes,
                             sizeof(T));
    }
    std::memcpy(&option, value, sizeof(T));
    return Status::ok();
}

Status setConfigOption(aclrtStreamConfigHandle& config, aclrtStreamConfigAttr attribute,
                       const void* value, size_t bytes) {
    switch (static_cast<unsigned>(attribute)) {
        case ACL_RT_STREAM_WORK_ADDR_PTR:
            return setOption(config.workptr, value, bytes);
        case ACL_RT_STREAM_WORK_SIZE:
            return setOption(config.workSize, value, bytes);
        case ACL_RT_STREAM_FLAG:
            return setOption(config.flag, value, bytes);
        case ACL_RT_STREAM_PRIORITY:
            return setOption(config.priority, value, bytes);
        default:
            return Status::error(Code::kInvalidParam,
                                 "argument 'attr' is {}; no property has that number",
                                 static_cast<unsigned>(attribute));
    }
}

}  // namespace

aclError aclrtCreateStream(aclrtStream* stream) {
    return entry(BELAY_CALL(stream), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(stream, "stream"));
        return createStream(session, stream, setupOf(0, 0));
    });
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag) {
    return entry(BELAY_CALL(stream, priority, flag), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(stream, "stream"));
        return createStream(session, stream, setupOf(priority, flag));
    });
}

aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle() {
    return entryValue<aclrtStreamConfigHandle*>(BELAY_CALL(), nullptr,
                                                [&](Session&) -> Result<aclrtStreamConfigHandle*> {
                                                    return ConfigHandles::instance().add();
                                                });
}

aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle) {
    return entry(BELAY_CALL(handle), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(handle, "handle"));
        return ConfigHandles::instance().remove(handle)
                   ? Status::ok()
                   : Status::error(Code::kInvalidParam,
                                   "argument 'handle' is {}, which aclrtCreateStreamConfigHandle "
                                   "did not make, or which was destroyed",
                                   static_cast<void*>(handle));
    });
}

aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle, aclrtStreamConfigAttr attr,
                                 const void* attrValue, size_t valueSize) {
    return entry(BELAY_CALL(handle, attr, attrValue, valueSize), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(handle, "handle"));
        BELAY_TRY(requireNotNull(attrValue, "attrValue"));
        return setConfigOption(*handle, attr, attrValue, valueSize);
    });
}

aclError aclrtCreateStreamV2(aclrtStream* stream, const aclrtStreamConfigHandle* handle) {
    return entry(BELAY_CALL(stream, handle), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(stream, "stream"));
        BELAY_TRY(requireNotNull(handle, "handle"));
        return createStream(session, stream, setupOf(handle->priority, handle->flag));
    });
}

aclError aclrtDestroyStream(aclrtStream stream) {
    return entry(BELAY_CALL(stream), [&](Session& session) -> Status {
        return destroyStream(session, stream, Deadline::afterMs(belay::kShutDownWaitMs));
    });
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
    return entry(BELAY_CALL(stream), [&](Session& session) -> Status {
        return destroyStream(session, stream, Deadline::afterMs(0));
    });
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
    return entry(BELAY_CALL(stream), [&](Session& session) -> Status {
        return synchronizeStream(session, stream, Deadline::never());
    });
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
    return entry(BELAY_CALL(stream, timeout), [&](Session& session) -> Status {
        BELAY_ASSIGN(const Deadline deadline, deadlineOf(timeout));
        return synchronizeStream(session, stream, deadline);
    });
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
    return entry(BELAY_CALL(stream, status), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(status, "status"));
        BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
        *status = found->isIdle() ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
        return Status::ok();
    });
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId) {
    return entry(BELAY_CALL(stream, streamId), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(streamId, "streamId"));
        BELAY_ASSIGN(const Stream* found, streamOrDefault(stream));
        *streamId = found->id();
        return Status::ok();
    });
}

aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority) {
    return entry(BELAY_CALL(stream, priority), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(priority, "priority"));
        BELAY_ASSIGN(const Stream* found, streamOrDefault(stream));
        *priority = found->priority();
        return Status::ok();
    });
}

aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags) {
    return entry(BELAY_CALL(stream, flags), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(flags, "flags"));
        BELAY_ASSIGN(const Stream* found, streamOrDefault(stream));
        *flags = found->flags();
        return Status::ok();
    });
}

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) {
    return entry(BELAY_CALL(stream, mode), [&](Session&) -> Status {
        BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
        return found->setFailureMode((mode & 1) != 0 ? belay::FailureMode::kStop
                                                     : belay::FailureMode::kContinue);
    });
}

aclError aclrtStreamAbort(aclrtStream stream) {
    return entry(BELAY_CALL(stream), [&](Session& session) -> Status {
        BELAY_ASSIGN(Stream * found, streamOrDefault(stream));
        const Ref<Stream> kept(found);
        session.leaveGuard();
        return kept->abort();
    });
}

aclError aclrtGetThreadLastTaskId(uint32_t* taskId) {
    return entry(BELAY_CALL(taskId), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(taskId, "taskId"));
        const std::optional<uint16_t> task = Stream::lastTaskOfThread();
        *taskId = task ? *task : kNoTask;
        return Status::ok();
    });
}

aclError aclrtGetStreamAvailableNum(uint32_t* streamCount) {
    return entry(BELAY_CALL(streamCount), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(streamCount, "streamCount"));
        BELAY_ASSIGN(const Context* context, currentContext());
        BELAY_ASSIGN(const auto state, context->device().state());
        *streamCount = context->device().info().streamLimit - state.streamsInUse;
        return Status::ok();
    });
}
