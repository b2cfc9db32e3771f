#include <gtest/gtest.h>

#include "support/custom_op.h"

namespace belay::test::aclopUnregisterCompileFunc_test {
namespace {

TEST(aclopUnregisterCompileFunc, ChoicesCountNoLonger) {
    const SetDevice device;
    const Addition add({10});
    OpCall call = add.call();
    {
        const CustomAddition custom("Unregistered");
        call = custom.call(add);
        ASSERT_EQ(updateParams(call), ACL_SUCCESS) << recentMessage();
    }
    EXPECT_EQ(call.execute(), ACL_ERROR_OP_NOT_FOUND);
}

TEST(aclopUnregisterCompileFunc, UnknownOperatorIsFine) {
    EXPECT_EQ(aclopUnregisterCompileFunc("NeverRegistered"), ACL_SUCCESS) << recentMessage();
}

TEST(aclopUnregisterCompileFunc, NullIsRefused) {
    EXPECT_TRUE(refused("aclopUnregisterCompileFunc", "opType",
                        [] { return aclopUnregisterCompileFunc(nullptr); }));
}

}  // namespace
}  // namespace belay::test::aclopUnregisterCompileFunc_test
