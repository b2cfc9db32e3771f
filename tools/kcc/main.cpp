// belay-kcc: compiles kernels for the simulated NPU.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/env.h"
#include "base/scope_exit.h"
#include "kcc/build.h"
#include "kcc/host_object.h"

namespace {

namespace fs = std::filesystem;

using belay::Code;
using belay::Result;
using belay::Status;
using belay::kcc::BuildOptions;
using belay::kcc::BuildResult;

struct CommandLine {
    BuildOptions build;
    std::string output;
    std::string depfile;
    std::string hostObject;
    std::vector<std::string> includes;
    std::vector<std::string> defines;
    std::string optimisation = "2";
    std::string standard;
    bool isDebug = false;
};

// Ends with a zero, as a literal of the list.
const char* nameOf(belay::env::Variable variable) {
    const auto& all = belay::env::kVariables;
    return std::ranges::find(all, variable, &belay::env::Description::id)->name.data();
}

void declare(CLI::App& app, CommandLine& line) {
    app.add_option("sources", line.build.sources, "C++ sources of kernels")->required();
    app.add_option("-o,--output", line.output, "the file to write (default: kernels.o)")
        ->default_val("kernels.o");
    app.add_option("-I,--include", line.includes, "a folder for #include")->allow_extra_args(false);
    app.add_option("-D,--define", line.defines, "a macro: NAME or NAME=VALUE")
        ->allow_extra_args(false);
    app.add_option("-O", line.optimisation, "optimisation: 0, 1, 2, 3, s (default: 2)")
        ->take_last();
    app.add_option("--std", line.standard, "the language: c++17 (default), c++20")->take_last();
    app.add_flag("-g", line.isDebug, "keep what debuggers need");
    app.add_flag("--check-memory", line.build.checksMemory,
                 "kernels that use memory which they must not use fail there, and say where");
    line.build.jobs = std::max(1U, std::thread::hardware_concurrency());
    app.add_option("-j,--jobs", line.build.jobs,
                   "compilers that may run at once (default: one for each processor)")
        ->check(CLI::PositiveNumber)
        ->take_last();
    app.add_option("--compiler", line.build.compiler, "g++ (default) or clang++, or a path")
        ->envname(nameOf(belay::env::Variable::kKccCompiler))
        ->take_last();
    app.add_option("--host-object", line.hostObject,
                   "write an object, too: a program that is linked with it has the kernels in "
                   "itself and names them by their functions");
    app.add_option("--depfile", line.depfile, "write what the sources include, for make and Ninja");
}

// The command stands in bin, what it needs beside that.
Status findOwnFiles(BuildOptions& build) {
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    const fs::path root = self.parent_path().parent_path();
    build.headers = (root / "include").string();
    build.linkScript = (root / "share/belay/image.ld").string();
    for (const std::string& needed : {build.headers + "/belay/kernel/entry.h", build.linkScript}) {
        if (!fs::exists(needed, error)) {
            return Status::error(Code::kInvalidFile,
                                 "{}: there is no such file; belay-kcc expects it beside the "
                                 "folder it is in",
                                 needed);
        }
    }
    return Status::ok();
}

void collectFlags(const CommandLine& line, std::vector<std::string>& flags) {
    for (const std::string& folder : line.includes) {
        flags.push_back("-I" + folder);
    }
    for (const std::string& macro : line.defines) {
        flags.push_back("-D" + macro);
    }
    flags.push_back("-O" + line.optimisation);
    if (!line.standard.empty()) {
        flags.push_back("-std=" + line.standard);
    }
    if (line.isDebug) {
        flags.push_back("-g");
    }
}

Result<std::string> makeWorkFolder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "belay-kcc-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        return Status::error(Code::kWriteFile, "{}: no folder can be made", name);
    }
    return name;
}

// All of it or nothing: a file that is there is replaced at once.
Status writeOutput(const std::string& path, const void* bytes, size_t size) {
    const std::string temporary = path + ".part";
    std::ofstream file(temporary, std::ios::binary);
    file.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
    file.close();
    std::error_code error;
    if (file) {
        fs::rename(temporary, path, error);
    }
    if (!file || error) {
        fs::remove(temporary, error);
        return Status::error(Code::kWriteFile, "{}: cannot be written", path);
    }
    return Status::ok();
}

// As make and Ninja read it.
std::string escaped(const std::string& path) {
    std::string text;
    for (const char c : path) {
        if (c == ' ' || c == '#') {
            text += '\\';
        } else if (c == '$') {
            text += '$';
        }
        text += c;
    }
    return text;
}

Status writeDepfile(const CommandLine& line, const BuildResult& result) {
    if (line.depfile.empty()) {
        return Status::ok();
    }
    std::string text = escaped(line.output) + ":";
    for (const std::string& file : result.dependencies) {
        text += " \\\n  " + escaped(file);
    }
    text += "\n";
    return writeOutput(line.depfile, text.data(), text.size());
}

Status run(CommandLine& line) {
    BELAY_TRY(findOwnFiles(line.build));
    BELAY_ASSIGN(line.build.work, makeWorkFolder());
    const belay::ScopeExit removeFolder([&] {
        std::error_code error;
        fs::remove_all(line.build.work, error);
    });
    collectFlags(line, line.build.flags);
    line.build.levels = belay::kcc::levelsOfThisMachine();
    BELAY_ASSIGN(const BuildResult result, belay::kcc::build(line.build));
    std::fputs(result.warnings.c_str(), stderr);
    BELAY_TRY(writeOutput(line.output, result.container.data(), result.container.size()));
    if (!line.hostObject.empty()) {
        BELAY_TRY(belay::kcc::writeHostObject(
            result.container,
            {.compiler = line.build.compiler, .work = line.build.work, .output = line.hostObject}));
    }
    return writeDepfile(line, result);
}

int runCommand(int argc, char** argv) {
    CLI::App app(
        "Compiles kernels for the simulated NPU into a file that aclrtBinaryLoadFromFile() loads.",
        "belay-kcc");
    CommandLine line;
    declare(app, line);
    CLI11_PARSE(app, argc, argv);
    const Status status = run(line);
    if (!status.isOk()) {
        std::fprintf(stderr, "belay-kcc: %s\n", std::string(status.message()).c_str());
        return 1;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return runCommand(argc, argv);
    } catch (const std::exception& error) {  // as when there is no memory
        std::fprintf(stderr, "belay-kcc: %s\n", error.what());
        return 1;
    }
}
