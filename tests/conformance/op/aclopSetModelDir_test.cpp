#include <gtest/gtest.h>

#include <filesystem>

#include "support/fresh_process.h"
#include "support/op_models.h"
#include "support/op_refusals.h"
#include "support/temp_folder.h"

namespace belay::test::aclopSetModelDir_test {
namespace {

const char* const kName = "aclopSetModelDir";

void writeModel(const TempFolder& folder, const std::string& name,
                const std::vector<std::byte>& model) {
    folder.write(name, std::string_view(reinterpret_cast<const char*>(model.data()), model.size()));
}

TEST(aclopSetModelDir, ModelsOfTheFolderAreLoadedOnce) {
    expectEndsWell([] {
        const TempFolder folder;
        std::filesystem::create_directories(folder.pathOf("below/more"));
        writeModel(folder, "one.om", addModel({1, 7}));
        writeModel(folder, "below/more/two.om", addModel({2, 7}));
        folder.write("no_model.om", "some text");
        const SetDevice device;
        // What fails leaves the one call that a process has.
        EXPECT_TRUE(refusedWith(ACL_ERROR_READ_MODEL_FAILURE, kName, "'modelDir'", [&] {
            return aclopSetModelDir(folder.pathOf("nowhere").c_str());
        }));
        EXPECT_EQ(aclopSetModelDir(folder.path().c_str()), ACL_SUCCESS) << recentMessage();
        for (const int64_t size : {1, 2}) {
            const Addition add({size, 7});
            EXPECT_EQ(add.call().execute(), ACL_SUCCESS) << recentMessage();
            EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
            EXPECT_TRUE(add.isDone());
        }
        EXPECT_TRUE(refusedWith(ACL_ERROR_REPEAT_INITIALIZE, kName, "already",
                                [&] { return aclopSetModelDir(folder.path().c_str()); }));
        EXPECT_TRUE(refusedWith(ACL_ERROR_READ_MODEL_FAILURE, kName, "'modelDir'",
                                [&] { return aclopSetModelDir(folder.pathOf("one.om").c_str()); }));
    });
}

TEST(aclopSetModelDir, EmptyModelFailsAndLoadsNothing) {
    expectEndsWell([] {
        const TempFolder folder;
        writeModel(folder, "one.om", addModel({3, 7}));
        folder.write("empty.om", "");
        const SetDevice device;
        EXPECT_TRUE(refusedWith(ACL_ERROR_READ_MODEL_FAILURE, kName, "empty.om",
                                [&] { return aclopSetModelDir(folder.path().c_str()); }));
        const Addition add({3, 7});
        EXPECT_EQ(add.call().execute(), ACL_ERROR_OP_NOT_FOUND);
        std::filesystem::remove(folder.pathOf("empty.om"));
        EXPECT_EQ(aclopSetModelDir(folder.path().c_str()), ACL_SUCCESS) << recentMessage();
    });
}

TEST(aclopSetModelDir, MissTellsWhichFilesWereSkippedAndWhy) {
    expectEndsWell([] {
        const TempFolder folder;
        writeModel(folder, "other_chip.om", addModel({4, 7}, "Add", "Ascend310P3"));
        folder.write("no_model.om", "some text");
        const SetDevice device;
        EXPECT_EQ(aclopSetModelDir(folder.path().c_str()), ACL_SUCCESS) << recentMessage();
        const Addition add({4, 7});
        EXPECT_EQ(add.call().execute(), ACL_ERROR_OP_NOT_FOUND);
        const std::string text = recentMessage();
        for (const char* part : {"2 files of the folder of models were skipped", "other_chip.om",
                                 "the model is for Ascend310P3", "no_model.om"}) {
            EXPECT_NE(text.find(part), std::string::npos) << part << " is not in: " << text;
        }
    });
}

TEST(aclopSetModelDir, FinalisationUnloadsTheFolder) {
    expectEndsWell([] {
        const TempFolder folder;
        writeModel(folder, "one.om", addModel({5, 7}));
        for (int round = 0; round < 2; ++round) {
            ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS) << recentMessage();
            EXPECT_EQ(aclopSetModelDir(folder.path().c_str()), ACL_SUCCESS) << recentMessage();
            {
                const SetDevice device;
                const Addition add({5, 7});
                EXPECT_EQ(add.call().execute(), ACL_SUCCESS) << recentMessage();
                EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
                EXPECT_TRUE(add.isDone());
            }
            ASSERT_EQ(aclFinalize(), ACL_SUCCESS) << recentMessage();
        }
    });
}

TEST(aclopSetModelDir, FolderWithoutModelsIsFine) {
    expectEndsWell([] {
        const TempFolder folder;
        EXPECT_EQ(aclopSetModelDir(folder.path().c_str()), ACL_SUCCESS) << recentMessage();
    });
}

TEST(aclopSetModelDir, NullIsRefused) {
    EXPECT_TRUE(refused(kName, "modelDir", [] { return aclopSetModelDir(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclopSetModelDir_test
