#include <gtest/gtest.h>

#include "support/custom_op.h"

namespace belay::test::aclopRegisterCompileFunc_test {
namespace {

const char* const kName = "aclopRegisterCompileFunc";

TEST(aclopRegisterCompileFunc, OneForEachOperator) {
    ASSERT_EQ(aclopRegisterCompileFunc("RegisterOne", chooseSum), ACL_SUCCESS) << recentMessage();
    EXPECT_EQ(aclopRegisterCompileFunc("RegisterTwo", chooseSum), ACL_SUCCESS) << recentMessage();
    EXPECT_TRUE(refusedWith(ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED, kName, "'opType'",
                            [] { return aclopRegisterCompileFunc("RegisterOne", chooseSum); }));
    EXPECT_EQ(aclopUnregisterCompileFunc("RegisterOne"), ACL_SUCCESS);
    EXPECT_EQ(aclopUnregisterCompileFunc("RegisterTwo"), ACL_SUCCESS);
}

TEST(aclopRegisterCompileFunc, BadArgumentsAreRefused) {
    EXPECT_TRUE(
        refused(kName, "opType", [] { return aclopRegisterCompileFunc(nullptr, chooseSum); }));
    EXPECT_TRUE(refused(kName, "func", [] { return aclopRegisterCompileFunc("Any", nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclopRegisterCompileFunc_test
