// Options: the command line of atc.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"

namespace belay::atc {

/// How much is said beside results and errors; each level includes those before it.
enum class LogLevel : uint8_t { kNull, kError, kWarning, kInfo, kDebug };

struct Options {
    std::string input{};       ///< path of the file with the operators
    std::string output{};      ///< path of the folder for the models
    std::string socVersion{};  ///< the chip, or a family of chips
    LogLevel log = LogLevel::kNull;
    std::vector<std::string> withoutEffect{};  ///< options that were given and change nothing
};

/// Declares all options of the command; parsing fills `options`.
void declare(CLI::App& app, Options& options);

/// Before parsing: kInvalidParam (100000) for "--name=", which the parser would give the next
/// argument as its value.
Status checkArguments(std::span<char* const> arguments);

/// After parsing: kInvalidParam (100000) for options of other modes, options that are missing or
/// exclude each other, and chips that are not known.
Status check(const CLI::App& app, Options& options);

}  // namespace belay::atc
