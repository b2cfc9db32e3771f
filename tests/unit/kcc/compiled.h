// Kernels that a test compiles for itself.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "kcc/build.h"
#include "support/temp_folder.h"

namespace belay::test {

/// The container of the kernels of a source, as belay-kcc makes it; empty, and the test has failed,
/// when it does not compile.
inline std::vector<std::byte> compileKernels(std::string_view source,
                                             std::vector<std::string> flags = {"-O2"},
                                             bool checksMemory = false) {
    const TempFolder folder;
    kcc::BuildOptions options;
    options.headers = BELAY_TEST_SOURCE_FOLDER "/include";
    options.linkScript = BELAY_TEST_SOURCE_FOLDER "/tools/kcc/image.ld";
    options.work = folder.path();
    options.flags = std::move(flags);
    options.checksMemory = checksMemory;
    options.levels = kcc::levelsOfThisMachine();
    options.sources = {folder.write("kernels.cpp", source)};
    auto result = kcc::build(options);
    EXPECT_TRUE(result.isOk()) << result.status().message();
    return result.isOk() ? std::move(result).value().container : std::vector<std::byte>();
}

/// A block of arguments, as kernels read it.
class ArgumentBlock {
  public:
    template <typename T>
    ArgumentBlock& add(const T& value) {
        bytes_.resize((bytes_.size() + 7) / 8 * 8 + sizeof value);
        std::memcpy(bytes_.data() + bytes_.size() - sizeof value, &value, sizeof value);
        return *this;
    }

    const unsigned char* data() const { return bytes_.data(); }

    size_t size() const { return bytes_.size(); }

  private:
    std::vector<unsigned char> bytes_;
};

}  // namespace belay::test
