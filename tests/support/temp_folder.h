// TempFolder: a folder for the files of one test.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace belay::test {

/// Made empty, and removed with everything in it at the end. Other users may look into it.
class TempFolder {
  public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::string& path() const { return path_; }

    std::string pathOf(std::string_view name) const;

    /// Writes a file and returns its path.
    std::string write(std::string_view name, std::string_view text) const;

  private:
    std::string path_;
};

/// The regular files below `folder`, sorted by path.
std::vector<std::string> filesBelow(const std::string& folder);

/// The whole content of a file; empty when it cannot be read.
std::string contentOf(const std::string& path);

}  // namespace belay::test
