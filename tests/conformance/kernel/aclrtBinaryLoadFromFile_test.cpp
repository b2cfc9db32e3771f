#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "support/kernels.h"
#include "support/temp_folder.h"

namespace belay::test::aclrtBinaryLoadFromFile_test {
namespace {

constexpr const char* kName = "aclrtBinaryLoadFromFile";

class AclrtBinaryLoadFromFile : public testing::Test {
  protected:
    std::string write(const Bytes& bytes) {
        std::string path = folder.path() + "/kernels.o";
        std::ofstream file(path, std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
        return path;
    }

    aclError load(const std::string& path) {
        handle = &handle;
        const aclError result = aclrtBinaryLoadFromFile(path.c_str(), nullptr, &handle);
        if (result != ACL_SUCCESS) {
            EXPECT_EQ(handle, &handle) << "untouched";
        }
        return result;
    }

    const SetDevice session;
    const TempFolder folder;
    aclrtBinHandle handle = nullptr;
};

TEST_F(AclrtBinaryLoadFromFile, LoadsTheFile) {
    ASSERT_EQ(load(write(kernelFile())), ACL_SUCCESS);
    const OwnedBinary binary(handle);
    EXPECT_NE(functionOf(binary, "scale_3"), nullptr);
}

TEST_F(AclrtBinaryLoadFromFile, TheFileIsNotNeededAfterwards) {
    const std::string path = write(kernelFile());
    aclrtBinaryLoadOption lazy{};
    lazy.type = ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD;
    lazy.value.isLazyLoad = 1;
    aclrtBinaryLoadOptions options{&lazy, 1};
    ASSERT_EQ(aclrtBinaryLoadFromFile(path.c_str(), &options, &handle), ACL_SUCCESS);
    const OwnedBinary binary(handle);
    std::filesystem::remove(path);
    EXPECT_NE(functionOf(binary, "scale_3"), nullptr);
}

TEST_F(AclrtBinaryLoadFromFile, WhatCannotBeReadIsRefusedWithItsPath) {
    const std::string missing = folder.path() + "/missing.o";
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FILE_OPEN, kName, missing, [&] { return load(missing); }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FILE_OPEN, kName, folder.path(),
                            [&] { return load(folder.path()); }));
    const std::string pipe = folder.path() + "/pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FILE_OPEN, kName, pipe, [&] { return load(pipe); }));
    const std::string empty = write({});
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, empty, [&] { return load(empty); }));
    const std::string nonsense = write(Bytes(500));
    EXPECT_TRUE(
        refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, nonsense, [&] { return load(nonsense); }));
}

TEST_F(AclrtBinaryLoadFromFile, BadArgumentsAreRefused) {
    const std::string path = write(kernelFile());
    EXPECT_TRUE(refusedArgument(
        kName, "binPath", [&] { return aclrtBinaryLoadFromFile(nullptr, nullptr, &handle); }));
    EXPECT_TRUE(refusedArgument(kName, "binHandle", [&] {
        return aclrtBinaryLoadFromFile(path.c_str(), nullptr, nullptr);
    }));
    aclrtBinaryLoadOptions missing{nullptr, 1};
    EXPECT_TRUE(refusedArgument(kName, "options->options", [&] {
        return aclrtBinaryLoadFromFile(path.c_str(), &missing, &handle);
    }));
}

TEST_F(AclrtBinaryLoadFromFile, NeedsAContext) {
    const std::string path = write(kernelFile());
    expectNeedsContext(kName, [&] { return load(path); });
}

}  // namespace
}  // namespace belay::test::aclrtBinaryLoadFromFile_test
