#include "support/kernel_args.h"

namespace belay::test::aclrtKernelArgsGetMemSize_test {
namespace {

constexpr const char* kName = "aclrtKernelArgsGetMemSize";

// Whatever the sizes of the arguments: the worst are 128 of one byte.
TEST(aclrtKernelArgsGetMemSize, IsEnoughForArgumentsOfAnySize) {
    const SetDevice session;
    UserArgs args(128);
    for (int i = 0; i < 128; ++i) {
        append(args.get(), static_cast<char>(i));
    }
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS) << recentMessage();
}

TEST(aclrtKernelArgsGetMemSize, IsEnoughForOneBigArgument) {
    const SetDevice session;
    UserArgs args(1000);
    append(args.get(), std::array<char, 1000>{});
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS) << recentMessage();
}

TEST(aclrtKernelArgsGetMemSize, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function;
    size_t size = 42;
    EXPECT_TRUE(refusedArgument(kName, "actualArgsSize", [&] {
        return aclrtKernelArgsGetMemSize(function.get(), 8, nullptr);
    }));
    for (const size_t tooMuch : {size_t{65537}, SIZE_MAX}) {
        EXPECT_TRUE(refusedArgument(kName, "userArgsSize", [&] {
            return aclrtKernelArgsGetMemSize(function.get(), tooMuch, &size);
        }));
    }
    expectNeedsHandle<FunctionHandle>(
        kName, "funcHandle", [&](void* bad) { return aclrtKernelArgsGetMemSize(bad, 8, &size); });
    EXPECT_EQ(size, 42U);
    EXPECT_EQ(aclrtKernelArgsGetMemSize(function.get(), 65536, &size), ACL_SUCCESS);
}

}  // namespace
}  // namespace belay::test::aclrtKernelArgsGetMemSize_test
