// Where the bytes of a binary come from: BinaryFile, for those that the application has, and
// readBinaryFile().
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/handle_cell.h"
#include "base/result.h"

namespace belay {

/// More than any file of kernels; what exceeds it is a mistake.
inline constexpr size_t kMaxBinaryBytes = size_t{4} * 1024 * 1024 * 1024;

/// Bytes of the application that it may load as a binary. Does not own the bytes, which stay valid
/// until it is destroyed.
class BinaryFile final : public Handled {
  public:
    static constexpr HandleType kHandleType{"binary file"};

    explicit BinaryFile(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

    std::span<const std::byte> bytes() const noexcept { return bytes_; }

  private:
    const std::span<const std::byte> bytes_;
};

/// The content of a regular file. kRtFileOpen (107009) when it cannot be read, kRtParamInvalid
/// (107000) when it is empty or too large. Blocks.
Result<std::vector<std::byte>> readBinaryFile(const char* path);

}  // namespace belay
