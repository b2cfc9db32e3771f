// OpOptions: what the application wants of the compiler of operators, for the whole process.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/mutex.h"

namespace belay {

/// With the numbers of the public API.
enum class OpOption : int32_t {
    kPrecisionMode = 0,
    kAutoTuneMode = 2,  ///< not supported any more
    kJitCompile = 10,
    kDebugOption = 16,  ///< the last one
};

/// Texts are kept as they are: nothing here changes what an operator computes. Thread-safe.
class OpOptions {
  public:
    static constexpr int32_t kCount = static_cast<int32_t>(OpOption::kDebugOption) + 1;

    /// `option` is one of the public API.
    void set(OpOption option, std::string_view value);

    /// Nothing when it was never set.
    std::optional<std::string> find(OpOption option) const;

    /// Whether operators are compiled for their very shapes: as the option says, or `standard`
    /// when it was not set. One load.
    bool compilesForShape(bool standard) const noexcept {
        const Choice choice = jit_.load(std::memory_order_relaxed);
        return choice == Choice::kUnset ? standard : choice == Choice::kOn;
    }

    /// Whether compiled operators take other shapes, too. Any number may be set; whoever compiles
    /// refuses what is neither 0 nor 1.
    void setFlag(int32_t flag) noexcept { flag_.store(flag, std::memory_order_relaxed); }

    int32_t flag() const noexcept { return flag_.load(std::memory_order_relaxed); }

    bool isFuzzy() const noexcept { return flag() == kFuzzyFlag; }

    static constexpr int32_t kFuzzyFlag = 1;

    /// Held while the process forks.
    Mutex& mutex() noexcept { return mutex_; }

  private:
    enum class Choice : uint8_t { kUnset, kOn, kOff };

    // Relaxed: each says one thing for itself.
    std::atomic<Choice> jit_{Choice::kUnset};
    std::atomic<int32_t> flag_{0};
    mutable Mutex mutex_{LockRank::kObject, "options of the compiler"};
    std::array<std::optional<std::string>, kCount> values_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
