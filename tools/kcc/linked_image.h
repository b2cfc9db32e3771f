// LinkedImage: a shared object of kernels, taken apart for a container.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "kernel/kernel_meta.h"

namespace belay::kcc {

struct LinkedKernel {
    std::string name;  ///< of its symbol
    std::vector<KernelParam> params;
    uint32_t paramBytes = 0;
};

/// A variable in the shared data.
struct LinkedGlobal {
    std::string name;
    uint64_t offset = 0;
    uint64_t size = 0;

    bool operator==(const LinkedGlobal&) const = default;
};

/// What the linker has made with image.ld. See hw/kernel_image.h.
struct LinkedImage {
    uint16_t machine = 0;
    std::vector<std::byte> memory;  ///< whole pages, without the shared data
    std::vector<std::byte> data;    ///< whole pages
    std::vector<std::byte> file;    ///< all of it, if it has debug information
    uint64_t entries = 0;
    uint64_t imports = 0;
    uint64_t relocations = 0;
    uint64_t relocationCount = 0;
    uint64_t writable = 0;
    size_t sharedPointers = 0;          ///< relocations in the shared data
    std::vector<LinkedKernel> kernels;  ///< in the order of the table of entries
    std::vector<LinkedGlobal> globals;  ///< by ascending offset, then name

    /// `dataAddress` is where the shared data were put. kInternalError (500000) when the file is
    /// not what image.ld makes.
    static Result<LinkedImage> parse(std::span<const std::byte> file, uint64_t dataAddress);
};

}  // namespace belay::kcc
