// atc: compiles single operators for the simulated NPU into offline models (.om).
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "atc/command.h"
#include "atc/options.h"
#include "oplib/operator_library.h"

namespace {

using belay::Status;

constexpr int kFailed = 1;

std::string joined(int argc, char** argv) {
    std::string line;
    for (int i = 0; i < argc; ++i) {
        line += i == 0 ? "" : " ";
        line += argv[i];
    }
    return line;
}

// Scripts look for these words.
int finish(const Status& status) {
    if (!status.isOk()) {
        std::printf("ATC run failed: %s\n", std::string(status.message()).c_str());
        return kFailed;
    }
    std::printf("ATC run success\n");
    return 0;
}

int runCommand(int argc, char** argv) {
    CLI::App app(
        "Compiles single operators for the simulated NPU: a model (.om) for each operator of a "
        "file, which aclopSetModelDir() and aclopLoad() load.",
        "atc");
    if (Status status = belay::atc::checkArguments({argv, static_cast<size_t>(argc)});
        !status.isOk()) {
        return finish(status);
    }
    belay::atc::Options options;
    belay::atc::declare(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            return app.exit(error);  // help
        }
        return finish(Status::error(belay::Code::kInvalidParam, "{}", error.what()));
    }
    if (Status status = belay::atc::check(app, options); !status.isOk()) {
        return finish(status);
    }
    return finish(
        belay::atc::runAtc(options, joined(argc, argv), belay::operatorLibrary(), stdout, stderr));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return runCommand(argc, argv);
    } catch (const std::exception& error) {  // as when there is no memory
        std::printf("ATC run failed: %s\n", error.what());
        return kFailed;
    }
}
