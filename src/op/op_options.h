// OpOptions: what the application wants of the compiler of operators, for the whole process.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/mutex.h"
#include "base/status.h"

namespace belay {

/// With the numbers of the public API.
enum class OpOption : int32_t {
    kPrecisionMode = 0,
    kAiCoreNum = 1,
    kAutoTuneMode = 2,  ///< not supported any more
    kSelectImplMode = 3,
    kDebugLevel = 5,
    kCacheMode = 7,
    kPerformanceMode = 9,
    kJitCompile = 10,
    kDeterministic = 11,
    kAllowHf32 = 14,
    kPrecisionModeV2 = 15,
    kDebugOption = 16,  ///< the last one
};

/// Texts are kept as they are, whatever they are, and checked when something is compiled; nothing
/// here changes what an operator computes. Thread-safe.
class OpOptions {
  public:
    static constexpr int32_t kCount = static_cast<int32_t>(OpOption::kDebugOption) + 1;

    /// `option` is one of the public API.
    void set(OpOption option, std::string_view value);

    /// Nothing when it was never set.
    std::optional<std::string> find(OpOption option) const;

    /// Whether an operator can be compiled with what was set. kGeFailure (500002) for a text that
    /// the option does not know and for two options that exclude each other; the text names the
    /// option, what was set and what may be. An empty text counts as not set.
    Status check() const;

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
    /// Empty when it was never set.
    std::string_view textOf(OpOption option) const BELAY_REQUIRES(mutex_);

    enum class Choice : uint8_t { kUnset, kOn, kOff };

    // Relaxed: each says one thing for itself.
    std::atomic<Choice> jit_{Choice::kUnset};
    std::atomic<int32_t> flag_{0};
    mutable Mutex mutex_{LockRank::kObject, "options of the compiler"};
    std::array<std::optional<std::string>, kCount> values_ BELAY_GUARDED_BY(mutex_);
};

}  // namespace belay
