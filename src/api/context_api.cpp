// Public functions about contexts.
#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"

using belay::Code;
using belay::Context;
using belay::Device;
using belay::Devices;
using belay::Ref;
using belay::Status;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::fromHandle;
using belay::api::requireNotNull;
using belay::api::Session;

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
    return entry(BELAY_CALL(context, deviceId), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(context, "context"));
        session.leaveGuard();
        BELAY_ASSIGN(const Ref<Context> made, Devices::instance().createContext(deviceId));
        *context = static_cast<aclrtContext>(made->handle());
        return Status::ok();
    });
}

aclError aclrtDestroyContext(aclrtContext context) {
    return entry(BELAY_CALL(context), [&](Session& session) -> Status {
        BELAY_TRY(requireNotNull(context, "context"));
        BELAY_ASSIGN(Context * found,
                     fromHandle<Context>(context, "context", Code::kRtContextNull));
        const Ref<Context> kept(found);
        session.leaveGuard();
        return Devices::instance().destroyContext(*kept);
    });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
    return entry(BELAY_CALL(context), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(context, "context"));
        BELAY_ASSIGN(Context * found, fromHandle<Context>(context, "context"));
        Devices::setCurrentContext(Ref<Context>(found));
        return Status::ok();
    });
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
    return entry(BELAY_CALL(context), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(context, "context"));
        BELAY_ASSIGN(const Context* found, currentContext());
        *context = static_cast<aclrtContext>(found->handle());
        return Status::ok();
    });
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream) {
    return entry(BELAY_CALL(stream), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(stream, "stream"));
        BELAY_ASSIGN(const Context* context, currentContext());
        *stream = static_cast<aclrtStream>(context->defaultStream()->handle());
        return Status::ok();
    });
}

aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags, int32_t* active) {
    return entry(BELAY_CALL(deviceId, flags, active), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(active, "active"));
        BELAY_TRY(Devices::instance().info(deviceId).takeStatus());
        const Ref<Device> device = Devices::instance().find(deviceId);
        *active = device && device->defaultContext() ? 1 : 0;
        if (flags != nullptr) {
            *flags = 0;
        }
        return Status::ok();
    });
}
