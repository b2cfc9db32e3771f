#include <gtest/gtest.h>

#include <filesystem>

#include "acl/acl_dump.h"
#include "support/refusal.h"
#include "support/temp_folder.h"

namespace belay::test::aclopStartDumpArgs_test {
namespace {

const char* const kName = "aclopStartDumpArgs";

TEST(aclopStartDumpArgs, FolderIsMade) {
    const TempFolder folder;
    const std::string path = folder.pathOf("a/b");
    EXPECT_EQ(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, path.c_str()), ACL_SUCCESS)
        << recentMessage();
    EXPECT_TRUE(std::filesystem::is_directory(path));
    EXPECT_EQ(aclopStopDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS), ACL_SUCCESS);
}

TEST(aclopStartDumpArgs, BadArgumentsAreRefused) {
    const TempFolder folder;
    const std::string file = folder.write("file", "x");
    EXPECT_TRUE(refusedWith(ACL_ERROR_FAILURE, kName, "'path'",
                            [] { return aclopStartDumpArgs(1, nullptr); }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_FAILURE, kName, "'path'",
                            [&] { return aclopStartDumpArgs(1, file.c_str()); }));
    for (const uint32_t type : {0U, 2U}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_FAILURE, kName, "'dumpType'",
                                [&] { return aclopStartDumpArgs(type, folder.path().c_str()); }));
    }
}

}  // namespace
}  // namespace belay::test::aclopStartDumpArgs_test
