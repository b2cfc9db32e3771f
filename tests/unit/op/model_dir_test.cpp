#include "op/model_dir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "support/temp_folder.h"

namespace belay {
namespace {

using test::TempFolder;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class ModelDirTest : public testing::Test {
  protected:
    Status read() {
        files.clear();
        auto found = findModelDir(folder.path().c_str());
        if (!found.isOk()) {
            return found.takeStatus();
        }
        return readModelDir(found.value(),
                            [&](const std::string& path, const std::vector<std::byte>& content) {
                                files.push_back(std::filesystem::path(path).filename().string());
                                bytes += content.size();
                                return Status::ok();
                            });
    }

    void makeFolder(const std::string& name) {
        std::filesystem::create_directories(folder.pathOf(name));
    }

    TempFolder folder;
    std::vector<std::string> files;
    size_t bytes = 0;
};

TEST_F(ModelDirTest, FolderWithoutModelsIsFine) {
    folder.write("readme.txt", "text");
    EXPECT_TRUE(read().isOk());
    EXPECT_THAT(files, IsEmpty());
}

TEST_F(ModelDirTest, ThreeLevelsAreRead) {
    makeFolder("a/b/c");
    folder.write("0.om", "1");
    folder.write("a/1.om", "22");
    folder.write("a/b/2.om", "333");
    folder.write("a/b/c/3.om", "4444");
    folder.write("a/.om", "x");
    folder.write("a/no.om.txt", "x");
    EXPECT_TRUE(read().isOk());
    EXPECT_THAT(files, UnorderedElementsAre("0.om", "1.om", "2.om", ".om"));
    EXPECT_EQ(bytes, 7U);
}

TEST_F(ModelDirTest, LinksAndFoldersWithTheNameOfAModelAreSkipped) {
    const std::string model = folder.write("real.model", "x");
    ASSERT_EQ(::symlink(model.c_str(), folder.pathOf("link.om").c_str()), 0);
    makeFolder("folder.om");
    ASSERT_EQ(::symlink("/nowhere", folder.pathOf("dangling.om").c_str()), 0);
    EXPECT_TRUE(read().isOk());
    EXPECT_THAT(files, IsEmpty());
}

TEST_F(ModelDirTest, EmptyModelFails) {
    folder.write("empty.om", "");
    EXPECT_EQ(read().code(), Code::kReadModelFailure);
}

TEST_F(ModelDirTest, WhatIsNoFolderIsRefused) {
    const std::string file = folder.write("file.om", "x");
    for (const std::string& path : {file, folder.pathOf("nowhere"), std::string()}) {
        EXPECT_EQ(findModelDir(path.c_str()).status().code(), Code::kReadModelFailure) << path;
    }
}

}  // namespace
}  // namespace belay
