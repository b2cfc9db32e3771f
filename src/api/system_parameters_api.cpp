// Public functions about system parameters: switches of a context or of the process.
#include <optional>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "api/objects.h"
#include "runtime/process.h"

using belay::Code;
using belay::Context;
using belay::Process;
using belay::Status;
using belay::SystemParameters;
using belay::api::currentContext;
using belay::api::entry;
using belay::api::isAtMost;
using belay::api::requireNotNull;
using belay::api::Session;

namespace {

Status requireParameter(aclSysParamOpt opt) {
    static_assert(SystemParameters::kCount == ACL_OPT_ENABLE_KERNEL_EARLY_START + 1);
    return isAtMost(opt, ACL_OPT_ENABLE_KERNEL_EARLY_START)
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid,
                               "argument 'opt' is {}; it must be one of aclSysParamOpt, 0 to 3",
                               static_cast<unsigned>(opt));
}

Status setParameter(SystemParameters& parameters, aclSysParamOpt opt, int64_t value) {
    if (value != 0 && value != 1) {
        return Status::error(Code::kRtParamInvalid,
                             "argument 'value' is {}; it must be 1, for on, or 0, for off", value);
    }
    parameters.set(static_cast<uint32_t>(opt), value == 1);
    return Status::ok();
}

Status getParameter(const SystemParameters& parameters, aclSysParamOpt opt, int64_t* value) {
    const std::optional<bool> isOn = parameters.get(static_cast<uint32_t>(opt));
    if (!isOn) {
        return Status::error(Code::kRtSysparamoptNotSet,
                             "argument 'opt' is {}, a parameter that was never set here",
                             static_cast<unsigned>(opt));
    }
    *value = *isOn ? 1 : 0;
    return Status::ok();
}

}  // namespace

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
    return entry(BELAY_CALL(opt, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_TRY(requireParameter(opt));
        BELAY_ASSIGN(Context * context, currentContext());
        return getParameter(context->systemParameters(), opt, value);
    });
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
    return entry(BELAY_CALL(opt, value), [&](Session&) -> Status {
        BELAY_TRY(requireParameter(opt));
        BELAY_ASSIGN(Context * context, currentContext());
        return setParameter(context->systemParameters(), opt, value);
    });
}

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
    return entry(BELAY_CALL(opt, value), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(value, "value"));
        BELAY_TRY(requireParameter(opt));
        return getParameter(Process::instance().systemParameters(), opt, value);
    });
}

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
    return entry(BELAY_CALL(opt, value), [&](Session&) -> Status {
        BELAY_TRY(requireParameter(opt));
        return setParameter(Process::instance().systemParameters(), opt, value);
    });
}
