// Result<T>: a value or the Status that says why there is none.
#pragma once

#include <cassert>
#include <optional>
#include <utility>

#include "base/status.h"

namespace belay {

/// Holds a T or an error. A success Status cannot be stored: it would promise a value that is not
/// there.
template <typename T>
class [[nodiscard]] Result {
  public:
    // Implicit on purpose: functions return a value or a Status as they are.
    Result(T value)  // NOLINT(google-explicit-constructor)
        : value_(std::move(value)) {}

    Result(Status error)  // NOLINT(google-explicit-constructor)
        : error_(std::move(error)) {
        assert(!error_.isOk());
    }

    bool isOk() const noexcept { return value_.has_value(); }

    /// The value; only when isOk().
    T& value() & noexcept {
        assert(isOk());
        return *value_;
    }

    const T& value() const& noexcept {
        assert(isOk());
        return *value_;
    }

    T&& value() && noexcept {
        assert(isOk());
        return std::move(*value_);
    }

    /// The error, moved out; success when there is a value.
    Status takeStatus() noexcept { return std::move(error_); }

    const Status& status() const noexcept { return error_; }

  private:
    // Not a variant: most values are numbers and pointers, and this is destroyed with one compare.
    Status error_;
    std::optional<T> value_;
};

}  // namespace belay

/// `BELAY_ASSIGN(auto x, expr)`: declares or assigns x from the value of a Result, or returns its
/// error.
#define BELAY_ASSIGN(target, expr) \
    BELAY_ASSIGN_NAMED(target, expr, BELAY_CONCAT(belayResult_, __COUNTER__))
// NOLINTBEGIN(bugprone-macro-parentheses): a declaration takes no parentheses
#define BELAY_ASSIGN_NAMED(target, expr, name) \
    auto name = (expr);                        \
    if (!name.isOk()) [[unlikely]] {           \
        return name.takeStatus();              \
    }                                          \
    target = std::move(name).value()
// NOLINTEND(bugprone-macro-parentheses)
