#include "support/kernels.h"

namespace belay::test::aclrtFunctionGetAvailDynUbufPerBlock_test {
namespace {

constexpr const char* kName = "aclrtFunctionGetAvailDynUbufPerBlock";

TEST(aclrtFunctionGetAvailDynUbufPerBlock, IsNothingForKernelsThatAreNotSimt) {
    const SetDevice session;
    const OwnedBinary binary = loadKernels();
    for (const char* name : {"scale_3", "sum", "both"}) {
        size_t bytes = 1;
        EXPECT_EQ(aclrtFunctionGetAvailDynUbufPerBlock(functionOf(binary, name), 0, &bytes),
                  ACL_SUCCESS);
        EXPECT_EQ(bytes, 0);
    }
}

TEST(aclrtFunctionGetAvailDynUbufPerBlock, BadArgumentsAreRefused) {
    const SetDevice session;
    const OwnedFunction function;
    size_t bytes = 1;
    EXPECT_TRUE(refusedArgument(kName, "flags", [&] {
        return aclrtFunctionGetAvailDynUbufPerBlock(function.get(), 1, &bytes);
    }));
    EXPECT_TRUE(refusedArgument(kName, "dynamicUbufSize", [&] {
        return aclrtFunctionGetAvailDynUbufPerBlock(function.get(), 0, nullptr);
    }));
    expectNeedsHandle<FunctionHandle>(kName, "func", [&](void* bad) {
        return aclrtFunctionGetAvailDynUbufPerBlock(bad, 0, &bytes);
    });
    EXPECT_EQ(bytes, 1);
}

}  // namespace
}  // namespace belay::test::aclrtFunctionGetAvailDynUbufPerBlock_test
