// UniqueFd: owns a file descriptor and closes it.
#pragma once

#include <unistd.h>

#include <utility>

namespace belay {

// NOLINTNEXTLINE(cppcoreguidelines-special-member-functions): assignment by value is the move
class UniqueFd {
  public:
    UniqueFd() noexcept = default;

    explicit UniqueFd(int fd) noexcept : fd_(fd) {}

    UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

    UniqueFd& operator=(UniqueFd other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }

    UniqueFd(const UniqueFd&) = delete;

    ~UniqueFd() {
        if (fd_ >= 0) {
            ::close(fd_);
        }
    }

    /// The descriptor, or -1.
    int get() const noexcept { return fd_; }

    explicit operator bool() const noexcept { return fd_ >= 0; }

  private:
    int fd_ = -1;
};

}  // namespace belay
