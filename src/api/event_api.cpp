// Public functions about events.
#include <atomic>
#include <cstdint>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"

using belay::Code;
using belay::Context;
using belay::Deadline;
using belay::Event;
using belay::EventSetup;
using belay::Ref;
using belay::Status;
using belay::Stream;
using belay::api::currentContext;
using belay::api::deadlineOf;
using belay::api::entry;
using belay::api::eventOf;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::api::takeHandle;

namespace {

Status createEvent(Session& session, aclrtEvent* event, EventSetup::Origin origin, uint32_t flags) {
    BELAY_TRY(requireNotNull(event, "event"));
    BELAY_ASSIGN(Context * context, currentContext());
    const Ref<Context> kept(context);
    session.leaveGuard();
    BELAY_ASSIGN(const Ref<Event> made, Event::create(kept->device(), {origin, flags}));
    *event = static_cast<aclrtEvent>(made->handle());
    return Status::ok();
}

Status requireFlags(uint32_t flags, uint32_t known) {
    if (flags == 0 || (flags & ~known) != 0) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'flag' is {:#x}; it must be a combination of ACL_EVENT "
                             "flags, which are the bits of {:#x}",
                             flags, known);
    }
    return Status::ok();
}

Status requireAlone(uint32_t flags, uint32_t flag, const char* name) {
    if ((flags & flag) != 0 && flags != flag) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'flag' is {:#x}; {} cannot be combined with others", flags,
                             name);
    }
    return Status::ok();
}

Status requireDefault(uint32_t flag, const char* meaning) {
    return flag == 0 ? Status::ok()
                     : Status::error(flag == 1 ? Code::kRtFeatureNotSupport : Code::kRtParamInvalid,
                                     "argument 'flag' is {}; {}", flag, meaning);
}

Status recordEvent(aclrtEvent event, aclrtStream stream) {
    BELAY_ASSIGN(Event * found, eventOf(event));
    BELAY_ASSIGN(Stream * target, streamOfContext(stream));
    if (&found->device() != &target->device()) {
        if (found->device().number() == target->device().number()) {
            return Status::error(Code::kRtStreamContext,
                                 "the event was created before device {} was reset, and is gone "
                                 "with what was on the device then",
                                 found->device().number());
        }
        return Status::error(Code::kRtStreamContext,
                             "the event is of device {}, the stream of device {}; an event is "
                             "recorded on its own device",
                             found->device().number(), target->device().number());
    }
    return found->record(*target);
}

Status waitForEvent(aclrtStream stream, aclrtEvent event, uint32_t timeoutS) {
    BELAY_ASSIGN(Event * found, eventOf(event));
    BELAY_ASSIGN(Stream * target, streamOfContext(stream));
    return found->makeWait(*target, timeoutS);
}

// Limit of waits by aclrtStreamWaitEvent() that are submitted from now on, in seconds; 0: none.
std::atomic<uint32_t> defaultWaitS{0};

Status synchronizeEvent(Session& session, aclrtEvent event, Deadline deadline) {
    BELAY_ASSIGN(Event * found, eventOf(event));
    const Ref<Event> kept(found);
    session.leaveGuard();
    return kept->synchronize(deadline);
}

}  // namespace

aclError aclrtCreateEvent(aclrtEvent* event) {
    return entry(BELAY_CALL(event), [&](Session& session) -> Status {
        return createEvent(session, event, EventSetup::Origin::kPlain, 0);
    });
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) {
    return entry(BELAY_CALL(event, flag), [&](Session& session) -> Status {
        BELAY_TRY(requireFlags(flag, EventSetup::kAllFlags & ~EventSetup::kFlagIpc));
        BELAY_TRY(requireAlone(flag, EventSetup::kFlagExternal, "ACL_EVENT_EXTERNAL"));
        return createEvent(session, event, EventSetup::Origin::kWithFlag, flag);
    });
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) {
    return entry(BELAY_CALL(event, flag), [&](Session& session) -> Status {
        BELAY_TRY(requireFlags(flag, EventSetup::kAllFlags));
        BELAY_TRY(requireAlone(flag, EventSetup::kFlagIpc, "ACL_EVENT_IPC"));
        if (flag == EventSetup::kFlagIpc) {
            return Status::error(Code::kRtFeatureNotSupport,
                                 "argument 'flag' is ACL_EVENT_IPC; events between processes are "
                                 "not built yet");
        }
        return createEvent(session, event, EventSetup::Origin::kEx, flag);
    });
}

aclError aclrtDestroyEvent(aclrtEvent event) {
    return entry(BELAY_CALL(event), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(event, "event"));
        return takeHandle<Event>(event, "event").takeStatus();
    });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
    return entry(BELAY_CALL(event, stream),
                 [&](Session&) -> Status { return recordEvent(event, stream); });
}

aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream, uint32_t flag) {
    return entry(BELAY_CALL(event, stream, flag), [&](Session&) -> Status {
        BELAY_TRY(requireDefault(flag,
                                 "ACL_EVENT_RECORD_EXTERNAL is for captured models, which are "
                                 "not built yet"));
        return recordEvent(event, stream);
    });
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
    return entry(BELAY_CALL(event, stream), [&](Session&) -> Status {
        BELAY_ASSIGN(Event * found, eventOf(event));
        BELAY_ASSIGN(Stream * target, streamOfContext(stream));
        return found->reset(*target);
    });
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
    return entry(BELAY_CALL(event, status), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(status, "status"));
        BELAY_ASSIGN(Event * found, eventOf(event));
        *status = found->isDone() ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
        return Status::ok();
    });
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
    return entry(BELAY_CALL(event, status), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(status, "status"));
        BELAY_ASSIGN(Event * found, eventOf(event));
        *status = found->isDone() ? ACL_EVENT_RECORDED_STATUS_COMPLETE
                                  : ACL_EVENT_RECORDED_STATUS_NOT_READY;
        return Status::ok();
    });
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status) {
    return entry(BELAY_CALL(event, status), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(status, "status"));
        BELAY_ASSIGN(Event * found, eventOf(event));
        *status = found->areWaitsDone() ? ACL_EVENT_WAIT_STATUS_COMPLETE
                                        : ACL_EVENT_WAIT_STATUS_NOT_READY;
        return Status::ok();
    });
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
    return entry(BELAY_CALL(event), [&](Session& session) -> Status {
        return synchronizeEvent(session, event, Deadline::never());
    });
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
    return entry(BELAY_CALL(event, timeout), [&](Session& session) -> Status {
        BELAY_ASSIGN(const Deadline deadline, deadlineOf(timeout));
        return synchronizeEvent(session, event, deadline);
    });
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent) {
    return entry(BELAY_CALL(ms, startEvent, endEvent), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(ms, "ms"));
        BELAY_ASSIGN(Event * start, eventOf(startEvent, "startEvent"));
        BELAY_ASSIGN(Event * end, eventOf(endEvent, "endEvent"));
        BELAY_ASSIGN(const uint64_t startTicks, start->ticks());
        BELAY_ASSIGN(const uint64_t endTicks, end->ticks());
        const auto difference = static_cast<double>(static_cast<int64_t>(endTicks - startTicks));
        *ms = static_cast<float>(difference * 1000.0 / end->device().info().ticksPerSecond);
        return Status::ok();
    });
}

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp) {
    return entry(BELAY_CALL(event, timestamp), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(timestamp, "timestamp"));
        BELAY_ASSIGN(Event * found, eventOf(event));
        BELAY_ASSIGN(const uint64_t ticks, found->ticks());
        *timestamp = ticks / (found->device().info().ticksPerSecond / 1'000'000);
        return Status::ok();
    });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
    return entry(BELAY_CALL(stream, event), [&](Session&) -> Status {
        return waitForEvent(stream, event, defaultWaitS.load(std::memory_order_relaxed));
    });
}

aclError aclrtSetOpWaitTimeout(uint32_t timeout) {
    return entry(BELAY_CALL(timeout), [&](Session&) -> Status {
        // Relaxed: waits that are submitted meanwhile may have either limit.
        defaultWaitS.store(timeout, std::memory_order_relaxed);
        return Status::ok();
    });
}

aclError aclrtStreamWaitEventWithFlag(aclrtStream stream, aclrtEvent event, uint32_t timeout,
                                      uint32_t flag) {
    return entry(BELAY_CALL(stream, event, timeout, flag), [&](Session&) -> Status {
        BELAY_TRY(requireDefault(flag,
                                 "ACL_EVENT_WAIT_EXTERNAL is for captured models, which are "
                                 "not built yet"));
        return waitForEvent(stream, event, timeout);
    });
}

aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout) {
    return entry(BELAY_CALL(stream, event, timeout), [&](Session&) -> Status {
        if (timeout == 0 || timeout < -1) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'timeout' is {} s; it must be -1, for no limit, or "
                                 "above 0",
                                 timeout);
        }
        return waitForEvent(stream, event, timeout == -1 ? 0 : static_cast<uint32_t>(timeout));
    });
}

aclError aclrtGetEventId(aclrtEvent event, uint32_t* eventId) {
    return entry(BELAY_CALL(event, eventId), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(eventId, "eventId"));
        BELAY_ASSIGN(const Event* found, eventOf(event));
        *eventId = found->id();
        return Status::ok();
    });
}

aclError aclrtGetEventAvailNum(uint32_t* eventCount) {
    return entry(BELAY_CALL(eventCount), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(eventCount, "eventCount"));
        BELAY_ASSIGN(const Context* context, currentContext());
        BELAY_ASSIGN(const auto state, context->device().state());
        *eventCount = context->device().info().eventLimit - state.eventsInUse;
        return Status::ok();
    });
}
