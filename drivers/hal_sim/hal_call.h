// answer(): the wrapper around every function of the HAL. Finds the simulator, stops exceptions,
// turns a Status into the HAL's error.
#pragma once

#include <new>
#include <utility>

#include "base/log.h"
#include "base/result.h"
#include "drivers/hal_sim/hal_sim_errors.h"
#include "drivers/hal_sim/hal_simulator.h"

namespace belay::hal_sim {

/// Logs why a call was refused; its error.
drvError_t refuse(const char* function, const Status& status) noexcept;

/// The same for the exception at hand; DRV_ERROR_OUT_OF_MEMORY when memory ran out. Lets a thread's
/// cancellation pass.
drvError_t refuseByException(const char* function);

namespace detail {

inline drvError_t finish(const char* function, const Status& status) noexcept {
    return status.isOk() ? static_cast<drvError_t>(DRV_ERROR_NONE) : refuse(function, status);
}

inline drvError_t finish(const char* function, const Result<drvError_t>& result) noexcept {
    return result.isOk() ? result.value() : refuse(function, result.status());
}

}  // namespace detail

/// Runs `body`, a function of the simulator, which gives a Status, or where a refusal is nothing
/// worth telling a Result<drvError_t>.
template <typename Body>
drvError_t answer(const char* function, Body&& body) {
    try {
        Result<HalSimulator*> simulator = HalSimulator::get();
        if (!simulator.isOk()) [[unlikely]] {
            return refuse(function, simulator.status());
        }
        return detail::finish(function, body(*simulator.value()));
    } catch (...) {
        return refuseByException(function);
    }
}

/// kRtParamInvalid (107000) for a time limit in milliseconds that is below -1, which is for ever.
inline Status requireTimeLimit(const char* name, int32_t milliseconds) {
    return milliseconds >= -1
               ? Status::ok()
               : Status::error(Code::kRtParamInvalid,
                               "{} is {} ms; it must be -1, for ever, or more", name, milliseconds);
}

/// That an argument is not null; `name` as the HAL's prototype says it.
inline Status requireArgument(const void* argument, const char* name) {
    return argument != nullptr ? Status::ok()
                               : Status::error(Code::kRtParamInvalid, "{} is null", name);
}

inline Status notSupported(const char* what, int64_t value) {
    return Status::error(Code::kRtFeatureNotSupport, "{} {} is not supported by simulated devices",
                         what, value);
}

}  // namespace belay::hal_sim
