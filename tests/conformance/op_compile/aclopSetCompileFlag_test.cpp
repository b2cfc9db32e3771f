#include <gtest/gtest.h>

#include "support/fresh_process.h"
#include "support/op_refusals.h"

namespace belay::test::aclopSetCompileFlag_test {
namespace {

TEST(aclopSetCompileFlag, FuzzyOperatorTakesOtherShapes) {
    expectEndsWell([] {
        const SetDevice device;
        EXPECT_EQ(aclopSetCompileFlag(ACL_OP_COMPILE_FUZZ), ACL_SUCCESS) << recentMessage();
        const Addition add({3, 3});
        ASSERT_EQ(add.call().compile(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclopSetCompileFlag(ACL_OP_COMPILE_DEFAULT), ACL_SUCCESS) << recentMessage();
        const Addition other({4, 5});
        EXPECT_EQ(other.call().execute(), ACL_SUCCESS) << recentMessage();
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << recentMessage();
        EXPECT_TRUE(other.isDone());
        const Addition flat({20});
        EXPECT_EQ(flat.call().execute(), ACL_ERROR_OP_NOT_FOUND);
    });
}

TEST(aclopSetCompileFlag, OtherNumberIsRefusedByCompilation) {
    expectEndsWell([] {
        const SetDevice device;
        const Addition add({3, 3});
        EXPECT_EQ(aclopSetCompileFlag(enumOf<aclOpCompileFlag>(2)), ACL_SUCCESS);
        EXPECT_TRUE(refusedWith(ACL_ERROR_API_NOT_SUPPORT, "aclopCompile", "the flag 2",
                                [&] { return add.call().compile(); }));
        EXPECT_TRUE(refusedWith(ACL_ERROR_API_NOT_SUPPORT, "aclopCompileAndExecute", "the flag 2",
                                [&] { return add.call().compileAndExecute(); }));
        EXPECT_EQ(aclopSetCompileFlag(ACL_OP_COMPILE_DEFAULT), ACL_SUCCESS);
        EXPECT_EQ(add.call().compile(), ACL_SUCCESS) << recentMessage();
    });
}

}  // namespace
}  // namespace belay::test::aclopSetCompileFlag_test
