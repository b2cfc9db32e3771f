// Checks of arguments that many public functions share. Each failure names argument, value and
// rule.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"

namespace belay::api {

/// `name` must not be null.
inline Status requireNotNull(const void* pointer, const char* name,
                             Code code = Code::kInvalidParam) {
    return pointer != nullptr ? Status::ok()
                              : Status::error(code, "argument '{}' is null; it must not be", name);
}

/// `array` may be null only when `count` is 0, and its end must be an address.
template <typename T>
Status requireArray(const T* array, size_t count, const char* arrayName, const char* countName,
                    Code code = Code::kInvalidParam) {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): entries may be pointers
    if (count > PTRDIFF_MAX / sizeof(T)) {
        return Status::error(code, "argument '{}' is {}; no memory holds so many entries",
                             countName, count);
    }
    return array != nullptr || count == 0
               ? Status::ok()
               : Status::error(code, "argument '{}' is null, but '{}' says it has {} entries",
                               arrayName, countName, count);
}

/// Whether `value`, of an enumeration of the public headers that begins at 0, is at most `last`. A
/// caller in C can pass any number, and comparing the enumeration itself would take a negative one
/// for a small one.
template <typename Enum>
bool isAtMost(Enum value, Enum last) {
    return static_cast<unsigned>(value) <= static_cast<unsigned>(last);
}

}  // namespace belay::api
