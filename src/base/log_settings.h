// LogSettings: what the environment asks of the log, as plain values.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"

namespace belay::log {

using Levels = std::array<Level, kAreaCount>;

/// Area names as BELAY_LOG spells them, in the order of Area.
inline constexpr std::array<std::string_view, kAreaCount> kAreaNames = {"acl", "runtime", "kernel",
                                                                        "op",  "driver",  "app"};

struct LogSettings {
    Levels levels{};
    bool toStdout = false;
    std::string folder;  ///< where log files go; empty: no files
    size_t fileCount = 10;
    bool events = true;
    bool flushEveryLine = false;
    std::vector<std::string> complaints;  ///< values that could not be understood

    /// Reads the variables of env.inc that are about logging.
    static LogSettings fromEnvironment();
};

/// Applies "level" or "area=level,..." (BELAY_LOG) to `levels`; what is wrong with it goes to
/// `complaints`.
void applyBelayLevels(std::string_view text, Levels& levels, std::vector<std::string>& complaints);

/// Applies "MODULE=level:..." (ASCEND_MODULE_LOG_LEVEL). Unknown modules are ignored: applications
/// set levels for parts of the vendor's software that do not exist here.
void applyModuleLevels(std::string_view text, Levels& levels, std::vector<std::string>& complaints);

}  // namespace belay::log
