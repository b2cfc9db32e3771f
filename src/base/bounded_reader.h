// BoundedReader: reads numbers and ranges from bytes that nobody vouches for, never past their end.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "base/result.h"

namespace belay {

/// A cursor over little-endian bytes. Every read checks its size first; a failed read leaves the
/// cursor where it was and says what was read, where, and how much there is. Does not own the
/// bytes.
class BoundedReader {
  public:
    /// `error` is the code of every failed read: the documented code of the format being parsed.
    BoundedReader(std::span<const std::byte> bytes, Code error) noexcept
        : bytes_(bytes), error_(error) {}

    size_t offset() const noexcept { return offset_; }

    size_t size() const noexcept { return bytes_.size(); }

    size_t remaining() const noexcept { return bytes_.size() - offset_; }

    /// Reads a trivially copyable value (integers, packed structs) named `what` in the error text.
    template <typename T>

    requires std::is_trivially_copyable_v<T> Result<T> read(std::string_view what) {
        static_assert(std::endian::native == std::endian::little);
        BELAY_TRY(need(sizeof(T), what));
        T value;
        std::memcpy(&value, bytes_.data() + offset_, sizeof(T));
        offset_ += sizeof(T);
        return value;
    }

    /// The next `count` bytes, as a view.
    Result<std::span<const std::byte>> take(uint64_t count, std::string_view what);

    /// Bytes `start` to `start + count` of the whole, wherever the cursor is; overflow is an error
    /// too.
    Result<std::span<const std::byte>> slice(uint64_t start, uint64_t count,
                                             std::string_view what) const;

    /// The zero-terminated text at `start`, without its terminator.
    Result<std::string_view> textAt(uint64_t start, std::string_view what) const;

    /// Moves the cursor to `offset` (at most size()).
    Status seek(uint64_t offset, std::string_view what);

  private:
    Status need(uint64_t count, std::string_view what) const;

    std::span<const std::byte> bytes_;
    size_t offset_ = 0;
    Code error_;
};

}  // namespace belay
