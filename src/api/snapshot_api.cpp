// Public functions for snapshots of a process's device state.
#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "runtime/process.h"

using belay::Code;
using belay::Process;
using belay::Status;
using belay::api::entry;
using belay::api::isAtMost;
using belay::api::requireNotNull;
using belay::api::Session;

namespace {

Status requireCallback(aclrtSnapShotStage stage, aclrtSnapShotCallBack callback) {
    if (!isAtMost(stage, ACL_RT_SNAPSHOT_UNLOCK_POST)) {
        return Status::error(
            Code::kInvalidParam,
            "argument 'stage' is {}; it must be one of aclrtSnapShotStage, 0 to {}",
            static_cast<unsigned>(stage), static_cast<unsigned>(ACL_RT_SNAPSHOT_UNLOCK_POST));
    }
    return requireNotNull(reinterpret_cast<const void*>(callback), "callback");
}

}  // namespace

aclError aclrtSnapShotCallbackRegister(aclrtSnapShotStage stage, aclrtSnapShotCallBack callback,
                                       void* args) {
    return entry(BELAY_CALL(stage, callback, args), [&](Session&) -> Status {
        BELAY_TRY(requireCallback(stage, callback));
        if (!Process::instance().snapshotCallbacks().addUnique(static_cast<int>(stage), callback,
                                                               args)) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'callback' is registered for stage {} already",
                                 static_cast<unsigned>(stage));
        }
        return Status::ok();
    });
}

aclError aclrtSnapShotCallbackUnregister(aclrtSnapShotStage stage, aclrtSnapShotCallBack callback) {
    return entry(BELAY_CALL(stage, callback), [&](Session&) -> Status {
        BELAY_TRY(requireCallback(stage, callback));
        if (!Process::instance().snapshotCallbacks().remove(static_cast<int>(stage), callback)) {
            return Status::error(Code::kInvalidParam,
                                 "argument 'callback' is not registered for stage {}",
                                 static_cast<unsigned>(stage));
        }
        return Status::ok();
    });
}
