#include "op/model_dir.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <system_error>

#include "base/unique_fd.h"

namespace belay {
namespace {

using Take = std::function<Status(const std::string&, const std::vector<std::byte>&)>;

constexpr std::string_view kSuffix = ".om";

struct DirCloser {
    void operator()(DIR* dir) const noexcept { ::closedir(dir); }
};

Status readFailure(const std::string& path, std::string_view why) {
    return Status::error(Code::kReadModelFailure, "\"{}\" {}", path, why);
}

Status systemFailure(const std::string& path, int error) {
    return readFailure(path, "cannot be read: " + std::generic_category().message(error));
}

Result<std::vector<std::byte>> readModel(const std::string& path) {
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!file) {
        return systemFailure(path, errno);
    }

    struct stat info {};

    if (::fstat(file.get(), &info) != 0) {
        return systemFailure(path, errno);
    }
    if (info.st_size <= 0) {
        return readFailure(path, "is empty; a model has a header at least");
    }
    std::vector<std::byte> content(static_cast<size_t>(info.st_size));
    size_t filled = 0;
    while (filled < content.size()) {
        const ssize_t got = ::read(file.get(), content.data() + filled, content.size() - filled);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return systemFailure(path, errno);
        }
        if (got == 0) {
            break;
        }
        filled += static_cast<size_t>(got);
    }
    content.resize(filled);
    return content;
}

enum class Kind : uint8_t { kFile, kFolder, kOther };

// Some file systems do not tell it in the listing.
Kind kindOf(const dirent& entry, const std::string& path) {
    switch (entry.d_type) {
        case DT_REG:
            return Kind::kFile;
        case DT_DIR:
            return Kind::kFolder;
        case DT_UNKNOWN:
            break;
        default:
            return Kind::kOther;
    }

    struct stat info {};

    if (::lstat(path.c_str(), &info) != 0) {
        return Kind::kOther;
    }
    return S_ISREG(info.st_mode)   ? Kind::kFile
           : S_ISDIR(info.st_mode) ? Kind::kFolder
                                   : Kind::kOther;
}

// NOLINTNEXTLINE(misc-no-recursion): kModelDirLevels bounds it
Status readLevel(const std::string& folder, int levels, const Take& take) {
    const std::unique_ptr<DIR, DirCloser> dir(::opendir(folder.c_str()));
    if (dir == nullptr) {
        return systemFailure(folder, errno);
    }
    while (true) {
        errno = 0;
        // NOLINTNEXTLINE(concurrency-mt-unsafe): the stream is of this call only
        const dirent* entry = ::readdir(dir.get());
        if (entry == nullptr) {
            return errno == 0 ? Status::ok() : systemFailure(folder, errno);
        }
        const std::string_view name(entry->d_name);
        if (name == "." || name == "..") {
            continue;
        }
        const std::string path = folder + "/" + entry->d_name;
        const Kind kind = kindOf(*entry, path);
        if (kind == Kind::kFolder && levels > 1) {
            BELAY_TRY(readLevel(path, levels - 1, take));
        } else if (kind == Kind::kFile && name.ends_with(kSuffix)) {
            BELAY_ASSIGN(const std::vector<std::byte> content, readModel(path));
            BELAY_TRY(take(path, content));
        }
    }
}

struct Free {
    void operator()(char* text) const noexcept { std::free(text); }
};

}  // namespace

Result<std::string> findModelDir(const char* dir) {
    const std::unique_ptr<char, Free> resolved(::realpath(dir, nullptr));
    if (resolved == nullptr) {
        return Status::error(Code::kReadModelFailure, "argument 'modelDir' is \"{}\": {}", dir,
                             std::generic_category().message(errno));
    }

    struct stat info {};

    if (::stat(resolved.get(), &info) != 0 || !S_ISDIR(info.st_mode)) {
        return Status::error(Code::kReadModelFailure,
                             "argument 'modelDir' is \"{}\", which is no folder", dir);
    }
    return std::string(resolved.get());
}

Status readModelDir(const std::string& dir, const Take& take) {
    return readLevel(dir, kModelDirLevels, take);
}

}  // namespace belay
