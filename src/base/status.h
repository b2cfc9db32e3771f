// Status: success or an error that knows its code and its story. Code: every number the ABI
// promises.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace belay {

/// Every error code of the public ABI; the value is the ABI number. The list is codes.inc.
enum class Code : int32_t {
#define BELAY_CODE(name, number, text) name = (number),
#include "base/codes.inc"
#undef BELAY_CODE
};

/// A few words on what `code` means; never empty, also for numbers outside the list.
std::string_view codeText(Code code) noexcept;

/// Success, or a code with a message. Success is one null pointer: it allocates nothing.
class [[nodiscard]] Status {
  public:
    Status() noexcept = default;

    static Status ok() noexcept { return {}; }

    /// An error with a message in fmt syntax. `code` must not be kOk.
    template <typename... Args>
    static Status error(Code code, fmt::format_string<Args...> format, Args&&... args) {
        return Status(code, fmt::vformat(format, fmt::make_format_args(args...)));
    }

    bool isOk() const noexcept { return details_ == nullptr; }

    Code code() const noexcept { return details_ ? details_->code : Code::kOk; }

    /// The story so far; empty for success.
    std::string_view message() const noexcept {
        return details_ ? std::string_view(details_->message) : std::string_view();
    }

    /// Puts "context: " before the message of an error, on its way up; success stays success.
    Status withContext(std::string_view context) &&;

  private:
    struct Details {
        Code code;
        std::string message;
    };

    Status(Code code, std::string message);

    std::unique_ptr<Details> details_;
};

}  // namespace belay

#define BELAY_CONCAT_INNER(a, b) a##b
#define BELAY_CONCAT(a, b) BELAY_CONCAT_INNER(a, b)

/// Returns the Status of `expr` to the caller unless it is success.
#define BELAY_TRY(expr) BELAY_TRY_NAMED(expr, BELAY_CONCAT(belayStatus_, __COUNTER__))
// NOLINTBEGIN(bugprone-macro-parentheses): a declaration takes no parentheses
#define BELAY_TRY_NAMED(expr, name)                                     \
    do {                                                                \
        if (::belay::Status name = (expr); !name.isOk()) [[unlikely]] { \
            return name;                                                \
        }                                                               \
    } while (false)
// NOLINTEND(bugprone-macro-parentheses)
