// Logging: levels, areas, one sink. Errors go to standard error by default, everything else is
// silent.
#pragma once

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

namespace belay::log {

enum class Level : uint8_t { kTrace, kDebug, kInfo, kWarning, kError, kOff };

/// Which part of the runtime speaks. ASCEND_MODULE_LOG_LEVEL and BELAY_LOG set levels per area.
enum class Area : uint8_t { kAcl, kRuntime, kKernel, kOp, kDriver, kApp };
inline constexpr size_t kAreaCount = 6;

namespace detail {
// The lowest level that is logged, per area. kTrace until the environment has been read, so that
// the first look takes the slow path. Relaxed: a level is a number of its own, it orders nothing.
extern std::array<std::atomic<Level>, kAreaCount> thresholds;
bool isEnabledSlow(Area area, Level level) noexcept;
}  // namespace detail

/// Whether a line would be written. Costs one load when it would not.
inline bool isEnabled(Area area, Level level) noexcept {
    const auto threshold =
        detail::thresholds[static_cast<size_t>(area)].load(std::memory_order_relaxed);
    return level >= threshold && detail::isEnabledSlow(area, level);
}

/// Writes one line: time, level, area, process, thread, text. Line breaks in `text` are kept. Never
/// throws and never blocks on anything but the sink; a line that cannot be written is dropped.
void write(Area area, Level level, std::string_view text) noexcept;

/// Writes a life-cycle event (initialised, device opened): shown, whatever the levels, when the log
/// goes to a file or standard output and ASCEND_GLOBAL_EVENT_ENABLE is not 0.
void writeEvent(Area area, std::string_view text) noexcept;

/// Hands buffered lines to the system.
void flush() noexcept;

}  // namespace belay::log

/// BELAY_LOG(kRuntime, kInfo, "format {}", args...): arguments are evaluated only when the line is
/// written.
#define BELAY_LOG(area, level, ...)                                                        \
    do {                                                                                   \
        if (::belay::log::isEnabled(::belay::log::Area::area, ::belay::log::Level::level)) \
            [[unlikely]] {                                                                 \
            ::belay::log::write(::belay::log::Area::area, ::belay::log::Level::level,      \
                                ::fmt::format(__VA_ARGS__));                               \
        }                                                                                  \
    } while (false)
