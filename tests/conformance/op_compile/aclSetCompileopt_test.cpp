#include <gtest/gtest.h>

#include "support/fresh_process.h"
#include "support/op_refusals.h"

namespace belay::test {
namespace {

const char* const kName = "aclSetCompileopt";

TEST(aclSetCompileopt, TextsAreKept) {
    forgetErrors();
    for (int option = ACL_PRECISION_MODE; option <= ACL_OP_DEBUG_OPTION; ++option) {
        if (option != ACL_AUTO_TUNE_MODE && option != ACL_OP_JIT_COMPILE) {
            EXPECT_EQ(aclSetCompileopt(static_cast<aclCompileOpt>(option), "some text"),
                      ACL_SUCCESS)
                << option;
        }
    }
    EXPECT_TRUE(nothingFailed());
}

TEST(aclSetCompileopt, BadArgumentsAreRefused) {
    EXPECT_TRUE(
        refused(kName, "value", [] { return aclSetCompileopt(ACL_PRECISION_MODE, nullptr); }));
    EXPECT_TRUE(refusedWith(ACL_ERROR_FEATURE_UNSUPPORTED, kName, "'opt'",
                            [] { return aclSetCompileopt(ACL_AUTO_TUNE_MODE, "x"); }));
    for (const int option : {-1, 17}) {
        EXPECT_TRUE(refusedWith(ACL_ERROR_INTERNAL_ERROR, kName, "'opt'", [&] {
            return aclSetCompileopt(enumOf<aclCompileOpt>(option), "x");
        }));
    }
}

TEST(aclSetCompileopt, CompilingForTheShapeTriesModelsForOneShapeFirst) {
    expectEndsWell([] {
        const SetDevice device;
        ASSERT_EQ(aclSetCompileopt(ACL_OP_JIT_COMPILE, "enable"), ACL_SUCCESS);
        const OwnedDesc unknown = makeDesc({-1});
        const Addition add({1});
        OpCall call = add.call();
        call.inputDescs[0] = unknown.get();
        call.outputDescs[0] = unknown.get();
        EXPECT_TRUE(refusedWith(ACL_ERROR_INVALID_PARAM, "aclopExecuteV2", "not known",
                                [&] { return call.execute(); }));
        ASSERT_EQ(aclSetCompileopt(ACL_OP_JIT_COMPILE, "disable"), ACL_SUCCESS);
        EXPECT_EQ(call.execute(), ACL_ERROR_OP_NOT_FOUND);
    });
}

}  // namespace
}  // namespace belay::test
