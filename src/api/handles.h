// The only conversions between opaque handles of the C ABI and the objects behind them.
#pragma once

#include "api/entry.h"
#include "base/handle_cell.h"
#include "base/result.h"
#include "runtime/devices.h"

namespace belay::api {

/// The code that a bad handle of an object type gives. Specialised for types with a code of their
/// own.
template <typename T>
inline constexpr Code kHandleError = Code::kInvalidParam;

/// Whether objects of this type are of a device, so that a forked child has lost them.
template <typename T>
concept OfDevice = requires {
    requires T::kIsOfDevice;
};

namespace detail {
Status handleFailure(Code code, const HandleType& wanted, const char* argument, const void* handle,
                     HandleFault fault);
}

/// The object behind `handle`, alive until the session's guard ends. A null, foreign, stale or
/// wrong-type handle gives `code` with a text that names `argument` and says which of these it is.
template <typename T>
Result<T*> fromHandle(const void* handle, const char* argument, Code code = kHandleError<T>) {
    if constexpr (OfDevice<T>) {
        BELAY_TRY(Devices::requireNotForked());
    }
    HandleFault fault = HandleFault::kNone;
    T* object = findHandle<T>(handle, fault);
    if (object == nullptr) [[unlikely]] {
        return detail::handleFailure(code, T::kHandleType, argument, handle, fault);
    }
    return object;
}

/// Makes `handle` stale and returns the object, alive until the session's guard ends; a Ref keeps
/// it longer. Errors as fromHandle().
template <typename T>
Result<T*> takeHandle(const void* handle, const char* argument) {
    if constexpr (OfDevice<T>) {
        BELAY_TRY(Devices::requireNotForked());
    }
    HandleFault fault = HandleFault::kNone;
    T* object = closeHandle<T>(handle, fault);
    if (object == nullptr) [[unlikely]] {
        return detail::handleFailure(kHandleError<T>, T::kHandleType, argument, handle, fault);
    }
    return object;
}

/// Gives `object` a handle of the C type `Handle` (an incomplete struct).
template <typename Handle, typename T>
Result<Handle*> toHandle(Ref<T> object) {
    BELAY_ASSIGN(void* handle, openHandle<T>(std::move(object)));
    return static_cast<Handle*>(handle);
}

}  // namespace belay::api
