#include "support/fresh_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

extern char** environ;  // NOLINT(readability-redundant-declaration): not every libc declares it

namespace belay::test {
namespace {

constexpr std::string_view kFreshOption = "--fresh-process=";
constexpr int kInsistStatus = 97;

std::vector<std::string>& freshArguments() {
    static std::vector<std::string> arguments;
    return arguments;
}

// A body is named by its distance from this function: both are in the same executable, which the
// loader may put anywhere.
void anchor() {}

std::string nameOf(void (*body)()) {
    return std::to_string(reinterpret_cast<intptr_t>(body) - reinterpret_cast<intptr_t>(&anchor));
}

void (*bodyNamed(const std::string& name))() {
    return reinterpret_cast<void (*)()>(std::stoll(name) + reinterpret_cast<intptr_t>(&anchor));
}

struct Pipe {
    int readEnd = -1;
    int writeEnd = -1;

    Pipe() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            throw std::system_error(errno, std::generic_category(), "pipe2");
        }
        readEnd = ends[0];
        writeEnd = ends[1];
    }

    ~Pipe() {
        ::close(readEnd);
        closeWriteEnd();
    }

    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    void closeWriteEnd() {
        if (writeEnd >= 0) {
            ::close(writeEnd);
            writeEnd = -1;
        }
    }
};

// What the process is asked about by other variables must not depend on how the tests are run.
// Which backend they run on is another matter.
bool isPassedOn(std::string_view name) {
    if (name.starts_with("BELAY_SIM_") || name == "BELAY_DRIVER" || name == "BELAY_HAL_LIBRARY") {
        return true;
    }
    return !name.starts_with("ASCEND_") && !name.starts_with("BELAY_");
}

std::vector<std::string> environmentFor(const FreshOptions& options) {
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text(*variable);
        const std::string name(text.substr(0, text.find('=')));
        if (isPassedOn(name) && options.environment.count(name) == 0) {
            variables.emplace_back(text);
        }
    }
    for (const auto& [name, value] : options.environment) {
        variables.push_back(name);
        variables.back().append("=").append(value);
    }
    return variables;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

// In a process group of its own, so that what it forks can be ended with it.
pid_t start(void (*body)(), const FreshOptions& options, const Pipe& output, const Pipe& errors) {
    // By its path: under valgrind the link itself leads to valgrind.
    std::vector<std::string> arguments = {std::filesystem::read_symlink("/proc/self/exe").string(),
                                          std::string(kFreshOption) + nameOf(body)};
    arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
    std::vector<std::string> environment = environmentFor(options);

    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output.writeEnd, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors.writeEnd, STDERR_FILENO);
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);

    pid_t child = -1;
    const int failure = ::posix_spawn(&child, arguments[0].c_str(), &actions, &attributes,
                                      pointersTo(arguments).data(), pointersTo(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) {
        throw std::system_error(failure, std::generic_category(), "posix_spawn");
    }
    return child;
}

// Collects both streams until they end; false when the time is over before.
bool collect(const Pipe& output, const Pipe& errors, std::chrono::steady_clock::time_point deadline,
             Outcome& outcome) {
    std::array<pollfd, 2> open = {{{output.readEnd, POLLIN, 0}, {errors.readEnd, POLLIN, 0}}};
    const std::array<std::string*, 2> texts = {&outcome.output, &outcome.errors};
    while (open[0].fd >= 0 || open[1].fd >= 0) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) {
            return false;
        }
        if (::poll(open.data(), open.size(), static_cast<int>(left.count())) <= 0) {
            continue;
        }
        for (size_t i = 0; i < open.size(); ++i) {
            if (open[i].fd < 0 || open[i].revents == 0) {
                continue;
            }
            std::array<char, 4096> chunk{};
            const ssize_t got = ::read(open[i].fd, chunk.data(), chunk.size());
            if (got > 0) {
                texts[i]->append(chunk.data(), static_cast<size_t>(got));
            } else {
                open[i].fd = -1;
            }
        }
    }
    return true;
}

}  // namespace

Outcome inFreshProcess(void (*body)(), const FreshOptions& options) {
    Outcome outcome;
    Pipe output;
    Pipe errors;
    const auto deadline = std::chrono::steady_clock::now() + options.limit;
    const pid_t child = start(body, options, output, errors);
    output.closeWriteEnd();
    errors.closeWriteEnd();
    outcome.timedOut = !collect(output, errors, deadline, outcome);
    if (outcome.timedOut) {
        ::kill(-child, SIGKILL);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return outcome;
}

const std::string& freshArgument(size_t index) {
    return freshArguments().at(index);
}

void insist(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "insisted in vain: %s\n", what);
        std::fflush(nullptr);
        ::_exit(kInsistStatus);
    }
}

testing::AssertionResult endedWell(const Outcome& outcome) {
    if (!outcome.timedOut && outcome.signal == 0 && outcome.exitStatus == 0) {
        return testing::AssertionSuccess();
    }
    auto failure = testing::AssertionFailure() << "the fresh process ";
    if (outcome.timedOut) {
        failure << "was ended after its time limit";
    } else if (outcome.signal != 0) {
        failure << "was ended by signal " << outcome.signal;
    } else {
        failure << "ended with exit status " << outcome.exitStatus;
    }
    return failure << "\n--- its output\n"
                   << outcome.output << "--- its errors\n"
                   << outcome.errors << "---";
}

void expectEndsWell(void (*body)(), const FreshOptions& options, const char* file, int line) {
    const testing::AssertionResult result = endedWell(inFreshProcess(body, options));
    if (!result) {
        ADD_FAILURE_AT(file, line) << result.message();
    }
}

std::optional<int> runFreshBody(int argc, char** argv) {
    if (argc < 2 || !std::string_view(argv[1]).starts_with(kFreshOption)) {
        return std::nullopt;
    }
    freshArguments().assign(argv + 2, argv + argc);
    bodyNamed(argv[1] + kFreshOption.size())();
    std::fflush(nullptr);
    return testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed() ? 1 : 0;
}

}  // namespace belay::test
