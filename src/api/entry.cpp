#include "api/entry.h"

#include <cxxabi.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>

#include "runtime/thread_state.h"

namespace belay::api::detail {
namespace {

// Codes that programs get in the ordinary course of things and usually ignore.
bool isHarmless(Code code) noexcept {
    return code == Code::kRepeatInitialize || code == Code::kRepeatFinalize;
}

// Keeps and logs a failure. Allocates nothing that it could not do without.
aclError fail(const char* name, Code code, std::string_view message) noexcept {
    try {
        threadState().lastError = code;
        recordMessage({});  // should the text fail, an older one must not pass for it
        const std::string text =
            fmt::format("{}: {} [{}: {}]", name, message, static_cast<int>(code), codeText(code));
        recordMessage(text);
        const auto level = isHarmless(code) ? log::Level::kWarning : log::Level::kError;
        if (log::isEnabled(areaOf(name), level)) {
            log::write(areaOf(name), level, text);
        }
    } catch (...) {
        // No memory for the story: the code is what is left of it.
        return static_cast<aclError>(code);
    }
    return static_cast<aclError>(code);
}

}  // namespace

log::Area areaOf(const char* name) noexcept {
    const std::string_view call(name);
    if (call.starts_with("aclop") || call.starts_with("aclblas")) {
        return log::Area::kOp;
    }
    return call.starts_with("aclrt") ? log::Area::kRuntime : log::Area::kAcl;
}

aclError fail(const char* name, const Status& error) noexcept {
    return fail(name, error.code(), error.message());
}

aclError failByException(const char* name) {
    try {
        throw;
    } catch (const abi::__forced_unwind&) {
        throw;
    } catch (const std::bad_alloc&) {
        return fail(name, Code::kBadAlloc, "the host has no memory left for this call");
    } catch (const std::length_error&) {
        return fail(name, Code::kBadAlloc, "the host has not as much memory as this call asks for");
    } catch (const std::exception& exception) {
        return fail(name, Code::kInternalError, exception.what());
    } catch (...) {
        return fail(name, Code::kInternalError, "unexpected failure inside the runtime");
    }
}

void writeCall(const char* name, const char* argumentNames, const std::string& values) {
    const std::string text = *argumentNames == '\0'
                                 ? fmt::format("{}()", name)
                                 : fmt::format("{}({}) with {}", name, argumentNames, values);
    log::write(log::Area::kAcl, log::Level::kTrace, text);
}

void writeResult(const char* name, const std::string& result) {
    log::write(log::Area::kAcl, log::Level::kTrace, fmt::format("{} -> {}", name, result));
}

}  // namespace belay::api::detail
