#include "runtime/dump_config.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "runtime/json_text.h"

namespace belay {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxPathLength = 512;

template <typename... Args>
Status wrong(fmt::format_string<Args...> format, Args&&... args) {
    return Status::error(Code::kInvalidDumpConfig, format, std::forward<Args>(args)...)
        .withContext("section \"dump\"");
}

// Takes the digits at the front of `text` away; how many there were.
size_t takeDigits(std::string_view& text) {
    const size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count;
}

bool takeChar(std::string_view& text, char expected) {
    if (text.empty() || text.front() != expected) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

// "0|3-5": numbers and ranges of them, separated by |.
bool isStepList(std::string_view text) {
    do {
        if (takeDigits(text) == 0 || (takeChar(text, '-') && takeDigits(text) == 0)) {
            return false;
        }
    } while (takeChar(text, '|'));
    return text.empty();
}

// Reads fields of one JSON object; the first violation stays and the rest is not looked at.
class FieldReader {
  public:
    FieldReader(const Json& object, std::string where)
        : object_(object), where_(std::move(where)) {}

    bool has(const char* name) const { return object_.contains(name); }

    Status text(const char* name, std::string& value) const {
        const auto found = object_.find(name);
        if (found == object_.end()) {
            return Status::ok();
        }
        if (!found->is_string()) {
            return wrong("{}\"{}\" is {}; it must be a string", where_, name, shown(*found));
        }
        value = found->get<std::string>();
        return Status::ok();
    }

    Status word(const char* name, std::span<const std::string_view> allowed,
                std::string& value) const {
        BELAY_TRY(text(name, value));
        if (has(name) && std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
            return wrong("{}\"{}\" is \"{}\"; it must be one of {}", where_, name, value,
                         fmt::join(allowed, ", "));
        }
        return Status::ok();
    }

    Status onOff(const char* name, bool& value) const {
        static constexpr std::array<std::string_view, 2> kWords = {"on", "off"};
        std::string choice = "off";
        BELAY_TRY(word(name, kWords, choice));
        value = choice == "on";
        return Status::ok();
    }

    Status texts(const char* name, std::vector<std::string>& values) const {
        const Json* list = nullptr;
        BELAY_TRY(array(name, list));
        if (list == nullptr) {
            return Status::ok();
        }
        for (const Json& item : *list) {
            if (!item.is_string()) {
                return wrong("{}\"{}\" contains {}; every entry must be a string", where_, name,
                             shown(item));
            }
            values.push_back(item.get<std::string>());
        }
        return Status::ok();
    }

    // An array of objects; calls read(FieldReader) for each.
    template <typename Read>
    Status objects(const char* name, Read read) const {
        const Json* list = nullptr;
        BELAY_TRY(array(name, list));
        if (list == nullptr) {
            return Status::ok();
        }
        for (size_t i = 0; i < list->size(); ++i) {
            if (!(*list)[i].is_object()) {
                return wrong("{}\"{}\" contains {}; every entry must be an object", where_, name,
                             shown((*list)[i]));
            }
            BELAY_TRY(read(FieldReader((*list)[i], fmt::format("{}{}[{}].", where_, name, i))));
        }
        return Status::ok();
    }

    const std::string& where() const { return where_; }

  private:
    Status array(const char* name, const Json*& list) const {
        const auto found = object_.find(name);
        if (found == object_.end()) {
            return Status::ok();
        }
        if (!found->is_array()) {
            return wrong("{}\"{}\" is {}; it must be an array", where_, name, shown(*found));
        }
        list = &*found;
        return Status::ok();
    }

    const Json& object_;
    std::string where_;
};

Status readTarget(const FieldReader& fields, DumpConfig& config) {
    DumpTarget target;
    BELAY_TRY(fields.text("model_name", target.modelName));
    BELAY_TRY(fields.texts("layer", target.layers));
    BELAY_TRY(fields.texts("watcher_nodes", target.watcherNodes));
    BELAY_TRY(fields.texts("optype_blacklist", target.typeBlacklist));
    BELAY_TRY(fields.objects("opname_blacklist", [&](const FieldReader& item) -> Status {
        DumpTarget::OperatorPositions positions;
        BELAY_TRY(item.text("name", positions.name));
        BELAY_TRY(item.texts("pos", positions.positions));
        target.nameBlacklist.push_back(std::move(positions));
        return Status::ok();
    }));
    BELAY_TRY(fields.objects("opname_range", [&](const FieldReader& item) -> Status {
        DumpTarget::OperatorRange range;
        BELAY_TRY(item.text("begin", range.begin));
        BELAY_TRY(item.text("end", range.end));
        target.nameRanges.push_back(std::move(range));
        return Status::ok();
    }));

    if (config.scene == DumpConfig::Scene::kWatcher) {
        if (fields.has("model_name")) {
            return wrong("{}\"model_name\" cannot be used with dump_scene \"watcher\"",
                         fields.where());
        }
        if (target.watcherNodes.empty()) {
            return wrong("{}\"watcher_nodes\" must name the operators to watch", fields.where());
        }
    } else if (!config.singleOperators) {
        // Without single-operator dumps an entry has to say which model it is about.
        if (target.modelName.empty()) {
            return wrong("{}\"model_name\" is missing; it names the model to dump", fields.where());
        }
        if (fields.has("layer") && target.layers.empty()) {
            return wrong("{}\"layer\" is empty; name operators or leave it out", fields.where());
        }
    }
    config.targets.push_back(std::move(target));
    return Status::ok();
}

Status readKernelData(const FieldReader& fields, DumpConfig& config) {
    static constexpr std::array<std::string_view, 5> kKinds = {"all", "printf", "tensor", "assert",
                                                               "timestamp"};
    std::string list;
    BELAY_TRY(fields.text("dump_kernel_data", list));
    if (!fields.has("dump_kernel_data")) {
        return Status::ok();
    }
    size_t start = 0;
    while (start <= list.size()) {
        const size_t end = std::min(list.find(',', start), list.size());
        const std::string kind = list.substr(start, end - start);
        if (std::find(kKinds.begin(), kKinds.end(), kind) == kKinds.end()) {
            return wrong("\"dump_kernel_data\" is \"{}\"; it must be a comma-separated list of {}",
                         list, fmt::join(kKinds, ", "));
        }
        config.kernelData.push_back(kind);
        start = end + 1;
    }
    return Status::ok();
}

Status readStep(const FieldReader& fields, DumpConfig& config) {
    BELAY_TRY(fields.text("dump_step", config.step));
    if (!config.step.empty() && !isStepList(config.step)) {
        return wrong(
            "\"dump_step\" is \"{}\"; it must be numbers and ranges separated by |, such as "
            "\"0|3-5\"",
            config.step);
    }
    return Status::ok();
}

Status readStats(const FieldReader& fields, DumpConfig& config) {
    static constexpr std::array<std::string_view, 7> kStats = {
        "Max", "Min", "Avg", "Nan", "Negative Inf", "Positive Inf", "L2norm"};
    BELAY_TRY(fields.texts("dump_stats", config.stats));
    for (const std::string& stat : config.stats) {
        if (std::find(kStats.begin(), kStats.end(), stat) == kStats.end()) {
            return wrong("\"dump_stats\" contains \"{}\"; entries must be of {}", stat,
                         fmt::join(kStats, ", "));
        }
    }
    if (fields.has("dump_stats") && config.data != "stats") {
        return wrong("\"dump_stats\" needs \"dump_data\" to be \"stats\"; it is \"{}\"",
                     config.data);
    }
    return Status::ok();
}

Status readWords(const FieldReader& fields, DumpConfig& config) {
    static constexpr std::array<std::string_view, 3> kModes = {"input", "output", "all"};
    static constexpr std::array<std::string_view, 2> kData = {"tensor", "stats"};
    static constexpr std::array<std::string_view, 3> kLevels = {"op", "kernel", "all"};
    static constexpr std::array<std::string_view, 5> kScenes = {
        "lite_exception", "aic_err_brief_dump", "aic_err_norm_dump", "aic_err_detail_dump",
        "watcher"};
    BELAY_TRY(fields.word("dump_mode", kModes, config.mode));
    BELAY_TRY(fields.word("dump_data", kData, config.data));
    BELAY_TRY(fields.word("dump_level", kLevels, config.level));
    BELAY_TRY(fields.word("dump_scene", kScenes, config.sceneName));
    if (config.sceneName == "watcher") {
        config.scene = DumpConfig::Scene::kWatcher;
    } else if (!config.sceneName.empty()) {
        config.scene = DumpConfig::Scene::kException;
    }
    BELAY_TRY(fields.onOff("dump_op_switch", config.singleOperators));
    return fields.onOff("dump_debug", config.overflow);
}

Status checkConflicts(const DumpConfig& config) {
    if (config.overflow && config.singleOperators) {
        return wrong("\"dump_debug\" and \"dump_op_switch\" cannot both be \"on\"");
    }
    if (config.scene != DumpConfig::Scene::kNone && (config.overflow || config.singleOperators)) {
        return wrong("dump_scene \"{}\" cannot be combined with \"{}\" switched on",
                     config.sceneName, config.overflow ? "dump_debug" : "dump_op_switch");
    }
    if (config.scene == DumpConfig::Scene::kWatcher && config.mode != "output") {
        return wrong("dump_scene \"watcher\" needs \"dump_mode\" to be \"output\"; it is \"{}\"",
                     config.mode);
    }
    return Status::ok();
}

// "a.b.c.d:/folder": the folder is on that host and cannot be looked at from here.
bool namesRemoteFolder(std::string_view path) {
    for (int part = 0; part < 4; ++part) {
        const size_t digits = takeDigits(path);
        if (digits == 0 || digits > 3 || !takeChar(path, part < 3 ? '.' : ':')) {
            return false;
        }
    }
    return !path.empty();
}

Status checkPath(const FieldReader& fields, const DumpConfig& config) {
    if (config.path.size() > kMaxPathLength) {
        return wrong("\"dump_path\" has {} characters; at most {} are allowed", config.path.size(),
                     kMaxPathLength);
    }
    if (!config.needsPath() || namesRemoteFolder(config.path)) {
        return Status::ok();
    }
    if (config.path.empty()) {
        return wrong("\"dump_path\" is {}; data dumps need an existing folder",
                     fields.has("dump_path") ? "empty" : "missing");
    }

    struct stat info {};

    const bool hasZero = config.path.find('\0') != std::string::npos;
    if (hasZero || ::stat(config.path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) {
        return wrong("\"dump_path\" is \"{}\", which is not an existing folder", config.path);
    }
    if (::access(config.path.c_str(), R_OK | W_OK) != 0) {
        return wrong("\"dump_path\" is \"{}\"; the folder needs read and write access",
                     config.path);
    }
    return Status::ok();
}

}  // namespace

Result<DumpConfig> DumpConfig::parse(const Json& section) {
    if (!section.is_object()) {
        return wrong("the section is {}; it must be an object", shown(section));
    }
    DumpConfig config;
    const FieldReader fields(section, "");
    BELAY_TRY(readWords(fields, config));
    BELAY_TRY(readStats(fields, config));
    BELAY_TRY(readStep(fields, config));
    BELAY_TRY(readKernelData(fields, config));
    BELAY_TRY(checkConflicts(config));
    config.hasTargets = fields.has("dump_list");
    BELAY_TRY(fields.objects("dump_list",
                             [&](const FieldReader& item) { return readTarget(item, config); }));
    if (config.scene == DumpConfig::Scene::kWatcher && config.targets.empty()) {
        return wrong("dump_scene \"watcher\" needs a \"dump_list\" with \"watcher_nodes\"");
    }
    BELAY_TRY(fields.text("dump_path", config.path));
    BELAY_TRY(checkPath(fields, config));
    return config;
}

}  // namespace belay
