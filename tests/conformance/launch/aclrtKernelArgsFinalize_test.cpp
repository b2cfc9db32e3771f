#include "support/kernel_args.h"

namespace belay::test::aclrtKernelArgsFinalize_test {
namespace {

constexpr const char* kName = "aclrtKernelArgsFinalize";

TEST(aclrtKernelArgsFinalize, CanBeRepeated) {
    const SetDevice session;
    const SystemArgs args;
    append(args.get(), 1);
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
}

TEST(aclrtKernelArgsFinalize, TakesAListWithoutArguments) {
    const SetDevice session;
    const SystemArgs args;
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
}

TEST(aclrtKernelArgsFinalize, APlaceholderWithoutBufferIsRefused) {
    const SetDevice session;
    const SystemArgs args;
    append(args.get(), 1);
    aclrtParamHandle param = appendPlaceholder(args.get());
    EXPECT_TRUE(refusedWith(ACL_ERROR_RT_PARAM_INVALID, kName, "parameter 1",
                            [&] { return aclrtKernelArgsFinalize(args.get()); }));
    void* buffer = nullptr;
    EXPECT_EQ(aclrtKernelArgsGetPlaceHolderBuffer(args.get(), param, 8, &buffer), ACL_SUCCESS);
    EXPECT_EQ(aclrtKernelArgsFinalize(args.get()), ACL_SUCCESS);
}

TEST(aclrtKernelArgsFinalize, WhatIsNoListIsRefused) {
    const SetDevice session;
    expectNeedsHandle<ArgsHandle>(kName, "argsHandle",
                                  [](void* bad) { return aclrtKernelArgsFinalize(bad); });
}

}  // namespace
}  // namespace belay::test::aclrtKernelArgsFinalize_test
