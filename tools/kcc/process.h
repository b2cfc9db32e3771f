// Runs other programs: the compiler.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace belay::kcc {

struct ProcessResult {
    int exitStatus = 0;
    std::string output;  ///< of standard output
    std::string errors;  ///< of standard error
};

/// Runs a program, looked for in PATH, to its end. kInvalidFile (100003) when it cannot be started,
/// kFailure (500001) when a signal ended it.
Result<ProcessResult> runProcess(const std::vector<std::string>& command);

/// runProcess() for all commands, at most `jobs` at once; the results are in their order. Once one
/// has failed no other is begun: those have no result, and come after the first that failed.
std::vector<std::optional<Result<ProcessResult>>> runProcesses(
    const std::vector<std::vector<std::string>>& commands, size_t jobs);

}  // namespace belay::kcc
