#include <gtest/gtest.h>

#include "support/fresh_process.h"
#include "support/op_refusals.h"

namespace belay::test::aclGetCompileoptSize_test {
namespace {

TEST(aclGetCompileoptSize, SizeIsThatOfTheText) {
    expectEndsWell([] {
        EXPECT_EQ(aclGetCompileoptSize(ACL_OP_DEBUG_OPTION), 0U);
        EXPECT_EQ(aclGetCompileoptSize(ACL_OP_DEBUG_LEVEL), 0U);
        ASSERT_EQ(aclSetCompileopt(ACL_OP_DEBUG_OPTION, "oom"), ACL_SUCCESS);
        ASSERT_EQ(aclSetCompileopt(ACL_OP_DEBUG_LEVEL, ""), ACL_SUCCESS);
        EXPECT_EQ(aclGetCompileoptSize(ACL_OP_DEBUG_OPTION), 4U);
        EXPECT_EQ(aclGetCompileoptSize(ACL_OP_DEBUG_LEVEL), 1U);
        EXPECT_EQ(aclGetCompileoptSize(ACL_OP_JIT_COMPILE), 256U);
    });
}

TEST(aclGetCompileoptSize, UnknownOptionIsRefused) {
    for (const int option : {-1, 17}) {
        EXPECT_TRUE(refusedGiving(size_t{0}, "aclGetCompileoptSize", "opt", [&] {
            return aclGetCompileoptSize(enumOf<aclCompileOpt>(option));
        }));
    }
}

}  // namespace
}  // namespace belay::test::aclGetCompileoptSize_test
