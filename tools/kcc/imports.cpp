#include "kcc/imports.h"

#include <algorithm>
#include <span>

namespace belay::kcc {
namespace {

// What the simulator gives: belay/kernel/device_functions.h.
constexpr std::string_view kDeviceFunctions[] = {"belayFail", "belayPrint", "belaySyncCores",
                                                 "belaySetCoreFlag", "belayWaitCoreFlag"};

// Compilers call these by themselves.
constexpr std::string_view kMemory[] = {"memcmp", "memcpy", "memmove", "memset"};

// What the library of kernels itself needs to read the clock and to compose texts.
constexpr std::string_view kLibrary[] = {"clock_gettime", "vsnprintf"};

// <cmath> for float and double.
constexpr std::string_view kMathematics[] = {
    "acos",    "acosf",  "acosh",     "acoshf",     "asin",     "asinf",     "asinh",
    "asinhf",  "atan",   "atan2",     "atan2f",     "atanf",    "atanh",     "atanhf",
    "cbrt",    "cbrtf",  "ceil",      "ceilf",      "copysign", "copysignf", "cos",
    "cosf",    "cosh",   "coshf",     "erf",        "erfc",     "erfcf",     "erff",
    "exp",     "exp2",   "exp2f",     "expf",       "expm1",    "expm1f",    "fabs",
    "fabsf",   "floor",  "floorf",    "fma",        "fmaf",     "fmax",      "fmaxf",
    "fmin",    "fminf",  "fmod",      "fmodf",      "frexp",    "frexpf",    "hypot",
    "hypotf",  "ldexp",  "ldexpf",    "lgamma",     "lgammaf",  "log",       "log10",
    "log10f",  "log1p",  "log1pf",    "log2",       "log2f",    "logf",      "lrint",
    "lrintf",  "lround", "lroundf",   "modf",       "modff",    "nearbyint", "nearbyintf",
    "pow",     "powf",   "remainder", "remainderf", "rint",     "rintf",     "round",
    "roundf",  "sin",    "sinf",      "sincos",     "sincosf",  "sinh",      "sinhf",
    "sqrt",    "sqrtf",  "tan",       "tanf",       "tanh",     "tanhf",     "tgamma",
    "tgammaf", "trunc",  "truncf"};

// What accesses call that are checked.
constexpr std::string_view kAccessChecks[] = {
    "__asan_handle_no_return", "__asan_load1_noabort",  "__asan_load2_noabort",
    "__asan_load4_noabort",    "__asan_load8_noabort",  "__asan_load16_noabort",
    "__asan_loadN_noabort",    "__asan_store1_noabort", "__asan_store2_noabort",
    "__asan_store4_noabort",   "__asan_store8_noabort", "__asan_store16_noabort",
    "__asan_storeN_noabort"};

bool isIn(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

bool isAllowedImport(std::string_view name) {
    return isIn(kDeviceFunctions, name) || isIn(kMemory, name) || isIn(kLibrary, name) ||
           isIn(kMathematics, name) || isIn(kAccessChecks, name);
}

}  // namespace belay::kcc
