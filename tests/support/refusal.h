// Refusals: checks of a call that the library must not accept, over the public API only.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "acl/acl_rt.h"

namespace belay::test {

/// A number that may name no value of the enumeration, as a program in C can pass it.
template <typename Enum>
Enum enumOf(int number) {
    static_assert(sizeof(Enum) == sizeof(number));
    Enum value{};
    std::memcpy(&value, &number, sizeof(value));
    return value;
}

/// The recent message of the calling thread, which forgets it; empty when there is none.
inline std::string recentMessage() {
    const char* text = aclGetRecentErrMsg();
    return text == nullptr ? std::string() : std::string(text);
}

/// Starts afresh: no recent message and no last error on the calling thread.
inline void forgetErrors() {
    aclGetRecentErrMsg();
    aclrtGetLastError(ACL_RT_THREAD_LEVEL);
}

/// Whether the calling thread remembers exactly one failure: `code` as the last error, and a
/// message, given out once, that starts with `function` and names `subject` (an argument, or what
/// else is to blame). Forgets both.
inline testing::AssertionResult remembersFailure(aclError code, const std::string& function,
                                                 const std::string& subject) {
    const std::string message = recentMessage();
    const std::string again = recentMessage();
    const aclError last = aclrtGetLastError(ACL_RT_THREAD_LEVEL);
    if (last != code) {
        return testing::AssertionFailure()
               << "the last error is " << last << " instead of " << code << ": " << message;
    }
    if (message.rfind(function + ": ", 0) != 0) {
        return testing::AssertionFailure()
               << "the message does not start with \"" << function << ": \": " << message;
    }
    if (message.find(subject) == std::string::npos) {
        return testing::AssertionFailure()
               << "the message does not name \"" << subject << "\": " << message;
    }
    if (!again.empty()) {
        return testing::AssertionFailure() << "the message was given out twice: " << again;
    }
    return testing::AssertionSuccess();
}

/// Whether `call` returns `code` and leaves the error and the message that remembersFailure()
/// wants.
template <typename Call>
testing::AssertionResult refusedWith(aclError code, const std::string& function,
                                     const std::string& subject, Call call) {
    forgetErrors();
    const aclError result = call();
    if (result != code) {
        return testing::AssertionFailure() << function << " returned " << result << " instead of "
                                           << code << ": " << recentMessage();
    }
    return remembersFailure(code, function, subject);
}

/// refusedWith() for the usual code and a message that names an argument.
template <typename Call>
testing::AssertionResult refused(const std::string& function, const std::string& argument,
                                 Call call) {
    return refusedWith(ACL_ERROR_INVALID_PARAM, function, "'" + argument + "'", call);
}

/// Like refused(), for functions that return a value instead of a code.
template <typename T, typename Call>
testing::AssertionResult refusedGiving(T fallback, const std::string& function,
                                       const std::string& argument, Call call) {
    forgetErrors();
    const T result = call();
    if (result != fallback) {
        return testing::AssertionFailure()
               << function << " returned " << testing::PrintToString(result) << " instead of "
               << testing::PrintToString(fallback);
    }
    return remembersFailure(ACL_ERROR_INVALID_PARAM, function, "'" + argument + "'");
}

/// Like refused(), for functions that return nothing.
template <typename Call>
testing::AssertionResult refusedSilently(const std::string& function, const std::string& argument,
                                         Call call) {
    forgetErrors();
    call();
    return remembersFailure(ACL_ERROR_INVALID_PARAM, function, "'" + argument + "'");
}

/// Whether the calls since forgetErrors() left neither an error nor a message.
inline testing::AssertionResult nothingFailed() {
    const std::string message = recentMessage();
    const aclError last = aclrtGetLastError(ACL_RT_THREAD_LEVEL);
    return last == ACL_SUCCESS && message.empty()
               ? testing::AssertionSuccess()
               : testing::AssertionFailure() << "error " << last << ": " << message;
}

}  // namespace belay::test
