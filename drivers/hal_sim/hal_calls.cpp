// The HAL's functions about calls of the host that entries ask for.
#include <cstddef>
#include <span>

#include "base/clock.h"
#include "drivers/hal_sim/exports.h"
#include "drivers/hal_sim/hal_call.h"

using belay::Code;
using belay::Deadline;
using belay::Result;
using belay::Status;
using belay::hal_sim::answer;
using belay::hal_sim::CallbackQueues;
using belay::hal_sim::HalDevice;
using belay::hal_sim::HalSimulator;
using belay::hal_sim::notSupported;
using belay::hal_sim::requireArgument;
using belay::hal_sim::requireTimeLimit;

namespace {

Status requireCallback(int32_t type, uint32_t tsId) {
    if (type != DRV_CALLBACK_TYPE) {
        return notSupported("the type of queue", type);
    }
    return tsId == 0 ? Status::ok()
                     : Status::error(Code::kRtParamInvalid, "tsId is {}; there is only 0", tsId);
}

}  // namespace

drvError_t halCqReportIrqWait(uint32_t devId, struct halReportInfoInput* in,
                              struct halReportInfoOutput* out) {
    return answer(__func__, [&](HalSimulator& simulator) -> Result<drvError_t> {
        BELAY_TRY(requireArgument(in, "in"));
        BELAY_TRY(requireArgument(out, "out"));
        BELAY_TRY(requireCallback(in->type, in->tsId));
        BELAY_TRY(requireTimeLimit("in->timeout", in->timeout));
        BELAY_TRY(requireArgument(out->cqIdBitmap, "out->cqIdBitmap"));
        if (out->cqIdBitmapSize == 0) {
            return Status::error(Code::kRtParamInvalid, "out->cqIdBitmapSize is 0");
        }
        if (in->grpId >= CallbackQueues::kGroups) {
            return Status::error(Code::kRtParamInvalid,
                                 "there is no callback group {}; there are {}, numbered from 0",
                                 in->grpId, CallbackQueues::kGroups);
        }
        BELAY_ASSIGN(HalDevice * device, simulator.device(devId));
        const HalDevice::SessionIsOver isOver(*device);
        BELAY_TRY(device->requireOpen());
        const auto bitmap =
            std::span(reinterpret_cast<std::byte*>(out->cqIdBitmap), out->cqIdBitmapSize);
        Result<bool> isAny = device->callbackQueues().wait(in->grpId, bitmap,
                                                           Deadline::afterMs(in->timeout), isOver);
        if (isOver()) {
            return isOver.status();
        }
        if (!isAny.isOk()) {
            return isAny.takeStatus();
        }
        return static_cast<drvError_t>(isAny.value() ? DRV_ERROR_NONE : DRV_ERROR_WAIT_TIMEOUT);
    });
}

drvError_t halCqReportGet(uint32_t devId, struct halReportGetInput* in,
                          struct halReportGetOutput* out) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(in, "in"));
        BELAY_TRY(requireArgument(out, "out"));
        BELAY_TRY(requireCallback(in->type, in->tsId));
        BELAY_ASSIGN(HalDevice * device, simulator.openedDevice(devId));
        BELAY_ASSIGN(HalCallReport * report, device->callbackQueues().get(in->cqId));
        out->count = report != nullptr ? 1 : 0;
        out->reportPtr = report;
        return Status::ok();
    });
}

drvError_t halReportRelease(uint32_t devId, struct halReportReleaseInfo* info) {
    return answer(__func__, [&](HalSimulator& simulator) -> Status {
        BELAY_TRY(requireArgument(info, "info"));
        BELAY_TRY(requireCallback(info->type, info->tsId));
        BELAY_ASSIGN(HalDevice * device, simulator.openedDevice(devId));
        return device->callbackQueues().release(info->cqId, info->count);
    });
}
