#include "kcc/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <thread>

#include "base/scope_exit.h"
#include "base/unique_fd.h"

namespace belay::kcc {
namespace {

struct Pipe {
    UniqueFd readEnd;
    UniqueFd writeEnd;
};

Status systemError(const char* what) {
    return Status::error(Code::kFailure, "{}: {}", what,
                         std::strerror(errno));  // NOLINT(concurrency-mt-unsafe): glibc's is safe
}

Result<Pipe> makePipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return systemError("no pipe can be made");
    }
    return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// Reads both to their ends, whichever has something.
void collect(const Pipe& output, const Pipe& errors, ProcessResult& result) {
    std::array<pollfd, 2> open = {
        {{output.readEnd.get(), POLLIN, 0}, {errors.readEnd.get(), POLLIN, 0}}};
    const std::array<std::string*, 2> texts = {&result.output, &result.errors};
    while (open[0].fd >= 0 || open[1].fd >= 0) {
        if (::poll(open.data(), open.size(), -1) < 0) {
            continue;  // a signal
        }
        for (size_t i = 0; i < open.size(); ++i) {
            if (open[i].fd < 0 || open[i].revents == 0) {
                continue;
            }
            std::array<char, 4096> chunk{};
            const ssize_t got = ::read(open[i].fd, chunk.data(), chunk.size());
            if (got > 0) {
                texts[i]->append(chunk.data(), static_cast<size_t>(got));
            } else if (got == 0 || errno != EINTR) {
                open[i].fd = -1;
            }
        }
    }
}

}  // namespace

Result<ProcessResult> runProcess(const std::vector<std::string>& command) {
    BELAY_ASSIGN(Pipe output, makePipe());
    BELAY_ASSIGN(Pipe errors, makePipe());
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    const ScopeExit destroy([&] { ::posix_spawn_file_actions_destroy(&actions); });
    ::posix_spawn_file_actions_adddup2(&actions, output.writeEnd.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors.writeEnd.get(), STDERR_FILENO);
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& argument : command) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int error =
        ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    if (error != 0) {
        return Status::error(
            Code::kInvalidFile, "'{}' cannot be started: {}", command[0],
            std::strerror(error));  // NOLINT(concurrency-mt-unsafe): glibc's is safe
    }
    output.writeEnd = UniqueFd();
    errors.writeEnd = UniqueFd();
    ProcessResult result;
    collect(output, errors, result);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status)) {
        return Status::error(Code::kFailure, "'{}' was ended by signal {}", command[0],
                             WTERMSIG(status));
    }
    result.exitStatus = WEXITSTATUS(status);
    return result;
}

std::vector<std::optional<Result<ProcessResult>>> runProcesses(
    const std::vector<std::vector<std::string>>& commands, size_t jobs) {
    std::vector<std::optional<Result<ProcessResult>>> results(commands.size());
    std::atomic<size_t> next{0};
    std::atomic<bool> hasFailed{false};
    const auto work = [&] {
        while (!hasFailed.load()) {
            const size_t index = next.fetch_add(1);
            if (index >= commands.size()) {
                return;
            }
            const auto& result = results[index].emplace(runProcess(commands[index]));
            if (!result.isOk() || result.value().exitStatus != 0) {
                hasFailed.store(true);
            }
        }
    };
    std::vector<std::jthread> others;
    for (size_t i = 1; i < std::min(jobs, commands.size()); ++i) {
        others.emplace_back(work);
    }
    work();
    others.clear();
    return results;
}

}  // namespace belay::kcc
