#include <gtest/gtest.h>

#include <filesystem>

#include "support/fresh_process.h"
#include "support/op_models.h"
#include "support/op_refusals.h"
#include "support/temp_folder.h"

namespace belay::test {
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
}  // namespace belay::test
