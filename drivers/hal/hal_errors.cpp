#include "drivers/hal/hal_errors.h"

namespace belay::hal {

Code codeOfHal(drvError_t error) noexcept {
    switch (error) {
#define BELAY_HAL_ERROR(name, code) \
    case DRV_ERROR_##name:          \
        return Code::code;
#include "drivers/hal/hal_errors.inc"
#undef BELAY_HAL_ERROR
        default:
            return Code::kRtDrvInternalError;
    }
}

std::string_view nameOfHal(drvError_t error) noexcept {
    switch (error) {
#define BELAY_HAL_ERROR(name, code) \
    case DRV_ERROR_##name:          \
        return #name;
#include "drivers/hal/hal_errors.inc"
#undef BELAY_HAL_ERROR
        default:
            return "unknown";
    }
}

Status halError(Code code, std::string_view function, drvError_t error, std::string_view asked) {
    return Status::error(code, "the driver's {} answered {} ({}) when asked for {}", function,
                         error, nameOfHal(error), asked);
}

Status halError(std::string_view function, drvError_t error, std::string_view asked) {
    return halError(codeOfHal(error), function, error, asked);
}

Status notInLibrary(std::string_view function, std::string_view wanted) {
    return Status::error(Code::kRtFeatureNotSupport,
                         "this driver's library has no {}, which {} needs", function, wanted);
}

}  // namespace belay::hal
