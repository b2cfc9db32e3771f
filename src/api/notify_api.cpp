// Public functions about notifies.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "runtime/notify.h"

using belay::Code;
using belay::Context;
using belay::Notify;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::Stream;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::fromHandle;
using belay::api::requireArray;
using belay::api::requireNotNull;
using belay::api::Session;
using belay::api::streamOfContext;
using belay::api::takeHandle;

namespace belay::api {

template <>
inline constexpr Code kHandleError<Notify> = Code::kRtParamInvalid;

}  // namespace belay::api

namespace {

Result<Notify*> notifyOf(aclrtNotify handle) {
    BELAY_TRY(requireNotNull(handle, "notify"));
    return fromHandle<Notify>(handle, "notify");
}

Status requireFlag(uint64_t flag) {
    return flag <= ACL_NOTIFY_DEVICE_USE_ONLY
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid,
                               "argument 'flag' is {:#x}; it must be ACL_NOTIFY_DEFAULT (0) or "
                               "ACL_NOTIFY_DEVICE_USE_ONLY (1)",
                               flag);
}

// Chips before Ascend950 have no counters that streams can wait for.
Status refuseCounting() {
    BELAY_ASSIGN(const Context* context, currentContext());
    return Status::error(Code::kRtFeatureNotSupport, "{} has no counting notifies",
                         context->device().info().socName);
}

Status refuseCounting(aclrtCntNotify notify, aclrtStream stream) {
    BELAY_TRY(requireNotNull(notify, "cntNotify"));
    BELAY_TRY(streamOfContext(stream).takeStatus());
    return refuseCounting();
}

}  // namespace

aclError aclrtCreateNotify(aclrtNotify* notify, uint64_t flag) {
    return entry(BELAY_CALL(notify, flag), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(notify, "notify"));
        BELAY_TRY(requireFlag(flag));
        BELAY_ASSIGN(Context * context, currentContext());
        const Ref<Context> kept(context);
        session.leaveGuard();
        BELAY_ASSIGN(const Ref<Notify> made, Notify::create(kept->device()));
        *notify = static_cast<aclrtNotify>(made->handle());
        return Status::ok();
    });
}

aclError aclrtDestroyNotify(aclrtNotify notify) {
    return entry(BELAY_CALL(notify), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(notify, "notify"));
        return takeHandle<Notify>(notify, "notify").takeStatus();
    });
}

aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream) {
    return entry(BELAY_CALL(notify, stream), [&](Session&) -> Status {
        BELAY_ASSIGN(Notify * found, notifyOf(notify));
        BELAY_ASSIGN(Stream * target, streamOfContext(stream));
        return found->record(*target);
    });
}

aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout) {
    return entry(BELAY_CALL(notify, stream, timeout), [&](Session&) -> Status {
        BELAY_ASSIGN(Notify * found, notifyOf(notify));
        BELAY_ASSIGN(Stream * target, streamOfContext(stream));
        return found->makeWait(*target, timeout);
    });
}

aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t* notifyId) {
    return entry(BELAY_CALL(notify, notifyId), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(notifyId, "notifyId"));
        BELAY_ASSIGN(const Notify* found, notifyOf(notify));
        *notifyId = found->id();
        return Status::ok();
    });
}

aclError aclrtNotifyBatchReset(aclrtNotify* notifies, size_t num) {
    return entry(BELAY_CALL(notifies, num), [&](Session&) -> Status {
        if (num == 0) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'num' is 0; there must be at least one notify");
        }
        BELAY_TRY(requireArray(notifies, num, "notifies", "num"));
        std::vector<Notify*> found;
        for (size_t i = 0; i < num; ++i) {
            const Result<Notify*> notify = notifyOf(notifies[i]);
            if (!notify.isOk()) {
                return Status::error(notify.status().code(), "argument 'notifies', place {}: {}", i,
                                     notify.status().message());
            }
            found.push_back(notify.value());
        }
        for (Notify* notify : found) {
            BELAY_TRY(notify->reset());
        }
        return Status::ok();
    });
}

aclError aclrtCntNotifyCreate(aclrtCntNotify* cntNotify, uint64_t flag) {
    return entry(BELAY_CALL(cntNotify, flag), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(cntNotify, "cntNotify"));
        BELAY_TRY(requireFlag(flag));
        return refuseCounting();
    });
}

aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify) {
    return entry(BELAY_CALL(cntNotify), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(cntNotify, "cntNotify"));
        return refuseCounting();
    });
}

aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream,
                              aclrtCntNotifyRecordInfo* info) {
    return entry(BELAY_CALL(cntNotify, stream, info), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(info, "info"));
        return refuseCounting(cntNotify, stream);
    });
}

aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify, aclrtStream stream,
                                       aclrtCntNotifyWaitInfo* info) {
    return entry(BELAY_CALL(cntNotify, stream, info), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(info, "info"));
        return refuseCounting(cntNotify, stream);
    });
}

aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream) {
    return entry(BELAY_CALL(cntNotify, stream),
                 [&](Session&) -> Status { return refuseCounting(cntNotify, stream); });
}

aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t* notifyId) {
    return entry(BELAY_CALL(cntNotify, notifyId), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(cntNotify, "cntNotify"));
        BELAY_TRY(requireNotNull(notifyId, "notifyId"));
        return refuseCounting();
    });
}
