// DebugImage: shows kernels to debuggers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace belay::sim {

/// A linked file, changed so that it describes code that lies somewhere else: sections, symbols and
/// the debug information have the addresses that things really have. Empty when the bytes are no
/// such file. They need not be trusted, but nobody checks whether what they say about the code is
/// true.
std::vector<std::byte> relocatedDebugFile(std::span<const std::byte> file, uint64_t address);

/// What debuggers know of an image as long as this object lives, by the interface that gdb and lldb
/// have for code that programs make (in gdb's manual: JIT Compilation Interface). A debugger that
/// is attached later finds it, too. It looks for the interface by its symbols, which are not
/// exported: it does not find them when libascendcl.so has been stripped.
class DebugImage {
  public:
    /// `file` is linked for address 0, with its relocations; the image begins at `address`.
    DebugImage(std::span<const std::byte> file, uint64_t address);
    ~DebugImage();
    DebugImage(const DebugImage&) = delete;
    DebugImage& operator=(const DebugImage&) = delete;

  private:
    struct Entry;

    const std::vector<std::byte> file_;
    const std::unique_ptr<Entry> entry_;
};

}  // namespace belay::sim
