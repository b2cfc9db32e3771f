// RealOmFile: files that the vendor's compiler made, of two generations. Where they are not there,
// tests of them are skipped; where they are said to be there, they must be.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "op/om_model.h"

namespace belay {

inline constexpr const char* kAdd = "add_fp32_1x100.om";
inline constexpr const char* kRelu = "relu_fp32_1x512.om";
inline constexpr const char* kGemm = "gemm_fp16_4x8_8x2.om";
inline constexpr const char* kOldGemm = "gemm_fp16_16x16_cann51.om";

/// Skips its tests without the files.
class RealOmFile : public testing::Test {
  protected:
    void SetUp() override {
        if (std::string_view(BELAY_TEST_OM_DIR).empty()) {
            GTEST_SKIP() << "the CMake variable BELAY_TEST_OM_DIR names no folder of real files";
        }
    }

    /// Keeps the bytes, of which the file is a view.
    OmFile file(const char* name) {
        const auto path = std::filesystem::path(BELAY_TEST_OM_DIR) / name;
        std::ifstream stream(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        EXPECT_FALSE(text.empty()) << path << " cannot be read";
        const auto* first = reinterpret_cast<const std::byte*>(text.data());
        bytes.assign(first, first + text.size());
        auto result = OmFile::parse(bytes);
        EXPECT_TRUE(result.isOk()) << name << ": " << result.status().message();
        return result.isOk() ? std::move(result).value() : OmFile();
    }

    OmModel model(const char* name) {
        auto result = OmModel::parse(file(name));
        EXPECT_TRUE(result.isOk()) << name << ": " << result.status().message();
        return result.isOk() ? std::move(result).value() : OmModel();
    }

    std::vector<std::byte> bytes;
};

/// The types of the partitions of the first model.
inline std::vector<uint32_t> partitionsOf(const OmFile& file) {
    std::vector<uint32_t> types;
    for (const auto& partition : file.models()[0].partitions) {
        types.push_back(static_cast<uint32_t>(partition.type));
    }
    return types;
}

}  // namespace belay
