// Public functions about devices.
#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"

using belay::Code;
using belay::Context;
using belay::Deadline;
using belay::Device;
using belay::Devices;
using belay::Ref;
using belay::Result;
using belay::Status;
using belay::StreamSetup;
using belay::api::currentContext;
using belay::api::deadlineOf;
using belay::api::entry;
using belay::api::entryValue;
using belay::api::requireNotNull;
using belay::api::Session;

namespace {

Status synchronizeDevice(Session& session, Deadline deadline) {
    BELAY_ASSIGN(const Context* context, currentContext());
    const Ref<Device> device(&context->device());
    session.leaveGuard();
    return device->synchronize(deadline);
}

}  // namespace

aclError aclrtSetDevice(int32_t deviceId) {
    return entry(BELAY_CALL(deviceId), [&](Session& session) -> Status {
        session.leaveGuard();
        return Devices::instance().set(deviceId);
    });
}

aclError aclrtResetDevice(int32_t deviceId) {
    return entry(BELAY_CALL(deviceId), [&](Session& session) -> Status {
        session.leaveGuard();
        return Devices::instance().reset(deviceId);
    });
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
    return entry(BELAY_CALL(deviceId), [&](Session& session) -> Status {
        session.leaveGuard();
        return Devices::instance().resetForce(deviceId);
    });
}

aclError aclrtGetDevice(int32_t* deviceId) {
    return entry(BELAY_CALL(deviceId), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(deviceId, "deviceId"));
        BELAY_ASSIGN(const Context* context, currentContext());
        *deviceId = static_cast<int32_t>(context->device().number());
        return Status::ok();
    });
}

aclError aclrtGetDeviceCount(uint32_t* count) {
    return entry(BELAY_CALL(count), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(count, "count"));
        BELAY_ASSIGN(*count, Devices::instance().count());
        return Status::ok();
    });
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
    return entry(BELAY_CALL(runMode), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(runMode, "runMode"));
        *runMode = ACL_HOST;
        return Status::ok();
    });
}

const char* aclrtGetSocName() {
    return entryValue<const char*>(BELAY_CALL(), nullptr, [&](Session&) -> Result<const char*> {
        return Devices::instance().socName();
    });
}

aclError aclrtSynchronizeDevice() {
    return entry(BELAY_CALL(), [&](Session& session) -> Status {
        return synchronizeDevice(session, Deadline::never());
    });
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
    return entry(BELAY_CALL(timeout), [&](Session& session) -> Status {
        BELAY_ASSIGN(const Deadline deadline, deadlineOf(timeout));
        return synchronizeDevice(session, deadline);
    });
}

aclError aclrtDeviceGetStreamPriorityRange(int32_t* leastPriority, int32_t* greatestPriority) {
    return entry(BELAY_CALL(leastPriority, greatestPriority), [&](Session&) -> Status {
        BELAY_TRY(currentContext().takeStatus());
        if (leastPriority != nullptr) {
            *leastPriority = static_cast<int32_t>(StreamSetup::kLeastPriority);
        }
        if (greatestPriority != nullptr) {
            *greatestPriority = 0;
        }
        return Status::ok();
    });
}
