// The library of AI CPU kernels for tests: cpu_kernels.c says what they do.
#pragma once

#include <string>

#include "support/elf_builder.h"

namespace belay::test {

std::string cpuLibraryPath();

/// Its bytes.
Bytes cpuLibrary();

}  // namespace belay::test
