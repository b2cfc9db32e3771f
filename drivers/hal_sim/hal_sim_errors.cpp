#include "drivers/hal_sim/hal_sim_errors.h"

#include <algorithm>
#include <array>

namespace belay::hal_sim {
namespace {

struct Row {
    Code code;
    drvError_t error;
};

// Where several errors have one code, the one that stands for it most plainly.
constexpr std::array kRows = {
    Row{Code::kOk, DRV_ERROR_NONE},
    Row{Code::kRtNoDevice, DRV_ERROR_NO_DEVICE},
    Row{Code::kRtInvalidDeviceid, DRV_ERROR_INVALID_DEVICE},
    Row{Code::kRtParamInvalid, DRV_ERROR_INVALID_VALUE},
    Row{Code::kRtInvalidHandle, DRV_ERROR_INVALID_HANDLE},
    Row{Code::kRtInvalidMallocType, DRV_ERROR_INVALID_MALLOC_TYPE},
    Row{Code::kBadAlloc, DRV_ERROR_OUT_OF_MEMORY},
    Row{Code::kRtMemoryAllocation, DRV_ERROR_OUT_OF_MEMORY},
    Row{Code::kRtDevSetupError, DRV_ERROR_UNINIT},
    Row{Code::kRtSocVersion, DRV_ERROR_UNINIT},
    Row{Code::kRtRepeatedInit, DRV_ERROR_REPEATED_INIT},
    Row{Code::kHostMemoryNotRegistered, DRV_ERROR_NOT_EXIST},
    Row{Code::kHostMemoryAlreadyRegistered, DRV_ERROR_BUSY},
    Row{Code::kRtStreamNotComplete, DRV_ERROR_BUSY},
    Row{Code::kRtResourceAllocFail, DRV_ERROR_NO_RESOURCES},
    Row{Code::kRtReportTimeout, DRV_ERROR_WAIT_TIMEOUT},
    Row{Code::kRtDrvInternalError, DRV_ERROR_IOCRL_FAIL},
    Row{Code::kRtLostHeartbeat, DRV_ERROR_BUS_DOWN},
    Row{Code::kRtOverLimit, DRV_ERROR_OVER_LIMIT},
    Row{Code::kRtNoPermission, DRV_ERROR_OPER_NOT_PERMITTED},
    Row{Code::kRtNoEventResource, DRV_ERROR_NO_EVENT_RESOURCES},
    Row{Code::kRtNoStreamResource, DRV_ERROR_NO_STREAM_RESOURCES},
    Row{Code::kRtNoNotifyResource, DRV_ERROR_NO_NOTIFY_RESOURCES},
    Row{Code::kRtNoModelResource, DRV_ERROR_NO_MODEL_RESOURCES},
    Row{Code::kRtFeatureNotSupport, DRV_ERROR_NOT_SUPPORT},
};

}  // namespace

drvError_t halErrorOf(Code code) noexcept {
    const auto* found = std::find_if(kRows.begin(), kRows.end(),
                                     [code](const Row& row) { return row.code == code; });
    return found == kRows.end() ? static_cast<drvError_t>(DRV_ERROR_INNER_ERR) : found->error;
}

}  // namespace belay::hal_sim
