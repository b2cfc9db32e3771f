// The public function that drops all work of a device.
#include <algorithm>
#include <cstdint>

#include "acl/acl_rt.h"
#include "api/entry.h"
#include "api/objects.h"
#include "base/clock.h"
#include "runtime/state_callbacks.h"

using belay::AbortPhase;
using belay::Code;
using belay::Deadline;
using belay::Device;
using belay::Devices;
using belay::Ref;
using belay::StateCallbacks;
using belay::Status;
using belay::steadyNanoseconds;
using belay::api::entry;
using belay::api::Session;

namespace {

constexpr uint32_t kLongestMs = 36 * 60 * 1000;
constexpr uint64_t kNanosecondsPerMs = 1'000'000;

// How much of a time limit is left, at least 1 ms; 0 is no limit.
class TimeLimit {
  public:
    explicit TimeLimit(uint32_t timeoutMs)
        : timeoutMs_(timeoutMs), endNs_(steadyNanoseconds() + timeoutMs * kNanosecondsPerMs) {}

    Deadline deadline() const {
        return timeoutMs_ == 0 ? Deadline::never() : Deadline::afterMs(leftMs());
    }

    uint32_t leftMs() const {
        if (timeoutMs_ == 0) {
            return 0;
        }
        const uint64_t now = steadyNanoseconds();
        const uint64_t left = now < endNs_ ? (endNs_ - now) / kNanosecondsPerMs : 0;
        return static_cast<uint32_t>(std::max<uint64_t>(left, 1));
    }

  private:
    uint32_t timeoutMs_;
    uint64_t endNs_;
};

// All of them, also when one fails; the first failure.
Status runCallbacks(uint32_t device, AbortPhase phase, const TimeLimit& limit) {
    Status first;
    for (const auto& registered : StateCallbacks::instance().aborts().entries()) {
        const int result = registered.function(device, phase, limit.leftMs());
        if (result != 0 && first.isOk()) {
            first = Status::error(Code::kRtInternalError,
                                  "the callback \"{}\" returned {} {} the tasks of device {} were "
                                  "dropped",
                                  registered.name, result,
                                  phase == AbortPhase::kBefore ? "before" : "after", device);
        }
    }
    return first;
}

}  // namespace

aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout) {
    return entry(BELAY_CALL(deviceId, timeout), [&](Session& session) -> Status {
        if (timeout > kLongestMs) {
            return Status::error(Code::kRtParamInvalid,
                                 "argument 'timeout' is {} ms; it must be at most {} (36 minutes), "
                                 "or 0 for no limit",
                                 timeout, kLongestMs);
        }
        BELAY_TRY(Devices::instance().info(deviceId).takeStatus());
        const Ref<Device> device = Devices::instance().find(deviceId);
        if (!device) {
            return Status::error(Code::kRtContextNull,
                                 "argument 'deviceId' is {}, a device that is not set", deviceId);
        }
        session.leaveGuard();
        const TimeLimit limit(timeout);
        Status before = runCallbacks(device->number(), AbortPhase::kBefore, limit);
        Status aborted = device->abortTasks(limit.deadline());
        Status after = runCallbacks(device->number(), AbortPhase::kAfter, limit);
        BELAY_TRY(std::move(aborted));
        BELAY_TRY(std::move(before));
        return after;
    });
}
