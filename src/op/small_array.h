// SmallArray: an array whose size is known before it is filled, on the stack while it is small.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace belay {

/// Up to `Inline` entries take no memory from the heap. Entries are not initialised, whatever T
/// says: they are written before they are read.
template <typename T, size_t Inline>
class SmallArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): written before it is read
    SmallArray() noexcept : data_(inlineData()) {}

    explicit SmallArray(size_t size) : SmallArray() { make(size); }

    ~SmallArray() = default;
    SmallArray(const SmallArray&) = delete;
    SmallArray& operator=(const SmallArray&) = delete;

    /// Makes it an array of this size. What was in it is lost.
    void make(size_t size) {
        data_ = inlineData();
        if (size > Inline) [[unlikely]] {
            heap_ = std::make_unique_for_overwrite<T[]>(size);
            data_ = heap_.get();
        }
        size_ = size;
    }

    size_t size() const noexcept { return size_; }

    T* data() noexcept { return data_; }

    const T* data() const noexcept { return data_; }

    T& operator[](size_t index) noexcept { return data_[index]; }

    const T& operator[](size_t index) const noexcept { return data_[index]; }

    T* begin() noexcept { return data_; }

    T* end() noexcept { return data_ + size_; }

    std::span<const T> view() const noexcept { return {data_, size_}; }

  private:
    T* inlineData() noexcept { return reinterpret_cast<T*>(inline_); }

    // NOLINTNEXTLINE(bugprone-sizeof-expression): entries may be pointers
    alignas(T) std::byte inline_[Inline * sizeof(T)];
    std::unique_ptr<T[]> heap_;
    size_t size_ = 0;
    T* data_;
};

}  // namespace belay
