// Checks of what kernels do with memory, where they were compiled with belay-kcc --check-memory.
#pragma once

#include <string_view>

namespace belay::sim {

/// The function that such kernels call before an access, or null: compilers name these functions
/// "__asan_load4_noabort" and the like, but they have nothing else of the address sanitizer. An
/// access that leaves what is allocated, and is not to the core's own stack, ends the kernel.
void* findAccessCheck(std::string_view name) noexcept;

}  // namespace belay::sim
