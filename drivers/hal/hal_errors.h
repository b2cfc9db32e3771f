// Errors of the HAL as codes of the public interface.
#pragma once

#include <string_view>
#include <utility>

#include "base/status.h"
#include "drivers/hal_abi/hal_abi.h"

namespace belay::hal {

/// The code that an error stands for; kRtDrvInternalError (507899) for one that nothing is known
/// of. `error` is not DRV_ERROR_NONE.
Code codeOfHal(drvError_t error) noexcept;

/// The error's name without its prefix, as in "INVALID_VALUE"; "unknown" where there is none.
std::string_view nameOfHal(drvError_t error) noexcept;

/// An error with codeOfHal(error) and a text that names the HAL's function, its answer, and what
/// was asked of it.
Status halError(std::string_view function, drvError_t error, std::string_view asked);

/// Likewise with a code of the caller's choice.
Status halError(Code code, std::string_view function, drvError_t error, std::string_view asked);

/// The answer of a function of the HAL as a Status. What was asked is in fmt syntax, and is made
/// into a text only for an error.
template <typename... Args>
Status halStatus(std::string_view function, drvError_t error, fmt::format_string<Args...> asked,
                 Args&&... args) {
    if (error == DRV_ERROR_NONE) [[likely]] {
        return Status::ok();
    }
    return halError(function, error, fmt::format(asked, std::forward<Args>(args)...));
}

/// For functions that a library need not have.
Status notInLibrary(std::string_view function, std::string_view wanted);

}  // namespace belay::hal
