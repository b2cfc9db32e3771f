#include "drivers/hal_sim/hal_call.h"

#include <cxxabi.h>

#include <exception>

namespace belay::hal_sim {
namespace {

bool isAboutSettings(Code code) {
    return code == Code::kRtDevSetupError || code == Code::kRtSocVersion;
}

}  // namespace

drvError_t refuse(const char* function, const Status& status) noexcept {
    const drvError_t error = halErrorOf(status.code());
    try {
        if (isAboutSettings(status.code())) {
            BELAY_LOG(kDriver, kError, "{}: {}", function, status.message());
        } else {
            BELAY_LOG(kDriver, kInfo, "{} answers {}: {}", function, error, status.message());
        }
    } catch (const std::bad_alloc&) {
        return error;  // without memory for a line
    }
    return error;
}

drvError_t refuseByException(const char* function) {
    try {
        throw;
    } catch (const abi::__forced_unwind&) {
        throw;
    } catch (const std::bad_alloc&) {
        log::write(log::Area::kDriver, log::Level::kError, "the process has no memory left");
        return DRV_ERROR_OUT_OF_MEMORY;
    } catch (const std::exception& error) {
        BELAY_LOG(kDriver, kError, "{}: {}", function, error.what());
        return DRV_ERROR_INNER_ERR;
    } catch (...) {
        return DRV_ERROR_INNER_ERR;
    }
}

}  // namespace belay::hal_sim
