// HostPages: pages of the process that a test may register, and take away.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstddef>

namespace belay::test {

class HostPages {
  public:
    static constexpr size_t kPage = 4096;

    explicit HostPages(size_t count) : bytes_(count * kPage) {
        void* start =
            ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        EXPECT_NE(start, MAP_FAILED);
        start_ = static_cast<char*>(start);
    }

    ~HostPages() { ::munmap(start_, bytes_); }

    HostPages(const HostPages&) = delete;
    HostPages& operator=(const HostPages&) = delete;

    char* get() const { return start_; }

    size_t size() const { return bytes_; }

    /// Leaves a hole in the place of one page.
    void unmap(size_t page) { ::munmap(start_ + page * kPage, kPage); }

  private:
    char* start_ = nullptr;
    size_t bytes_;
};

}  // namespace belay::test
