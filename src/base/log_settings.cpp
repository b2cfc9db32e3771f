#include "base/log_settings.h"

#include <algorithm>
#include <utility>

#include "base/env.h"

namespace belay::log {
namespace {

using env::Variable;

std::optional<Level> levelByName(std::string_view name) {
    constexpr std::array<std::string_view, 6> kNames = {"trace",   "debug", "info",
                                                        "warning", "error", "off"};
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) {
        return std::nullopt;
    }
    return static_cast<Level>(found - kNames.begin());
}

// The vendor's numbers: 0 debug to 3 error, 4 off.
std::optional<Level> levelByNumber(std::string_view digits) {
    constexpr std::array<Level, 5> kLevels = {Level::kDebug, Level::kInfo, Level::kWarning,
                                              Level::kError, Level::kOff};
    if (digits.size() != 1 || digits[0] < '0' || digits[0] > '4') {
        return std::nullopt;
    }
    return kLevels[static_cast<size_t>(digits[0] - '0')];
}

std::optional<Area> areaByName(std::string_view name) {
    const auto found = std::find(kAreaNames.begin(), kAreaNames.end(), name);
    if (found == kAreaNames.end()) {
        return std::nullopt;
    }
    return static_cast<Area>(found - kAreaNames.begin());
}

std::optional<Area> areaByModule(std::string_view module) {
    constexpr std::array<std::pair<std::string_view, Area>, 8> kModules = {{
        {"ASCENDCL", Area::kAcl},
        {"RUNTIME", Area::kRuntime},
        {"CCE", Area::kKernel},
        {"GE", Area::kOp},
        {"TEFUSION", Area::kOp},
        {"OP", Area::kOp},
        {"DRV", Area::kDriver},
        {"APP", Area::kApp},
    }};
    for (const auto& [name, area] : kModules) {
        if (name == module) {
            return area;
        }
    }
    return std::nullopt;
}

template <typename Action>
void forEachPart(std::string_view text, char separator, Action action) {
    while (!text.empty()) {
        const size_t end = std::min(text.find(separator), text.size());
        if (end > 0) {
            action(text.substr(0, end));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace

void applyBelayLevels(std::string_view text, Levels& levels, std::vector<std::string>& complaints) {
    forEachPart(text, ',', [&](std::string_view part) {
        const size_t equals = part.find('=');
        const bool forAll = equals == std::string_view::npos;
        const auto level = levelByName(forAll ? part : part.substr(equals + 1));
        const auto area = forAll ? std::nullopt : areaByName(part.substr(0, equals));
        if (!level || (!forAll && !area)) {
            complaints.push_back(fmt::format(
                "BELAY_LOG: \"{}\" is neither a level (trace debug info warning error off) nor "
                "area=level (areas {})",
                part, fmt::join(kAreaNames, " ")));
        } else if (forAll) {
            levels.fill(*level);
        } else {
            levels[static_cast<size_t>(*area)] = *level;
        }
    });
}

void applyModuleLevels(std::string_view text, Levels& levels,
                       std::vector<std::string>& complaints) {
    forEachPart(text, ':', [&](std::string_view part) {
        const size_t equals = std::min(part.find('='), part.size());
        const auto level = levelByNumber(part.substr(std::min(equals + 1, part.size())));
        if (!level) {
            complaints.push_back(fmt::format(
                "ASCEND_MODULE_LOG_LEVEL: \"{}\" is not MODULE=level with a level of 0 to 4",
                part));
        } else if (const auto area = areaByModule(part.substr(0, equals))) {
            levels[static_cast<size_t>(*area)] = *level;
        }
    });
}

LogSettings LogSettings::fromEnvironment() {
    LogSettings settings;
    settings.levels.fill(Level::kError);
    if (const auto& global = env::text(Variable::kGlobalLogLevel)) {
        if (const auto level = levelByNumber(*global)) {
            settings.levels.fill(*level);
        } else {
            settings.complaints.push_back(
                fmt::format("ASCEND_GLOBAL_LOG_LEVEL: \"{}\" is not a level of 0 to 4", *global));
        }
    }
    if (const auto& modules = env::text(Variable::kModuleLogLevel)) {
        applyModuleLevels(*modules, settings.levels, settings.complaints);
    }
    if (const auto& ours = env::text(Variable::kBelayLog)) {
        applyBelayLevels(*ours, settings.levels, settings.complaints);
    }

    settings.toStdout = env::text(Variable::kLogPrintToStdout)
                            ? env::isOn(Variable::kLogPrintToStdout)
                            : env::isOn(Variable::kSlogPrintToStdout);
    if (const auto& path = env::text(Variable::kProcessLogPath)) {
        settings.folder = *path;
    } else if (const auto& work = env::text(Variable::kWorkPath)) {
        settings.folder = *work + "/log";
    }
    settings.fileCount =
        static_cast<size_t>(env::number(Variable::kHostLogFileNum, 1, 1000).value_or(10));
    settings.events = env::number(Variable::kGlobalEventEnable, 0, 1).value_or(1) == 1;
    settings.flushEveryLine = env::isOn(Variable::kLogSyncSave);
    return settings;
}

}  // namespace belay::log
