// HalApi: the functions of the vendor's library that the backend calls, as members of one table.
#pragma once

#include "drivers/hal_abi/hal_abi.h"

namespace belay::hal {

/// Where the functions of hal_functions.inc are. Those that the backend requires are never null
/// after loadHal(); of the optional ones, which are null where the library does not have them,
/// whoever wants one asks first.
struct HalApi {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the arguments are parts of a declaration
#define BELAY_HAL_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
#define BELAY_HAL_REQUIRED(result, name, parameters) BELAY_HAL_MEMBER(result, name, parameters)
#define BELAY_HAL_OPTIONAL(result, name, parameters) BELAY_HAL_MEMBER(result, name, parameters)
#define BELAY_HAL_OFFERED(result, name, parameters)
#define BELAY_HAL(use, result, name, parameters) BELAY_HAL_##use(result, name, parameters)
#include "drivers/hal_abi/hal_functions.inc"
#undef BELAY_HAL
#undef BELAY_HAL_OFFERED
#undef BELAY_HAL_OPTIONAL
#undef BELAY_HAL_REQUIRED
#undef BELAY_HAL_MEMBER
};

}  // namespace belay::hal
