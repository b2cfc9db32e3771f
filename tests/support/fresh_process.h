// Fresh processes: runs part of a test in a new process of the same test program, for state that a
// process has only once.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace belay::test {

struct FreshOptions {
    std::vector<std::string> arguments{};  ///< for freshArgument()
    /// Added to the environment of the test program. Of its own ASCEND_* and BELAY_* variables only
    /// those that choose the devices are passed on: BELAY_DRIVER, BELAY_HAL_LIBRARY and
    /// BELAY_SIM_*.
    std::map<std::string, std::string> environment{};
    std::chrono::seconds limit{60};  ///< against hanging only
};

/// What became of a fresh process.
struct Outcome {
    bool timedOut = false;
    int signal = 0;      ///< that ended it, or 0
    int exitStatus = 0;  ///< when no signal ended it
    std::string output;  ///< of standard output
    std::string errors;  ///< of standard error
};

/// Starts this program again, runs `body` there instead of the tests, and waits for the end. `body`
/// is a plain function or a lambda without captures. Expectations that fail in it are printed and
/// make the exit status 1; nothing else does. Exit handlers and static destructors run as in any
/// program.
Outcome inFreshProcess(void (*body)(), const FreshOptions& options = {});

/// The argument at `index` of the fresh process that is running.
const std::string& freshArgument(size_t index);

/// Ends the process at once with a status that no test takes for success, unless `holds`. For
/// places where an expectation comes too late, such as static destructors.
void insist(bool holds, const char* what);

/// Whether the process ended by itself with exit status 0.
testing::AssertionResult endedWell(const Outcome& outcome);

/// Runs `body` in a fresh process, which has to end well; else the calling test fails, with what
/// the process wrote.
void expectEndsWell(void (*body)(), const FreshOptions& options = {},
                    const char* file = __builtin_FILE(), int line = __builtin_LINE());

/// The exit status when the program was started by inFreshProcess(), after running the body.
std::optional<int> runFreshBody(int argc, char** argv);

}  // namespace belay::test
