// entry(): the wrapper around every public function. Traces, guards handles, stops exceptions,
// keeps errors.
#pragma once

#include <fmt/format.h>

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "acl/acl_base.h"
#include "base/epoch.h"
#include "base/log.h"
#include "base/result.h"

namespace belay::api {

/// One call of a public function: its name, the text of its argument list, and the arguments.
template <typename... Args>
struct Call {
    const char* name;
    const char* argumentNames;
    std::tuple<const Args&...> arguments;
};

template <typename... Args>
Call<Args...> makeCall(const char* name, const char* argumentNames, const Args&... arguments) {
    return {name, argumentNames, {arguments...}};
}

/// The call at hand, for entry(): BELAY_CALL(desc, format) inside the function's body.
#define BELAY_CALL(...) ::belay::api::makeCall(__func__, #__VA_ARGS__ __VA_OPT__(, ) __VA_ARGS__)

/// What a public function's body works with.
class Session {
  public:
    /// Gives up the protection of objects found through handles; before the body blocks or runs the
    /// application's code. What it still needs, it holds by Ref. A submission that has to wait for
    /// room in its stream is the exception: it is rare, and references would make every submission
    /// dearer.
    void leaveGuard() noexcept { guard_.leave(); }

  private:
    EpochGuard guard_;
};

namespace detail {

/// Keeps and logs a failure; the code to return. Without memory the code is all that is kept.
aclError fail(const char* name, const Status& error) noexcept;

/// The same for the exception being handled: kBadAlloc (200000) when memory ran out, else
/// kInternalError (500000). Lets a thread's cancellation pass.
aclError failByException(const char* name);

void writeCall(const char* name, const char* argumentNames, const std::string& values);
void writeResult(const char* name, const std::string& result);

log::Area areaOf(const char* name) noexcept;

// Text of one argument. Only const char* is taken for text: a plain char* is a buffer to fill.
template <typename T>
std::string argumentText(const T& value) {
    if constexpr (std::is_same_v<T, const char*>) {
        return value == nullptr ? "null" : fmt::format("\"{}\"", value);
    } else if constexpr (std::is_pointer_v<T> && std::is_function_v<std::remove_pointer_t<T>>) {
        return fmt::format("{}", reinterpret_cast<const void*>(value));
    } else if constexpr (std::is_pointer_v<T>) {
        return fmt::format("{}", static_cast<const void*>(value));
    } else if constexpr (std::is_enum_v<T>) {
        return fmt::format("{}", static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (fmt::is_formattable<T>::value) {
        return fmt::format("{}", value);
    } else {
        return "{...}";
    }
}

inline bool tracing() noexcept {
    return log::isEnabled(log::Area::kAcl, log::Level::kTrace);
}

// Without memory there is no line; the call goes on.
template <typename... Args>
[[gnu::noinline]] void traceCall(const Call<Args...>& call) noexcept {
    try {
        std::string values;
        std::apply(
            [&](const Args&... arguments) {
                ((values += values.empty() ? "" : ", ", values += argumentText(arguments)), ...);
            },
            call.arguments);
        writeCall(call.name, call.argumentNames, values);
    } catch (...) {
        return;
    }
}

template <typename T>
[[gnu::noinline]] void traceResult(const char* name, const T& result) noexcept {
    try {
        writeResult(name, argumentText(result));
    } catch (...) {
        return;
    }
}

}  // namespace detail

/// Runs `body()`, which returns a Status, as the public function `call`. The result is 0 or the
/// error's code, which is then also the calling thread's last error, with its text as recent
/// message. For functions that convert no handle: what they find through the thread's current
/// context, the thread keeps alive.
template <typename Body, typename... Args>
aclError entryWithoutHandles(const Call<Args...>& call, Body&& body) {
    try {
        if (detail::tracing()) [[unlikely]] {
            detail::traceCall(call);
        }
        aclError result = ACL_SUCCESS;
        {
            const Status status = std::forward<Body>(body)();
            if (!status.isOk()) [[unlikely]] {
                result = detail::fail(call.name, status);
            }
        }
        if (detail::tracing()) [[unlikely]] {
            detail::traceResult(call.name, result);
        }
        return result;
    } catch (...) {
        return detail::failByException(call.name);
    }
}

/// The same for `body(Session&)`, whose session guards what it finds through handles.
template <typename Body, typename... Args>
aclError entry(const Call<Args...>& call, Body&& body) {
    return entryWithoutHandles(call, [&] {
        Session session;
        return std::forward<Body>(body)(session);
    });
}

/// Like entry(), for functions that return a value: `body` returns a Result<T>; on failure the
/// function returns `fallback`.
template <typename T, typename Body, typename... Args>
T entryValue(const Call<Args...>& call, T fallback, Body&& body) {
    try {
        if (detail::tracing()) [[unlikely]] {
            detail::traceCall(call);
        }
        T value = fallback;
        {
            Session session;
            Result<T> result = std::forward<Body>(body)(session);
            if (result.isOk()) [[likely]] {
                value = std::move(result).value();
            } else {
                detail::fail(call.name, result.status());
            }
        }
        if (detail::tracing()) [[unlikely]] {
            detail::traceResult(call.name, value);
        }
        return value;
    } catch (...) {
        detail::failByException(call.name);
        return fallback;
    }
}

/// Like entry(), for functions that return nothing.
template <typename Body, typename... Args>
void entryVoid(const Call<Args...>& call, Body&& body) {
    static_cast<void>(entry(call, std::forward<Body>(body)));
}

}  // namespace belay::api
