// ScopeExit: runs a callable when the scope ends, unless dismissed.
#pragma once

#include <utility>

namespace belay {

template <typename F>
class [[nodiscard]] ScopeExit {
  public:
    explicit ScopeExit(F action) : action_(std::move(action)) {}

    ScopeExit(const ScopeExit&) = delete;
    ScopeExit& operator=(const ScopeExit&) = delete;

    ~ScopeExit() {
        if (armed_) {
            action_();
        }
    }

    /// The action will not run.
    void dismiss() noexcept { armed_ = false; }

  private:
    F action_;
    bool armed_ = true;
};

}  // namespace belay
