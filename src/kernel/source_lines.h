// Where in a source an instruction comes from, as the debug information of its file tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace belay {

/// "add.cpp:12" for an address of a shared object or executable; empty when the file does not tell,
/// or the machine has no libdw.so.1, which reads the debug information (package libdw1). Slow: it
/// reads the information anew each time.
std::string sourceLineOf(std::span<const std::byte> file, uint64_t address);

}  // namespace belay
