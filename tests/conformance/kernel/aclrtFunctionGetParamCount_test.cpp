#include "support/kernels.h"

namespace belay::test::aclrtFunctionGetParamCount_test {
namespace {

constexpr const char* kName = "aclrtFunctionGetParamCount";

TEST(aclrtFunctionGetParamCount, IsWhatTheFileDescribes) {
    const SetDevice session;
    const OwnedFunction function("scale_3");
    size_t count = 0;
    EXPECT_EQ(aclrtFunctionGetParamCount(function.get(), &count), ACL_SUCCESS);
    EXPECT_EQ(count, 2U);
}

TEST(aclrtFunctionGetParamCount, AKernelWithoutDescriptionIsRefused) {
    const SetDevice session;
    const OwnedFunction function("sum");
    size_t count = 42;
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, kName, "'sum'",
                            [&] { return aclrtFunctionGetParamCount(function.get(), &count); }));
    EXPECT_EQ(count, 42U);
}

TEST(aclrtFunctionGetParamCount, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function;
    size_t count = 42;
    EXPECT_TRUE(refusedArgument(
        kName, "paramCount", [&] { return aclrtFunctionGetParamCount(function.get(), nullptr); }));
    expectNeedsHandle<FunctionHandle>(
        kName, "func", [&](void* bad) { return aclrtFunctionGetParamCount(bad, &count); });
    EXPECT_EQ(count, 42U);
}

}  // namespace
}  // namespace belay::test::aclrtFunctionGetParamCount_test
