// The folder of models that aclopSetModelDir() takes.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace belay {

/// The path of a folder, without symbolic links. kReadModelFailure (100014) when `dir` is none.
Result<std::string> findModelDir(const char* dir);

/// The folder itself is the first one.
inline constexpr int kModelDirLevels = 3;

/// Calls `take(path, content)` for each regular file whose name ends in ".om", in the folder and in
/// those below it, kModelDirLevels in all, in the order in which the system lists them. Symbolic
/// links are not followed. kReadModelFailure (100014) when a folder or file cannot be read, or a
/// file is empty; or what `take` answers. Blocks.
Status readModelDir(const std::string& dir,
                    const std::function<Status(const std::string& path,
                                               const std::vector<std::byte>& content)>& take);

/// Whether the folder of models was loaded. Thread-safe: two calls at once do not both load one.
class ModelDirOnce {
  public:
    /// `load(isLoaded)`; its success counts as loaded. kRepeatInitialize (100002) while another
    /// thread does it.
    template <typename Load>
    Status run(Load load) {
        // The files are read without a lock: they may be many.
        if (isBusy_.exchange(true, std::memory_order_acquire)) {
            return Status::error(Code::kRepeatInitialize,
                                 "another thread is loading the one folder of models of this "
                                 "process");
        }
        Status status = load(isLoaded_.load(std::memory_order_relaxed));
        if (status.isOk()) {
            isLoaded_.store(true, std::memory_order_relaxed);
        }
        isBusy_.store(false, std::memory_order_release);
        return status;
    }

    /// As if none had been loaded.
    void reset() noexcept { isLoaded_.store(false, std::memory_order_relaxed); }

  private:
    std::atomic<bool> isBusy_{false};
    std::atomic<bool> isLoaded_{false};
};

}  // namespace belay
