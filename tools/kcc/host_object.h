// The object that a program is linked with to have kernels in itself.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace belay::kcc {

struct HostObjectOptions {
    std::string compiler;  ///< that translates assembler sources
    std::string work;      ///< an empty folder for what lies in between
    std::string output;    ///< the object to write
};

/// Writes an object with the container in it, and with a symbol for each of its kernels and global
/// variables, whose address the functions of the interface about symbols take. The kernels' symbols
/// stop a program that calls them. Errors as build().
Status writeHostObject(std::span<const std::byte> container, const HostObjectOptions& options);

}  // namespace belay::kcc
