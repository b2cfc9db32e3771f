#include <gtest/gtest.h>

#include <array>
#include <string>

#include "support/fresh_process.h"
#include "support/op_refusals.h"

namespace belay::test::aclGetCompileopt_test {
namespace {

const char* const kName = "aclGetCompileopt";

TEST(aclGetCompileopt, JitModeIsTheDefaultOfTheChip) {
    expectEndsWell([] {
        std::array<char, 256> text{};
        EXPECT_EQ(aclGetCompileopt(ACL_OP_JIT_COMPILE, text.data(), text.size()), ACL_SUCCESS);
        const std::string before = text.data();
        EXPECT_TRUE(before == "enable" || before == "disable") << before;
        ASSERT_EQ(aclSetCompileopt(ACL_OP_JIT_COMPILE, before == "enable" ? "disable" : "enable"),
                  ACL_SUCCESS);
        EXPECT_EQ(aclGetCompileopt(ACL_OP_JIT_COMPILE, text.data(), text.size()), ACL_SUCCESS);
        EXPECT_EQ(text.data(), before);
    });
}

TEST(aclGetCompileopt, DebugOptionIsWhatWasSet) {
    expectEndsWell([] {
        std::array<char, 8> text{};
        EXPECT_TRUE(refusedWith(ACL_ERROR_API_NOT_SUPPORT, kName, "not set", [&] {
            return aclGetCompileopt(ACL_OP_DEBUG_OPTION, text.data(), text.size());
        }));
        ASSERT_EQ(aclSetCompileopt(ACL_OP_DEBUG_OPTION, "oom"), ACL_SUCCESS);
        EXPECT_EQ(aclGetCompileopt(ACL_OP_DEBUG_OPTION, text.data(), 4), ACL_SUCCESS);
        EXPECT_STREQ(text.data(), "oom");
        EXPECT_TRUE(refusedWith(ACL_ERROR_FAILURE, kName, "'length' is 3", [&] {
            return aclGetCompileopt(ACL_OP_DEBUG_OPTION, text.data(), 3);
        }));
    });
}

TEST(aclGetCompileopt, OthersCannotBeRead) {
    std::array<char, 8> text{};
    for (const int option : {0, 2, 15, 17, -1}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_API_NOT_SUPPORT, kName, "'opt'", [&] {
            return aclGetCompileopt(enumOf<aclCompileOpt>(option), text.data(), text.size());
        }));
    }
    EXPECT_TRUE(
        refused(kName, "value", [] { return aclGetCompileopt(ACL_OP_JIT_COMPILE, nullptr, 256); }));
}

}  // namespace
}  // namespace belay::test::aclGetCompileopt_test
