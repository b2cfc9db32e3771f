// A file of kernels for tests.
#pragma once

#include <cstddef>
#include <cstdint>

#include "support/elf_builder.h"

namespace belay::test {

/// What kernelFile() holds.
struct KernelFile {
    static constexpr size_t kCodeBytes = 8192;
    static constexpr size_t kTableBytes = 64;
    static constexpr size_t kLoadedBytes = kCodeBytes + kTableBytes;
    static constexpr uint64_t kVectorEntry = 128;
    static constexpr uint64_t kCubeEntry = 256;
    static constexpr uint64_t kMixCubeEntry = 512;
    static constexpr uint64_t kMixVectorEntry = 1024;
};

/// An object for AI Cores with the kernels "scale_3" (vector cores, tiling key 3, two parameters),
/// "sum" (cube cores, entry 77, schedule mode 1) and "both" (a cube with two vector cores), and the
/// global variable "table". With less code, entries lie nearer to its end.
Bytes kernelFile(size_t codeBytes = KernelFile::kCodeBytes);

}  // namespace belay::test
