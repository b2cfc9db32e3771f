#include "oplib/kernel_file.h"

// As read-only data, aligned as files of kernels like it. ccache sees the directive and keeps off.
asm(".pushsection .rodata\n"
    ".balign 64\n"
    "belayOplibKernels:\n"
    ".incbin \"" BELAY_OPLIB_KERNELS
    "\"\n"
    "belayOplibKernelsEnd:\n"
    ".byte 0\n"
    ".popsection\n");

// NOLINTBEGIN(readability-identifier-naming): labels of the assembler
extern "C" {
[[gnu::visibility("hidden")]] extern const std::byte belayOplibKernels[];
[[gnu::visibility("hidden")]] extern const std::byte belayOplibKernelsEnd[];
}

// NOLINTEND(readability-identifier-naming)

namespace belay::oplib {

std::span<const std::byte> kernelFile() noexcept {
    return {belayOplibKernels, belayOplibKernelsEnd};
}

}  // namespace belay::oplib
