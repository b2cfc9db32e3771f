#include "support/kernel_args.h"

namespace belay::test::aclrtKernelArgsGetHandleMemSize_test {
namespace {

constexpr const char* kName = "aclrtKernelArgsGetHandleMemSize";

TEST(aclrtKernelArgsGetHandleMemSize, IsTheSameForAllFunctions) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    size_t first = 0;
    size_t second = 0;
    EXPECT_EQ(aclrtKernelArgsGetHandleMemSize(functionOf(binary, "sum"), &first), ACL_SUCCESS);
    EXPECT_EQ(aclrtKernelArgsGetHandleMemSize(functionOf(binary, "both"), &second), ACL_SUCCESS);
    EXPECT_GT(first, 0U);
    EXPECT_EQ(first, second);
}

TEST(aclrtKernelArgsGetHandleMemSize, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function;
    size_t size = 42;
    EXPECT_TRUE(refusedArgument(kName, "memSize", [&] {
        return aclrtKernelArgsGetHandleMemSize(function.get(), nullptr);
    }));
    expectNeedsHandle<FunctionHandle>(kName, "funcHandle", [&](void* bad) {
        return aclrtKernelArgsGetHandleMemSize(bad, &size);
    });
    EXPECT_EQ(size, 42U);
}

}  // namespace
}  // namespace belay::test::aclrtKernelArgsGetHandleMemSize_test
