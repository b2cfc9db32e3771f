// The folder of models that aclopSetModelDir() takes.
#pragma once

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

}  // namespace belay
