/* A library with functions of the HAL that do nothing, for tests of the loader: those that the
 * backend requires, but for what the build renames. */
#include "drivers/hal_abi/hal_abi.h"

#define BELAY_HAL_REQUIRED(result, name, parameters) \
    result name parameters;                          \
    result name parameters {                         \
        return (result)0;                            \
    }
#define BELAY_HAL_OPTIONAL(result, name, parameters)
#define BELAY_HAL_OFFERED(result, name, parameters)
#define BELAY_HAL(use, result, name, parameters) BELAY_HAL_##use(result, name, parameters)
#include "drivers/hal_abi/hal_functions.inc"

#ifdef BELAY_STUB_IS_SIMULATED
uint32_t belayHalSimVersion(void);

uint32_t belayHalSimVersion(void) {
    return BELAY_HAL_SIM_VERSION;
}
#endif
