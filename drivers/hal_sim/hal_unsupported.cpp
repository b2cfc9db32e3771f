// The HAL's other functions: they are there, and say that they can do nothing.
#include <type_traits>

#include "drivers/hal_sim/exports.h"

namespace {

template <typename Answer>
constexpr Answer notSupported() {
    if constexpr (std::is_pointer_v<Answer>) {
        return nullptr;
    } else if constexpr (!std::is_void_v<Answer>) {
        return static_cast<Answer>(DRV_ERROR_NOT_SUPPORT);
    }
}

}  // namespace

#define BELAY_HAL(result, name)        \
    result name() {                    \
        return notSupported<result>(); \
    }
#include "drivers/hal_abi/hal_unsupported.inc"
#undef BELAY_HAL
