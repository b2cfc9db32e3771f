// DumpConfig: the "dump" section of the configuration file, checked.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/result.h"

namespace belay {

/// One entry of dump_list: which operators of which model. Empty lists mean no restriction.
struct DumpTarget {
    struct OperatorPositions {
        std::string name;
        std::vector<std::string> positions;  ///< "input0", "output1", ...
    };

    struct OperatorRange {
        std::string begin;
        std::string end;
    };

    std::string modelName;
    std::vector<std::string> layers;
    std::vector<std::string> watcherNodes;
    std::vector<std::string> typeBlacklist;
    std::vector<OperatorPositions> nameBlacklist;
    std::vector<OperatorRange> nameRanges;
};

/// What to dump and where to. Enumerated fields keep the file's words; the defaults are those of a
/// file that does not name them.
struct DumpConfig {
    enum class Scene { kNone, kException, kWatcher };

    std::string path;
    std::string mode = "output";  ///< input, output, all
    std::string data = "tensor";  ///< tensor, stats
    std::string level = "all";    ///< op, kernel, all
    std::string step;             ///< which iterations, such as "0|3-5"; empty: all
    std::string sceneName;
    std::vector<std::string> stats;
    std::vector<std::string> kernelData;
    std::vector<DumpTarget> targets;
    Scene scene = Scene::kNone;
    bool hasTargets = false;  ///< dump_list is there, perhaps empty
    bool singleOperators = false;
    bool overflow = false;

    /// Whether anything asks for dumps that need a folder (exception dumps have a default one).
    bool needsPath() const {
        return scene != Scene::kException && (hasTargets || singleOperators || overflow ||
                                              !kernelData.empty() || scene == Scene::kWatcher);
    }

    /// Checks a "dump" section. Every violation is kInvalidDumpConfig (100009) and names the field,
    /// its value and what it may be.
    static Result<DumpConfig> parse(const nlohmann::json& section);
};

}  // namespace belay
