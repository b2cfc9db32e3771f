// Runs other programs: the compiler.
#pragma once

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

}  // namespace belay::kcc
