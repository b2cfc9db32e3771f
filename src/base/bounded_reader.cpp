#include "base/bounded_reader.h"

namespace belay {

Status BoundedReader::need(uint64_t count, std::string_view what) const {
    if (count > remaining()) {
        return Status::error(error_, "{} needs {} bytes at offset {}, but only {} are left of {}",
                             what, count, offset_, remaining(), size());
    }
    return Status::ok();
}

Result<std::span<const std::byte>> BoundedReader::take(uint64_t count, std::string_view what) {
    BELAY_TRY(need(count, what));
    const auto taken = bytes_.subspan(offset_, count);
    offset_ += count;
    return taken;
}

Result<std::span<const std::byte>> BoundedReader::slice(uint64_t start, uint64_t count,
                                                        std::string_view what) const {
    // Written without start + count, which can wrap.
    if (start > size() || count > size() - start) {
        return Status::error(error_, "{} claims {} bytes at offset {}, but there are {} in all",
                             what, count, start, size());
    }
    return bytes_.subspan(start, count);
}

Result<std::string_view> BoundedReader::textAt(uint64_t start, std::string_view what) const {
    if (start >= size()) {
        return Status::error(error_, "{} starts at offset {}, but there are {} bytes in all", what,
                             start, size());
    }
    const char* text = reinterpret_cast<const char*>(bytes_.data()) + start;
    const size_t limit = size() - start;
    const void* end = std::memchr(text, 0, limit);
    if (end == nullptr) {
        return Status::error(error_,
                             "{} at offset {} has no terminator in the {} bytes that follow", what,
                             start, limit);
    }
    return std::string_view(text, static_cast<size_t>(static_cast<const char*>(end) - text));
}

Status BoundedReader::seek(uint64_t offset, std::string_view what) {
    if (offset > size()) {
        return Status::error(error_, "{} is at offset {}, but there are {} bytes in all", what,
                             offset, size());
    }
    offset_ = offset;
    return Status::ok();
}

}  // namespace belay
