#include "support/kernels.h"

namespace belay::test::aclrtFunctionGetBinary_test {
namespace {

constexpr const char* kName = "aclrtFunctionGetBinary";

TEST(aclrtFunctionGetBinary, IsTheOneItWasFoundIn) {
    const SetDevice session;
    const OwnedBinary first = loadKernels();
    const OwnedBinary second = loadKernels();
    aclrtBinHandle owner = nullptr;
    EXPECT_EQ(aclrtFunctionGetBinary(functionOf(first, "sum"), &owner), ACL_SUCCESS);
    EXPECT_EQ(owner, first.get());
    EXPECT_EQ(aclrtFunctionGetBinary(functionOf(second, "sum"), &owner), ACL_SUCCESS);
    EXPECT_EQ(owner, second.get());
}

TEST(aclrtFunctionGetBinary, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function;
    aclrtBinHandle owner = &owner;
    EXPECT_TRUE(refusedArgument(kName, "binHandle",
                                [&] { return aclrtFunctionGetBinary(function.get(), nullptr); }));
    expectNeedsHandle<FunctionHandle>(
        kName, "funcHandle", [&](void* bad) { return aclrtFunctionGetBinary(bad, &owner); });
    EXPECT_EQ(owner, &owner);
}

}  // namespace
}  // namespace belay::test::aclrtFunctionGetBinary_test
