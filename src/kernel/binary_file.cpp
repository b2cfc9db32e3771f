#include "kernel/binary_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/unique_fd.h"

namespace belay {
namespace {

Status fileError(Code code, const char* path, const char* what) {
    return Status::error(code, "the file \"{}\" cannot be {}: {}", path, what,
                         std::strerror(errno));  // NOLINT(concurrency-mt-unsafe): glibc's is safe
}

}  // namespace

Result<std::vector<std::byte>> readBinaryFile(const char* path) {
    const UniqueFd file(::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0) {
        return fileError(Code::kRtFileOpen, path, "opened");
    }

    struct stat info {};

    if (::fstat(file.get(), &info) != 0) {
        return fileError(Code::kRtFileOpen, path, "examined");
    }
    if (!S_ISREG(info.st_mode)) {
        return Status::error(Code::kRtFileOpen, "\"{}\" is no regular file", path);
    }
    if (info.st_size <= 0 || static_cast<uint64_t>(info.st_size) > kMaxBinaryBytes) {
        return Status::error(Code::kRtParamInvalid,
                             "the file \"{}\" has {} bytes; it must have 1 to {}", path,
                             info.st_size, kMaxBinaryBytes);
    }
    std::vector<std::byte> bytes(static_cast<size_t>(info.st_size));
    size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::read(file.get(), bytes.data() + done, bytes.size() - done);
        if (got < 0 && errno != EINTR) {
            return fileError(Code::kRtFileOpen, path, "read");
        }
        if (got == 0) {
            break;  // it became shorter meanwhile
        }
        done += got > 0 ? static_cast<size_t>(got) : 0;
    }
    bytes.resize(done);
    return bytes;
}

}  // namespace belay
