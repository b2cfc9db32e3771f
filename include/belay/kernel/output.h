// Printing, assertions, and how a kernel gives up.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <type_traits>

#include "belay/kernel/device_functions.h"
#include "belay/kernel/markers.h"
#include "belay/kernel/narrow_float.h"

namespace belay::kernel {

/// Where a source calls a function of the library, as the default of its last parameter.
struct Place {
    const char* file;
    int line;

    static constexpr Place current(const char* file = __builtin_FILE(),
                                   int line = __builtin_LINE()) {
        return {file, line};
    }
};

/// Composes a text in `out`, as much of it as there is room for.
inline void compose(char* out, size_t size, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ::vsnprintf(out, size, format, arguments);
    va_end(arguments);
}

/// Ends the launch with a text, at most 511 characters of it, and the place.
[[noreturn, gnu::cold, gnu::noinline, gnu::format(printf, 3, 4)]] inline void fail(
    Place place, Failure failure, const char* format, ...) {
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    ::vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    char text[1024];
    compose(text, sizeof text, "%s:%d: %s", place.file, place.line, what);
    belayFail(failure, text);
}

/// What an argument of printf() is.
enum class Printed : uint8_t { kInt, kLong, kFloat, kText, kPointer };

template <typename T>
constexpr Printed printedAs() {
    if constexpr (std::is_floating_point_v<T> || kIsNarrow<T>) {
        return Printed::kFloat;
    } else if constexpr (std::is_pointer_v<T>) {
        using Pointee = std::remove_cv_t<std::remove_pointer_t<T>>;
        return std::is_same_v<Pointee, char> ? Printed::kText : Printed::kPointer;
    } else {
        static_assert(std::is_integral_v<T> || std::is_enum_v<T>,
                      "printf() of a kernel prints numbers, pointers and texts");
        return sizeof(T) > sizeof(int) ? Printed::kLong : Printed::kInt;
    }
}

/// As functions with "..." take it.
template <typename T>
constexpr auto promoted(T value) {
    if constexpr (printedAs<T>() == Printed::kFloat) {
        return static_cast<double>(value);
    } else if constexpr (std::is_pointer_v<T>) {
        return value;
    } else if constexpr (printedAs<T>() == Printed::kLong) {
        return static_cast<long long>(value);
    } else {
        return static_cast<int>(value);
    }
}

/// Makes a format of the C library of a format of kernels, in which %d, %u and %x stand for
/// integers of all widths. Where a conversion does not fit its argument, the argument is printed as
/// what it is; where there is none, the conversion is printed as text.
class FormatWriter {
  public:
    FormatWriter(char* out, size_t size, const Printed* kinds, size_t count)
        : out_(out), end_(out + size - 1), kinds_(kinds), left_(count) {}

    void write(const char* format) {
        while (*format != '\0') {
            if (*format != '%') {
                put(*format++);
            } else if (format[1] == '%') {
                put('%');
                put('%');
                format += 2;
            } else {
                format = conversion(format);
            }
        }
        *out_ = '\0';
    }

  private:
    void put(char c) {
        if (out_ != end_) {
            *out_++ = c;
        }
    }

    static bool isIn(char c, const char* set) {
        while (*set != '\0' && *set != c) {
            ++set;
        }
        return c != '\0' && *set == c;
    }

    // From '%' on; answers what follows.
    const char* conversion(const char* start) {
        const char* at = start + 1;
        while (isIn(*at, "-+ #0123456789.*")) {
            ++at;
        }
        const char* lengthFrom = at;
        while (isIn(*at, "hlLqjzt")) {
            ++at;
        }
        // What '*' takes, too.
        size_t needed = 1;
        for (const char* flag = start; flag != lengthFrom; ++flag) {
            needed += *flag == '*' ? 1 : 0;
        }
        if (!isIn(*at, "diuxXocfFeEgGaAsp") || needed > left_) {
            put('%');
            put('%');
            return start + 1;
        }
        kinds_ += needed - 1;
        left_ -= needed;
        const Printed kind = *kinds_++;
        while (start != lengthFrom) {
            put(*start++);
        }
        putLetter(*at, kind);
        return at + 1;
    }

    void putLetter(char letter, Printed kind) {
        switch (kind) {
            case Printed::kFloat:
                put(isIn(letter, "fFeEgGaA") ? letter : 'f');
                return;
            case Printed::kText:
                put(letter == 'p' ? 'p' : 's');
                return;
            case Printed::kPointer:
                put('p');
                return;
            case Printed::kLong:
                put('l');
                put('l');
                put(isIn(letter, "diuxXo") ? letter : 'd');
                return;
            case Printed::kInt:
                put(isIn(letter, "diuxXoc") ? letter : 'd');
                return;
        }
    }

    char* out_;
    char* end_;
    const Printed* kinds_;
    size_t left_;
};

inline int print(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = belayPrint(format, arguments);
    va_end(arguments);
    return length;
}

inline constexpr size_t kLongestFormat = 2048;

/// Calls `use(format, arguments...)` with the format and the arguments of the C library.
template <typename Use, typename... Args>
void withFormat(Use use, const char* format, Args... args) {
    constexpr Printed kKinds[] = {printedAs<Args>()..., Printed::kInt};
    char composed[kLongestFormat];
    FormatWriter(composed, sizeof composed, kKinds, sizeof...(Args)).write(format);
    use(composed, promoted(args)...);
}

[[noreturn, gnu::cold, gnu::noinline]] inline void failAssertion(Place place, const char* condition,
                                                                 const char* text = "") {
    print("[ASSERT] %s:%d: Assertion `%s' %s\n", place.file, place.line, condition, text);
    fail(place, Failure::kTrap, "the assertion '%s' does not hold%s%s", condition,
         *text != '\0' ? ": " : "", text);
}

template <typename... Args>
[[noreturn, gnu::cold, gnu::noinline]] void failAssertion(Place place, const char* condition,
                                                          const char* format, Args... args) {
    char text[256];
    withFormat([&](const char* composed,
                   auto... promotedArgs) { compose(text, sizeof text, composed, promotedArgs...); },
               format, args...);
    failAssertion(place, condition, static_cast<const char*>(text));
}

}  // namespace belay::kernel

namespace AscendC {

/// Writes to the application's standard output, at once. Conversions: %d %i %u %x %o %c for
/// integers of any width, %f %e %g for float, half and bfloat16_t, %s, %p, %%; flags, width and
/// precision as in C. A format has at most 2047 characters, what is printed 8191. Nothing where
/// ASCENDC_DUMP is 0.
template <typename... Args>
void printf([[maybe_unused]] const char* format, [[maybe_unused]] Args... args) {
#if !defined(ASCENDC_DUMP) || ASCENDC_DUMP != 0
    belay::kernel::withFormat(
        [](const char* composed, auto... promoted) { belay::kernel::print(composed, promoted...); },
        format, args...);
#endif
}

/// The same as printf().
template <typename... Args>
void PRINTF(const char* format, Args... args) {
    AscendC::printf(format, args...);
}

/// Ends the launch as an instruction does that cores do not have.
[[noreturn]] inline void Trap(belay::kernel::Place place = belay::kernel::Place::current()) {
    belay::kernel::fail(place, belay::kernel::Failure::kTrap, "the kernel has called Trap()");
}

}  // namespace AscendC

#ifdef __BELAY_KERNEL__
// For sources that call them by the names of the C library.
extern "C" {

inline int printf(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = belayPrint(format, arguments);
    va_end(arguments);
    return length;
}

__attribute__((noreturn)) inline void __assert_fail(const char* condition, const char* file,
                                                    unsigned line, const char*) noexcept {
    belay::kernel::failAssertion({file, static_cast<int>(line)}, condition);
}

}  // extern "C"
#endif

/// Ends the launch when the condition does not hold, with its text, file and line and, if given, a
/// text of its own with arguments as those of AscendC::printf(). Nothing where ASCENDC_DUMP is 0;
/// assert() also not with NDEBUG.
#if !defined(ASCENDC_DUMP) || ASCENDC_DUMP != 0
#define ascendc_assert(condition, ...)                          \
    (static_cast<bool>(condition)                               \
         ? static_cast<void>(0)                                 \
         : ::belay::kernel::failAssertion({__FILE__, __LINE__}, \
                                          #condition __VA_OPT__(, ) __VA_ARGS__))
#else
#define ascendc_assert(condition, ...) static_cast<void>(sizeof(!(condition)))
#endif

#undef assert
#ifndef NDEBUG
#define assert(condition, ...) ascendc_assert(condition __VA_OPT__(, ) __VA_ARGS__)
#else
#define assert(condition, ...) static_cast<void>(sizeof(!(condition)))
#endif

#undef ASSERT
#define ASSERT(condition, ...) ascendc_assert(condition __VA_OPT__(, ) __VA_ARGS__)
