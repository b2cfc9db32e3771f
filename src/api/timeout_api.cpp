// Public functions about how long kernels may run.
#include <algorithm>

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "api/entry.h"
#include "runtime/devices.h"
#include "runtime/kernel_timeouts.h"

using belay::Code;
using belay::Devices;
using belay::KernelTimeouts;
using belay::Result;
using belay::Status;
using belay::api::entry;
using belay::api::requireNotNull;
using belay::api::Session;

namespace {

constexpr uint64_t kUsPerSecond = 1'000'000;
constexpr uint64_t kUsPerMs = 1000;
constexpr uint64_t kNsPerUs = 1000;

// All devices of a machine count alike.
Result<uint64_t> unitNs() {
    BELAY_TRY(Devices::instance().count().takeStatus());
    BELAY_ASSIGN(const belay::driver::DeviceInfo info, Devices::instance().info(0));
    return info.taskTimeUnitNs;
}

}  // namespace

aclError aclrtSetOpExecuteTimeOut(uint32_t timeout) {
    return entry(BELAY_CALL(timeout), [&](Session&) -> Status {
        BELAY_ASSIGN(const uint64_t unit, unitNs());
        KernelTimeouts::instance().set(timeout * kUsPerSecond, unit);
        return Status::ok();
    });
}

aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout) {
    return entry(BELAY_CALL(timeout), [&](Session&) -> Status {
        return Status::error(Code::kRtFeatureNotSupport,
                             "argument 'timeout' is {} ms, but no chip counts limits in "
                             "milliseconds: this call is not supported; use "
                             "aclrtSetOpExecuteTimeOutV2",
                             timeout);
    });
}

aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t* actualTimeout) {
    return entry(BELAY_CALL(timeout, actualTimeout), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(actualTimeout, "actualTimeout"));
        BELAY_ASSIGN(const uint64_t unit, unitNs());
        *actualTimeout = KernelTimeouts::instance().set(timeout, unit);
        return Status::ok();
    });
}

aclError aclrtGetOpTimeOutInterval(uint64_t* interval) {
    return entry(BELAY_CALL(interval), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(interval, "interval"));
        BELAY_ASSIGN(const uint64_t unit, unitNs());
        *interval = unit / kNsPerUs;
        return Status::ok();
    });
}

aclError aclrtGetOpExecuteTimeout(uint32_t* const timeoutMs) {
    return entry(BELAY_CALL(timeoutMs), [&](Session&) -> Status {
        BELAY_TRY(requireNotNull(timeoutMs, "timeoutMs"));
        BELAY_ASSIGN(const uint64_t unit, unitNs());
        const uint64_t limitMs = KernelTimeouts::instance().limitUs(unit) / kUsPerMs;
        *timeoutMs = static_cast<uint32_t>(std::min<uint64_t>(limitMs, UINT32_MAX));
        return Status::ok();
    });
}
