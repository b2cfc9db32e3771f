// The file of the library's kernels, which is part of the program.
#pragma once

#include <cstddef>
#include <span>

namespace belay::oplib {

std::span<const std::byte> kernelFile() noexcept;

}  // namespace belay::oplib
