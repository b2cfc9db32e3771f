// Compiles sources of kernels into a container.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "hw/kernel_image.h"

namespace belay::kcc {

struct BuildOptions {
    std::vector<std::string> sources;
    std::string compiler = "g++";
    std::string headers;  ///< the folder that holds belay/kernel
    std::string linkScript;
    std::string work;                ///< an empty folder for what lies in between
    std::vector<std::string> flags;  ///< of the application: -I, -D, -O, -g, -std
    size_t jobs = 1;                 ///< compilers that may run at once
    bool checksMemory = false;       ///< kernels ask before each access whether it may be
    std::vector<hw::IsaLevel> levels{hw::IsaLevel::kBaseline};
};

struct BuildResult {
    std::vector<std::byte> container;
    std::vector<std::string> dependencies;  ///< files that the sources include, and they themselves
    std::string warnings;                   ///< what the compiler said
};

/// kInvalidParam (100000) with the compiler's messages, or with file and line, when a source cannot
/// be a kernel; kInvalidFile (100003) when there is no compiler.
Result<BuildResult> build(const BuildOptions& options);

/// The instruction sets of this machine: the baseline and its best.
std::vector<hw::IsaLevel> levelsOfThisMachine();

}  // namespace belay::kcc
