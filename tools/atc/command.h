// runAtc(): the command atc, once its options are known.
#pragma once

#include <cstdio>
#include <string>

#include "atc/options.h"
#include "base/status.h"
#include "op/operator.h"

namespace belay::atc {

/// Compiles the operators of a file, and tells on `out` what became of each of them, on `err` what
/// the level of the log asks for. Nothing is written when something is wrong with the file itself.
/// An operator that cannot be compiled does not stop those after it: the result is that of the last
/// one.
Status runAtc(const Options& options, const std::string& commandLine, const OperatorSet& set,
              std::FILE* out, std::FILE* err);

}  // namespace belay::atc
